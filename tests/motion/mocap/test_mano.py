"""MANO poses made from our own forward kinematics by SciPy's rotations, and read back."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.errors import InputError
from prehensile.hand.segments import FOREARM, PALM, digit_segments
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.mocap.mano import ORDER, R_PALM_MANO, ROOT, mano_motion
from prehensile.motion.mocap.read import read_motion


def mano_pose(hand, q):
    """(T, 45): how each segment is turned against its parent, from zero angles, template axes."""
    C = R_PALM_MANO[hand.side]
    now, rest = segment_transforms(hand, q), segment_transforms(hand, np.zeros(hand.dof))

    def turned(segment):  # in the palm, since the flat hand
        if segment in (PALM, FOREARM):
            return Rotation.identity(len(q))
        R = np.swapaxes(now[PALM][:, :3, :3], 1, 2) @ now[segment][:, :3, :3]
        return Rotation.from_matrix(R @ (rest[PALM][:3, :3].T @ rest[segment][:3, :3]).T)

    parts = []
    for digit in ORDER:
        for segment in digit_segments(digit):
            parent = hand.segments[segment].parent
            local = turned(parent).inv() * turned(segment)
            parts.append(Rotation.from_matrix(C.T @ local.as_matrix() @ C).as_rotvec())
    return np.concatenate(parts, axis=1)


@pytest.fixture(params=["right", "left"])
def hand(request):
    return HandSpec.mean(request.param).build()


@pytest.fixture
def q(hand, rng):
    q = rng.uniform(0.9 * hand.lower, 0.9 * hand.upper, (20, 23))
    q[:, :3] = 0.0
    return q


def test_angles_come_back(hand, q):
    found = mano_motion(hand, {"poses": mano_pose(hand, q)}, flat_hand_mean=True)
    np.testing.assert_allclose(found.q, q, atol=1e-7)
    assert max(found.twist_deg.values()) < 1e-4


def test_a_finger_that_curls_flexes(hand):
    """In the template a right hand's fingers point to −x and its palm to −y: flexion is about +z
    (thumb side); the left one is its mirror image.
    """
    pose = np.zeros((1, 45))
    pose[0, 3:6] = [0, 0, 0.5 if hand.side == "right" else -0.5]  # the index finger's second joint
    found = mano_motion(hand, {"pose": pose}, flat_hand_mean=True)
    # Our index finger fans out a little, so its own axis is not quite z.
    assert found.q[0, hand.joint_index("index_pip_flex")] == pytest.approx(0.5, abs=0.02)


def test_the_root_moves_the_wrist(hand, q, rng):
    pose, turn, shift = mano_pose(hand, q), rng.normal(size=(20, 3)), rng.normal(size=(20, 3))
    whole = {"poses": np.concatenate([turn, pose], 1), "trans": shift}
    apart = {"hand_pose": pose, "global_orient": turn, "transl": shift}
    for arrays in (whole, apart):
        T = mano_motion(hand, arrays, True).T_world_forearm
        np.testing.assert_allclose(T[:, :3, 3], ROOT[hand.side] + shift)
        R = Rotation.from_rotvec(turn).as_matrix()
        np.testing.assert_allclose(T[:, :3, :3] @ R_PALM_MANO[hand.side], R, atol=1e-12)
        np.testing.assert_allclose(se3.inverse(T) @ T, np.tile(np.eye(4), (20, 1, 1)), atol=1e-12)


def test_the_mean_pose_is_added(hand, q):
    pose = mano_pose(hand, q)
    mean = 0.1 * np.ones(45)
    arrays = {"poses": pose - mean, "hands_mean": mean}
    np.testing.assert_allclose(mano_motion(hand, arrays, False).q, q, atol=1e-7)


def test_what_must_be_said(hand, q, tmp_path):
    pose = mano_pose(hand, q)
    path = tmp_path / "mano.npz"
    np.savez(path, poses=pose, mocap_framerate=30.0, betas=np.zeros(10))
    with pytest.raises(InputError, match="--flat-hand-mean or --no-flat-hand-mean"):
        read_motion(path, side=hand.side)
    with pytest.raises(InputError, match="hands_mean"):
        read_motion(path, side=hand.side, flat_hand_mean=False)
    with pytest.raises(InputError, match="give --side"):
        read_motion(path, flat_hand_mean=True)
    clip = read_motion(path, side=hand.side, flat_hand_mean=True)
    np.testing.assert_allclose(clip.hands[0].q, q, atol=1e-7)
    assert clip.meta["import"]["unmapped"] == ["betas"]
    np.savez(path, poses=np.degrees(pose), mocap_framerate=30.0)
    with pytest.raises(InputError, match="degrees"):
        read_motion(path, side=hand.side, flat_hand_mean=True)
