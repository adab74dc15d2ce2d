import numpy as np
import pytest
import trimesh
from tests.skin.oracle.blend_skinning import bind_transforms, posed_vertices

from prehensile.hand.corpus import named_pose
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.capsules import hand_capsules
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.rig import joint_transforms


def sized(side, percentile):
    return HandSpec.at_percentile(percentile, side).build()


HANDS = [("right", 5), ("left", 50), ("right", 95)]


@pytest.mark.parametrize(("side", "percentile"), HANDS)
def test_it_is_one_closed_surface_with_its_outside_out(side, percentile):
    rig = hand_rig(sized(side, percentile))
    place, first, row = np.unique(rig.vertices, axis=0, return_index=True, return_inverse=True)
    mesh = trimesh.Trimesh(place, row.reshape(-1)[rig.faces], process=False)
    assert mesh.is_watertight and mesh.is_winding_consistent
    assert mesh.body_count == 1
    assert mesh.volume > 1e-4
    assert np.allclose(np.linalg.norm(rig.normals, axis=1), 1, atol=1e-5)
    assert (np.sum(mesh.vertex_normals * rig.normals[first], axis=1) > 0.7).all()


def test_seams_of_the_atlas_stay_shut():
    """Vertices at one place differ in their place in the picture only: no pose parts them."""
    hand = sized("right", 50)
    rig = hand_rig(hand)
    assert rig.uv is not None and rig.uv.min() >= 0 and rig.uv.max() <= 1
    _, row, count = np.unique(rig.vertices, axis=0, return_inverse=True, return_counts=True)
    assert 100 < (count > 1).sum() < 0.2 * len(rig.vertices)
    q = np.array(named_pose(hand, "fist").q)
    skin = posed_vertices(rig, joint_transforms(rig, hand, q))
    order = np.argsort(row.reshape(-1), kind="stable")
    same = np.diff(row.reshape(-1)[order]) == 0
    assert np.abs(np.diff(skin[order], axis=0)[same]).max() < 1e-12
    assert (np.abs(np.diff(rig.uv[order], axis=0)[same]).max(axis=1) > 0).all()


@pytest.mark.parametrize(("side", "percentile"), HANDS)
def test_joints_stand_where_ours_do(side, percentile, rng):
    hand = sized(side, percentile)
    rig = hand_rig(hand)
    assert len(rig.joint_names) == 25 and rig.parents[0] == -1
    q = rng.uniform(hand.lower, hand.upper, (4, hand.dof))
    forearm = se3.exp(rng.normal(size=(4, 6)))
    T = joint_transforms(rig, hand, q, forearm)
    poses = segment_transforms(hand, q, forearm)
    for k, name in enumerate(rig.joint_names):
        if name in hand.segments:
            assert np.allclose(T[:, k], poses[name])
    for digit, name in TIP_SEGMENT.items():
        k = [i for i, s in enumerate(rig.segments) if s == name][-1]
        end = poses[name] @ [hand.segments[name].length, 0, 0, 1]
        assert rig.joint_names[k].endswith("-tip"), digit
        assert np.allclose(T[:, k, :3, 3], end[:, :3])


def test_at_its_bind_pose_the_skin_is_the_bind_mesh():
    rig = hand_rig(sized("left", 50))
    assert np.allclose(posed_vertices(rig, bind_transforms(rig)), rig.vertices, atol=1e-6)


def test_moving_the_arm_moves_the_skin_rigidly(rng):
    hand = sized("right", 50)
    rig = hand_rig(hand)
    q = np.array(named_pose(hand, "tripod").q)
    forearm = se3.exp(rng.normal(size=6))
    still = posed_vertices(rig, joint_transforms(rig, hand, q))
    moved = posed_vertices(rig, joint_transforms(rig, hand, q, forearm))
    assert np.allclose(moved, se3.apply(forearm, still), atol=1e-6)


def test_the_other_hand_is_the_mirror_image():
    right, left = sized("right", 50), sized("left", 50)
    q = np.array(named_pose(right, "tip_pinch").q)
    skins = [
        posed_vertices(hand_rig(h), joint_transforms(hand_rig(h), h, q)) for h in (right, left)
    ]
    assert np.allclose(skins[0] * [1, -1, 1], skins[1], atol=1e-6)


@pytest.mark.parametrize("pose", ["neutral", "palmar_pinch", "medium_wrap"])
def test_it_lies_close_over_what_collides(pose):
    """Skin that a finger's phalanx carries lies near the capsules of the simulation."""
    hand = sized("right", 50)
    rig = hand_rig(hand)
    q = np.array(named_pose(hand, pose).q)
    skin = posed_vertices(rig, joint_transforms(rig, hand, q))
    on_finger = np.array([name.endswith(("intermediate", "distal")) for name in rig.joint_names])
    strongest = rig.joints[np.arange(len(skin)), rig.weights.argmax(axis=1)]
    capsules = hand_capsules(hand, q, DIGITS)
    distance = np.abs(capsules.distance(skin[on_finger[strongest]]).min(axis=1))
    assert np.median(distance) < 0.0015
    assert np.quantile(distance, 0.95) < 0.004


def test_fingertips_end_where_the_bones_do():
    hand = sized("right", 95)
    rig = hand_rig(hand)
    skin = posed_vertices(rig, joint_transforms(rig, hand, np.zeros(hand.dof)))
    for name in TIP_SEGMENT.values():
        k = rig.joint_names.index(name)
        own = rig.joints[np.arange(len(skin)), rig.weights.argmax(axis=1)] == k
        local = se3.apply(
            se3.inverse(segment_transforms(hand, np.zeros(hand.dof))[name]), skin[own]
        )
        assert abs(local[:, 0].max() - hand.segments[name].length) < 5e-4, name


def test_nails_are_on_the_backs_of_the_fingertips():
    hand = sized("left", 50)
    rig = hand_rig(hand)
    assert 30 < rig.nails.sum() < 0.1 * len(rig.nails)
    T = bind_transforms(rig)
    strongest = rig.joints[np.arange(len(rig.nails)), rig.weights.argmax(axis=1)][rig.nails]
    assert {rig.joint_names[k] for k in strongest} == set(TIP_SEGMENT.values())
    backs = T[strongest, :3, 2]
    assert (np.sum(backs * rig.normals[rig.nails], axis=1) > 0.2).mean() > 0.9


def test_weights_are_what_gltf_asks_for():
    rig = hand_rig(sized("right", 50))
    assert rig.joints.dtype == np.uint8 and rig.weights.dtype == np.float32
    assert np.allclose(rig.weights.sum(axis=1), 1, atol=1e-6)
    assert (rig.joints[rig.weights == 0] == 0).all()


def test_it_is_made_once_for_equal_hands():
    assert hand_rig(sized("right", 50)) is hand_rig(sized("right", 50))
