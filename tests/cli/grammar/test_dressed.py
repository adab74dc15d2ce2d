"""--hand-mesh, --bare, --tone and --blush, and how they go with --hand."""

import json
from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.model.file import FittedBlush
from prehensile.appearance.model.file import save as save_blush
from prehensile.appearance.model.law import RadialLaw
from prehensile.appearance.worn import SKIN_DRESS
from prehensile.cli.grammar.dressed import dressed_hand
from prehensile.cli.grammar.options import Look
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import hand_of


@pytest.fixture(scope="module")
def mesh(reference_data):
    return reference_data("hands", "webxr_generic", "right.glb")


def test_a_mesh_brings_its_sizes(run_cli, mesh):
    ours = json.loads(run_cli("hand", "--json").out)
    ran = run_cli("hand", "--hand-mesh", mesh, "--json")
    assert ran.code == 0 and "right.glb: a right hand" in ran.err
    theirs = json.loads(ran.out)
    assert theirs["side"] == "right"
    assert abs(theirs["length_m"] - ours["length_m"]) > 1e-4


def test_the_side_is_the_files_unless_one_is_said(run_cli, reference_data):
    left = reference_data("hands", "webxr_generic", "left.glb")
    assert json.loads(run_cli("hand", "--hand-mesh", left, "--json").out)["side"] == "left"
    run_cli("hand", "--hand", "right", "--hand-mesh", left).assert_refused("left", "--hand left")


def test_two_sizes_are_refused(run_cli, mesh, tmp_path):
    for words in (["hand"], ["spell", "hi"], ["grasp", "ball"]):
        ran = run_cli(*words, "--hand", "right:p95", "--hand-mesh", mesh, "--out", tmp_path / "o")
        ran.assert_refused("right:p95", "--hand-mesh")
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize("words", [["spell", "hi"], ["hand", "--sheet"], ["grasp", "ball"]])
def test_a_tone_that_is_none_is_refused_at_once(run_cli, tmp_path, words):
    ran = run_cli(*words, "--tone", "pink", "--out", tmp_path / "o")
    ran.assert_refused("'pink'", "tone-1")
    assert not (tmp_path / "o").exists()


def test_a_missing_mesh_is_said(run_cli, tmp_path):
    run_cli("hand", "--hand-mesh", tmp_path / "no.glb").assert_refused("no.glb")


@pytest.mark.long
def test_a_clip_keeps_the_meshs_sizes_and_export_puts_it_on(run_cli, mesh, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "prehensile.draw.spelling_sheet.draw_spelling_sheet",
        lambda hand, text, path, dress: path,
    )
    ran = run_cli("spell", "c", "--hand-mesh", mesh, "--rate", "10", "--out", tmp_path)
    assert ran.code == 0, ran.err
    spelt = Clip.load(tmp_path / "spell.npz")
    ran = run_cli("export", tmp_path / "spell.npz", "--hand-mesh", mesh, "--out", tmp_path)
    assert ran.code == 0, ran.err
    exported = Clip.load(tmp_path / "spell.glb")
    assert hand_of(exported.hands[0]).spec == hand_of(spelt.hands[0]).spec
    # A clip of our own hand is carried over to the mesh's: the same angles, its sizes.
    run_cli("spell", "c", "--rate", "10", "--out", tmp_path / "ours")
    ran = run_cli("export", tmp_path / "ours/spell.npz", "--hand-mesh", mesh, "--out", tmp_path)
    assert ran.code == 0, ran.err
    carried = Clip.load(tmp_path / "spell.glb")
    assert hand_of(carried.hands[0]).spec == hand_of(spelt.hands[0]).spec
    np.testing.assert_array_equal(
        carried.hands[0].q, Clip.load(tmp_path / "ours/spell.npz").hands[0].q
    )


@pytest.mark.long
@pytest.mark.usefixtures("drawing")
def test_bare_is_drawn_without_skin(run_cli, tmp_path):
    from matplotlib.image import imread

    for name, words in (("skin", []), ("bare", ["--bare"])):
        ran = run_cli("hand", "--pose", "neutral", *words, "--out", tmp_path / name)
        assert ran.code == 0, ran.err
    red = {}
    for name in ("skin", "bare"):
        picture = imread(tmp_path / name / "hand_neutral.png")[..., :3]
        drawn = picture[np.abs(picture - picture[0, 0]).max(axis=-1) > 0.1]
        red[name] = float((drawn[:, 0] - drawn[:, 2]).mean())
    assert red["skin"] > 0.1 and abs(red["bare"]) < 0.08


@pytest.fixture
def blush_file(tmp_path):
    """A model that a command can read: the toy's, with a law that files hold."""
    law = RadialLaw(
        inputs=("force",), radial="polyharmonic", lower=[0.0], upper=[10.0], scales=[1.0],
        turn=0.0, first=1.0, centres=[[0.0], [5.0]], weights=np.zeros((2, 4)),
        tail=[[0, 0, 0, 0], [-0.1, 0, 0, 0]],
    )  # fmt: skip
    path = tmp_path / "mine.npz"
    save_blush(FittedBlush(replace(toy_model(), law=law), "test"), path)
    return path


COMMANDS = [["hand"], ["spell", "hi"], ["grasp", "ball"], ["stage", "drop"], ["export", "no.npz"],
            ["forks", "hand"]]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_colour_that_is_asked_for_in_vain_is_refused(run_cli, tmp_path, words, blush_file):
    out = ["--out", tmp_path / "o"]
    run_cli(*words, "--blush", blush_file, "--no-blush", *out).assert_refused("contradict")
    run_cli(*words, "--blush", tmp_path / "no.npz", *out).assert_refused("no.npz")
    broken = tmp_path / "broken.npz"
    broken.write_bytes(b"PK")
    run_cli(*words, "--blush", broken, *out).assert_refused("broken.npz")
    assert not (tmp_path / "o").exists()


def test_a_hand_that_cannot_show_colour_is_said(run_cli, tmp_path, blush_file, reference_data):
    asked = ["--blush", blush_file, "--out", tmp_path / "o"]
    run_cli("hand", "--bare", *asked).assert_refused("--bare")
    robot = reference_data("hands", "shadow_hand", "right_hand.xml")
    run_cli("hand", "--hand", robot, *asked).assert_refused("right_hand.xml", "UV")
    assert run_cli("hand", "--hand", robot, "--json").code == 0, "without the wish all is well"


def test_the_dress_has_the_colour_that_was_chosen(blush_file):
    own = dressed_hand("right", Look(blush=blush_file))
    np.testing.assert_allclose(own.dress.blush.pigment, toy_model().pigment)
    assert dressed_hand("right", Look(no_blush=True)).dress.blush is None
    assert dressed_hand("right").dress.blush is SKIN_DRESS.blush
