"""A clip that was made with a hand mesh wears it again when it is exported."""

import json
import struct

import numpy as np
import pytest
from tests.skin.foreign_hand import foreign_hand
from tests.skin.rig_names import maker_s_name

from prehensile.cli.grammar.dressed import dressed_hand
from prehensile.cli.grammar.options import Look
from prehensile.hand.corpus import corpus
from prehensile.hand.spec import HandSpec
from prehensile.hand.webxr_joints import webxr_joints
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack

NEUTRAL, FIST = (corpus()[name].q for name in ("neutral", "fist"))


@pytest.fixture
def mesh(tmp_path):
    hand = foreign_hand(HandSpec.sample(5), NEUTRAL)
    names = {n: maker_s_name("unreal", n, "right") for n in webxr_joints()[0]}
    return hand.renamed(names, "right").save(tmp_path / "hand.glb")


@pytest.fixture
def clip_file(mesh, tmp_path):
    dressed = dressed_hand(None, Look(mesh))
    pose = np.tile([0, 0, 0, 1.0, 0, 0, 0], (2, 1))
    names = tuple(dressed.hand.joint_names)
    track = HandTrack("right", dressed.hand.spec.to_json(), names, np.stack([NEUTRAL, FIST]), pose)
    nothing = ContactTrack.empty(2), np.zeros((2, 1, 5)), np.zeros((2, 1))
    clip = Clip(np.arange(2.0), (track,), (), *nothing)
    return dressed.dress.on(clip).save(tmp_path / "clips" / "fist.npz")


def node_names(glb):
    data = glb.read_bytes()
    (length,) = struct.unpack_from("<I", data, 12)
    return [node["name"] for node in json.loads(data[20 : 20 + length])["nodes"]]


def export(run_cli, clip_file, tmp_path, *options):
    plain = "--glb", "--no-blush"  # a picture for colours to come and go on takes seconds
    ran = run_cli("export", clip_file, *plain, "--out", tmp_path / "out", *options)
    assert ran.code == 0, ran.err
    return ran, node_names(tmp_path / "out" / "fist.glb")


def test_the_mesh_is_worn_again_under_its_own_names(run_cli, clip_file, mesh, tmp_path):
    ran, names = export(run_cli, clip_file, tmp_path)
    assert f"wears {mesh}" in ran.err
    assert {"hand_r", "index_01_r", "thumb_03_r"} <= set(names) and "wrist" not in names


def test_it_may_be_left_off(run_cli, clip_file, tmp_path):
    ran, names = export(run_cli, clip_file, tmp_path, "--hand-mesh", "none")
    assert "wears" not in ran.err and "wrist" in names


def test_beside_the_clip_it_is_found_too(run_cli, clip_file, mesh, tmp_path):
    mesh.rename(clip_file.parent / mesh.name)
    assert "hand_r" in export(run_cli, clip_file, tmp_path)[1]


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda mesh: mesh.unlink(), "is not where it was"),
        (lambda mesh: mesh.write_bytes(b"no glTF"), "can no longer be read"),
        (lambda mesh: foreign_hand(HandSpec.sample(6), NEUTRAL).save(mesh), "has changed"),
    ],
)
def test_a_mesh_that_is_not_the_same_is_said_in_one_line(
    run_cli, clip_file, mesh, tmp_path, spoil, why
):
    spoil(mesh)
    ran, names = export(run_cli, clip_file, tmp_path)
    (line,) = [line for line in ran.err.splitlines() if "hand mesh" in line]
    assert why in line and "--hand-mesh FILE" in line
    assert "wrist" in names and "hand_r" not in names


def test_names_without_a_mesh_are_refused(run_cli, tmp_path):
    ran = run_cli("hand", "--json", "--names", tmp_path / "names.toml")
    ran.assert_refused("--names", "--hand-mesh")
