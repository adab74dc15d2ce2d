"""The rig of a loaded hand: its own meshes, or what collides where it has none."""

import json

import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand
from tests.skin.oracle.blend_skinning import posed_vertices

from prehensile.hand.loaded.load import load_hand
from prehensile.hand.loaded.spec import LoadedSpec, mesh_to_json
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.rig.loaded import loaded_rig
from prehensile.skin.rig.rig import joint_transforms
from prehensile.skin.rig.segments import bare_rig

TETRAHEDRON = np.array([[0, 0, 0], [0.02, 0, 0], [0, 0.01, 0], [0, 0, 0.015]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])
PAINTED = {
    "wrist": (TETRAHEDRON, (1.0, 0.5, 0.0)),
    "index-finger-phalanx-distal": (TETRAHEDRON + 0.01, (0.0, 0.25, 1.0)),
}


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> LoadedSpec:
    path = tmp_path_factory.mktemp("hand") / "tiny.xml"
    path.write_text(tiny_hand())
    data = json.loads(json.dumps(load_hand(path, mapping_of()).spec.to_json()))
    for segment in data["segments"]:
        segment["meshes"] = []
    return LoadedSpec.from_json(data)


@pytest.fixture
def painted(spec: LoadedSpec) -> LoadedSpec:
    data = json.loads(json.dumps(spec.to_json()))
    for segment in data["segments"]:
        if segment["name"] in PAINTED:
            points, color = PAINTED[segment["name"]]
            segment["meshes"] = [mesh_to_json(points, FACES, color)]
    return LoadedSpec.from_json(data)


def test_without_meshes_it_is_what_collides(spec: LoadedSpec) -> None:
    hand = spec.build()
    rig, bare = loaded_rig(hand), bare_rig(hand)
    assert len(rig.vertices) > 100
    for name in ("vertices", "normals", "faces", "joints", "colors"):
        np.testing.assert_array_equal(getattr(rig, name), getattr(bare, name))


def test_meshes_move_with_their_segments_in_their_colours(
    painted: LoadedSpec, rng: np.random.Generator
) -> None:
    hand = painted.build()
    rig = loaded_rig(hand)
    q = rng.uniform(hand.lower, hand.upper)
    skin, poses = posed_vertices(rig, joint_transforms(rig, hand, q)), segment_transforms(hand, q)
    assert len(rig.faces) == 2 * len(FACES)
    for name, (points, color) in PAINTED.items():
        own = rig.joints[:, 0] == rig.joint_names.index(name)
        corners = np.unique(skin[own].round(6), axis=0)
        there = np.unique(se3.apply(poses[name], points).round(6), axis=0)
        np.testing.assert_allclose(corners, there, atol=2e-6)
        np.testing.assert_allclose(rig.colors[own], np.tile(color, (own.sum(), 1)), atol=1e-4)
    assert set(rig.joints[:, 0]) == {rig.joint_names.index(name) for name in PAINTED}


def test_the_shadow_hand_carries_its_own_meshes(reference_data) -> None:
    hand = load_hand(reference_data("hands", "shadow_hand", "right_hand.xml"))
    rig = loaded_rig(hand)
    q = 0.3 * hand.upper
    skin, poses = posed_vertices(rig, joint_transforms(rig, hand, q)), segment_transforms(hand, q)
    for name, segment in hand.segments.items():
        own = rig.joints[:, 0] == rig.joint_names.index(name)
        assert own.any() == bool(segment.meshes)
        if segment.meshes:
            points = np.concatenate([m.vertices for m in segment.meshes])
            there = se3.apply(poses[name], points)
            assert np.allclose(skin[own].min(0), there.min(0), atol=1e-5), name
            assert np.allclose(skin[own].max(0), there.max(0), atol=1e-5), name
