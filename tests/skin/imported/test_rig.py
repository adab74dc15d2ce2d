"""Hands from files: strangers' ones that the tests write, and two that artists made."""

from functools import cache

import numpy as np
import pytest
from tests.skin.foreign_hand import foreign_hand

from prehensile.errors import FileError, UnknownNameError
from prehensile.hand.corpus import corpus
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.ik.hand_target import HandTarget
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.imported.rig import imported_hand
from prehensile.skin.rig.blend import blended_skin
from prehensile.skin.rig.rig import joint_transforms

T_FILE = se3.exp(np.array([0.2, -0.1, 0.4, 0.8, -1.2, 0.5]))
Q = corpus()["neutral"].q
RIGS = [
    ("godot_cc0", "Hand_Nails_R.gltf", "right"),
    ("godot_cc0", "Hand_Nails_L.gltf", "left"),
    ("godot_cc0", "Hand_Nails_low_R.gltf", "right"),
    ("godot_cc0", "hand_r.gltf", "right"),
    ("webxr_generic", "right.glb", "right"),
    ("webxr_generic", "left.glb", "left"),
]


read = cache(imported_hand)
"""For files that do not change."""


@pytest.fixture
def stranger():
    return foreign_hand(HandSpec.sample(5), Q, T_FILE, "openxr")


def refused(hand, tmp_path, words, side=None):
    """One line that names the file and holds the words."""
    with pytest.raises(FileError) as error:
        imported_hand(hand.save(tmp_path / "hand.glb"), side)
    assert "\n" not in str(error.value)
    assert "hand.glb" in str(error.value)
    for word in words:
        assert word in str(error.value), error.value


def repaired(hand, tmp_path, words):
    """An import whose report states the repair."""
    found = imported_hand(hand.save(tmp_path / "hand.glb"))
    stated = " ".join((*found.report.repairs, *found.report.notes))
    for word in words:
        assert word in stated, found.report
    return found


@pytest.mark.parametrize(
    ("side", "named", "kind"),
    [("right", "webxr", "glb"), ("left", "openxr", "gltf"), ("left", "webxr", "gltf")],
)
def test_a_stranger_s_hand_is_taken_over(tmp_path, side, named, kind):
    spec = HandSpec.sample(5, side)
    file = foreign_hand(spec, Q, T_FILE, named)
    found = imported_hand(file.save(tmp_path / f"hand.{kind}"))
    assert found.hand.side == found.report.side == side
    assert found.report.max_fit_mm < 0.01
    assert found.report.repairs == ()
    np.testing.assert_allclose(
        found.hand.spec.bone_lengths[:, :3], spec.bone_lengths[:, :3], atol=1e-5
    )
    np.testing.assert_allclose(found.bind_q, Q, atol=1e-3)


@pytest.mark.parametrize("side", ["right", "left"])
def test_in_any_pose_every_tube_follows_its_bone(tmp_path, side):
    """The oracle is the same hand of tubes written in the other pose."""
    spec, fist = HandSpec.sample(5, side), corpus()["fist"].q
    found = imported_hand(foreign_hand(spec, Q, T_FILE).save(tmp_path / "a.glb"))
    # Tubes are long straight pieces, so their rigid parts are the ones of one joint alone.
    other = foreign_hand(spec, fist)
    posed, _ = blended_skin(found.rig, joint_transforms(found.rig, found.hand, fist))
    ends = other.vertices.reshape(-1, 18, 3)[:, 16:]  # the centres of each tube's two caps
    seen = posed[: len(other.vertices)].reshape(-1, 18, 3)[:, 16:]
    np.testing.assert_allclose(seen, ends, atol=2e-4)


def test_the_rig_is_ready_for_blend_skinning(tmp_path, stranger):
    rig = imported_hand(stranger.save(tmp_path / "hand.glb")).rig
    np.testing.assert_allclose(rig.weights.sum(axis=1), 1, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(rig.normals, axis=1), 1, atol=1e-5)
    assert rig.joints.dtype == np.uint8
    assert rig.joints.max() < 25
    assert rig.faces.max() == len(rig.vertices) - 1
    assert len(rig.faces) >= 3500
    assert rig.uv is not None
    assert rig.uv.shape == (len(rig.vertices), 2)


def test_more_than_four_joints_a_vertex_are_cut_to_the_strongest(tmp_path, stranger):
    stranger.joints[:, 1:] = [1, 2, 3]
    stranger.weights[:] = [0.4, 0.3, 0.2, 0.1]
    rig = imported_hand(stranger.save(tmp_path / "hand.glb")).rig
    assert rig.weights.shape[1] == 4
    assert (np.diff(rig.weights, axis=1) <= 0).all()
    np.testing.assert_allclose(rig.weights.sum(axis=1), 1, atol=1e-6)


@pytest.mark.long
def test_centimetres_and_millimetres_are_scaled(tmp_path, stranger):
    metres = imported_hand(stranger.save(tmp_path / "m.glb"))
    for unit, per_metre in (("centimetres", 100.0), ("millimetres", 1000.0)):
        other = foreign_hand(HandSpec.sample(5), Q, T_FILE, "openxr")
        other.places, other.vertices = per_metre * other.places, per_metre * other.vertices
        found = repaired(other, tmp_path, [unit, "scaled"])
        np.testing.assert_allclose(found.rig.vertices, metres.rig.vertices, atol=2e-6)


def test_another_size_is_refused(tmp_path, stranger):
    stranger.places, stranger.vertices = 8 * stranger.places, 8 * stranger.vertices
    refused(stranger, tmp_path, ["long from wrist", "expected 0.12 to 0.25 m", "scale it"])


def test_the_other_hand_is_refused(tmp_path, stranger):
    refused(stranger, tmp_path, ["it is a right hand", "a left one was asked for"], side="left")
    with pytest.raises(UnknownNameError):
        imported_hand(tmp_path / "hand.glb", "middle")


def test_a_left_hand_named_as_right_is_refused(tmp_path):
    file = foreign_hand(HandSpec.sample(5, "left"), Q, T_FILE, "openxr")
    file.names = [name.replace("_L", "_R") for name in file.names]
    refused(file, tmp_path, ["named as those of a right hand", "left hand's by shape"])


def test_inside_out_is_turned(tmp_path, stranger):
    sound = imported_hand(stranger.save(tmp_path / "sound.glb")).rig
    stranger.faces = stranger.faces[:, ::-1]
    found = repaired(stranger, tmp_path, ["inside out"])
    np.testing.assert_allclose(found.rig.normals, sound.normals, atol=1e-5)


def test_open_and_crowded_edges_are_stated_and_drawn(tmp_path, stranger):
    stranger.faces = stranger.faces[1:]
    repaired(stranger, tmp_path, ["open along 3 edges"])
    a, b = stranger.faces[5, :2]
    stranger.faces = np.append(stranger.faces, [[a, b, 40]], axis=0)
    repaired(stranger, tmp_path, ["edges have three faces or more"])


def test_a_mesh_without_faces_is_refused(tmp_path, stranger):
    stranger.faces = np.zeros((1, 3), int)
    refused(stranger, tmp_path, ["no triangles"])


@pytest.mark.long
def test_our_own_export_comes_back(tmp_path):
    """Joints, sizes and pictures of a GLB of ours, as another program would see it."""
    hand = HandSpec.mean("left").build()
    track = HandTrack(
        name="left",
        model=hand.spec.to_json(),
        joint_names=hand.joint_names,
        q=bind_angles()[None],  # corrections that do not change become part of the mesh
        T_world_forearm=np.array([[0.1, 0.2, 0.3, 1.0, 0, 0, 0]]),
    )
    clip = Clip(
        time=np.zeros(1),
        hands=(track,),
        bodies=(),
        contacts=ContactTrack.empty(1),
        finger_force=np.zeros((1, 1, 5)),
        palm_force=np.zeros((1, 1)),
        meta={},
    )
    found = imported_hand(clip.save(tmp_path / "own.glb"))
    assert found.hand.side == "left"
    assert found.report.max_fit_mm < 0.01
    assert found.report.repairs == ()
    # Our charts hold the whole back of a fingertip: too much for a nail.
    assert found.report.nails == "by place"
    assert found.report.pictures == ("base colour", "normal map")
    for name, segment in hand.segments.items():
        if name != "forearm":
            assert found.hand.segments[name].length == pytest.approx(segment.length, abs=1e-4)
    own = hand_rig(hand)
    theirs = joint_transforms(found.rig, found.hand, corpus()["fist"].q)
    ours = joint_transforms(own, hand, corpus()["fist"].q)
    theirs, _ = blended_skin(found.rig, theirs)
    ours, _ = blended_skin(own, ours)
    np.testing.assert_allclose(np.sort(theirs, axis=0), np.sort(ours, axis=0), atol=5e-5)


def test_numbers_that_are_not_finite_and_an_empty_file_are_refused(tmp_path, stranger):
    stranger.vertices[7, 1] = np.nan
    refused(stranger, tmp_path, ["not finite"])
    (tmp_path / "empty.glb").write_bytes(b"")
    with pytest.raises(FileError, match=r"empty\.glb: it is empty"):
        imported_hand(tmp_path / "empty.glb")


@pytest.mark.parametrize(("folder", "name", "side"), RIGS)
def test_artists_hands_fit_within_a_millimetre(reference_data, folder, name, side):
    found = read(reference_data("hands", folder, name))
    assert found.hand.side == side
    assert found.report.max_fit_mm < 1.0
    assert found.report.median_fit_mm < 0.3
    assert found.report.repairs == ()
    assert len(found.rig.faces) >= 3500


def test_an_artist_s_mesh_is_exact_in_its_bind_pose(reference_data):
    """Against trimesh's reading of the same file."""
    import trimesh

    path = reference_data("hands", "webxr_generic", "right.glb")
    found = read(path)
    scene = trimesh.load_scene(path, process=False)
    theirs = np.asarray(next(iter(scene.geometry.values())).vertices)
    ours, _ = blended_skin(found.rig, joint_transforms(found.rig, found.hand, found.bind_q))
    ours = ours[: len(theirs)].astype(float)
    # Up to a rigid motion: distances from a few places are the same.
    for k in (0, 300, 900):
        np.testing.assert_allclose(
            np.linalg.norm(ours - ours[k], axis=1),
            np.linalg.norm(theirs - theirs[k], axis=1),
            atol=1e-6,
        )


def test_nails_that_an_artist_drew_are_found(reference_data):
    found = read(reference_data("hands", "godot_cc0", "Hand_Nails_R.gltf"))
    assert found.report.nails == "by texture island"
    last = {found.rig.joint_names[k] for k in found.rig.joints[found.rig.nails, 0]}
    assert {name.split("-")[0] for name in last} == {"thumb", "index", "middle", "ring", "pinky"}
    assert all(name.endswith(("distal", "tip")) for name in last)


def test_closed_form_ik_works_on_an_artist_s_hand(reference_data, rng):
    hand = read(reference_data("hands", "godot_cc0", "Hand_Nails_R.gltf")).hand
    assert np.abs(hand.spec.middle_offset).max() > 1e-3  # else this shows nothing
    q = corpus()["tripod"].q
    goal, _ = pad_positions(hand, q)
    found, miss = HandTarget(hand).place(np.zeros(hand.dof), goal)
    np.testing.assert_allclose(pad_positions(hand, found)[0], goal, atol=1e-6)
    assert np.max(miss) < 1e-6
