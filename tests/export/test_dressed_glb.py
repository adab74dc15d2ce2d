"""What hands wear, as other programs find it in a GLB."""

import io
from dataclasses import replace

import numpy as np
import pytest
import trimesh
from PIL import Image

from prehensile.bench._plain_gltf import PlainGltf
from prehensile.export import glb
from prehensile.motion.clip import Clip
from prehensile.motion.tracked_hand import hand_of
from prehensile.skin.dress import Dress
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.material import Material


def picture(color, kind):
    data = io.BytesIO()
    Image.new("RGB", (8, 4), color).save(data, kind)
    return data.getvalue()


@pytest.fixture(scope="module")
def pictured(hand_clip, rng_uv):
    """Both hands wear pictures, the same ones."""
    material = Material(picture((200, 20, 10), "JPEG"), picture((128, 128, 255), "PNG"), 0.35)
    worn = {}
    for track in hand_clip.hands:
        hand = hand_of(track)
        rig = hand_rig(hand)
        worn[hand.spec] = replace(rig, uv=rng_uv[: len(rig.vertices)], material=material)
    return Dress(worn=worn)


@pytest.fixture(scope="module")
def rng_uv():
    return np.random.default_rng(1).random((40_000, 2)).astype(np.float32)


@pytest.fixture(scope="module")
def file(hand_clip, pictured, tmp_path_factory):
    path = tmp_path_factory.mktemp("glb") / "clip.glb"
    glb.save(hand_clip, path, pictured)
    return path


def test_pictures_and_places_are_in_the_file(hand_clip, file, pictured, rng_uv):
    gltf = PlainGltf(file)
    assert len(gltf.json["images"]) == 2, "both hands share them"
    for k, track in enumerate(hand_clip.hands):
        primitive = gltf.json["meshes"][k]["primitives"][0]
        assert "COLOR_0" not in primitive["attributes"]
        uv = gltf.array(primitive["attributes"]["TEXCOORD_0"])
        assert np.array_equal(uv, pictured.rig(hand_of(track)).uv)
        material = gltf.json["materials"][primitive["material"]]
        assert material["pbrMetallicRoughness"]["roughnessFactor"] == 0.35
        assert "normalTexture" in material
    scene = trimesh.load_scene(file, file_type="glb")
    read = scene.geometry["right-mesh"].visual.material.baseColorTexture
    assert np.abs(np.asarray(read)[0, 0] - [200.0, 20, 10]).max() < 6


def test_the_validator_finds_nothing_in_it(file, glb_issues):
    issues = glb_issues(file)
    assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), issues["messages"][:5]


def test_a_bare_hand_is_sound_and_reads_back(hand_clip, tmp_path, glb_issues):
    path = tmp_path / "bare.glb"
    glb.save(hand_clip, path, Dress(bare=True))
    issues = glb_issues(path)
    assert (issues["numErrors"], issues["numWarnings"]) == (0, 0), issues["messages"][:5]
    assert Clip.load(path).allclose(hand_clip, 0)
    extras = PlainGltf(path).json["extras"]["prehensile"]
    assert [hand["is_skin"] for hand in extras["hands"]] == [False, False]
