"""Every Jacobian against central differences (h = 1e-6 rad, so 1e-10 of truncation) and MuJoCo."""

import mujoco
import numpy as np
import pytest
from tests.hand.tiny_hand import mapping_of, tiny_hand

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.loaded.load import load_hand
from prehensile.hand.model import build_hand_model
from prehensile.hand.parse import parse_hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.jacobian import pad_jacobians, point_jacobian
from prehensile.lie import se3, so3

STEP, TOLERANCE = 1e-6, 1e-8
HANDS = ["right", "left", "right:p5", "left:p95", "right:seed=4"]


def frame_at(hand, q, segment, point, root) -> np.ndarray:
    """The frame that sits at the point and turns with the segment. (..., 4, 4)"""
    T = np.array(segment_transforms(hand, q, root)[segment])
    T[..., :3, 3] = se3.apply(T, point)
    return T


def by_differences(hand, q, segment, point, root, frame) -> np.ndarray:
    columns = []
    for step in STEP * np.eye(hand.dof):
        ahead, behind = (frame_at(hand, q + s, segment, point, root) for s in (step, -step))
        if frame == "body":
            columns.append(se3.log(se3.inverse(behind) @ ahead) / (2 * STEP))
            continue
        move = ahead[..., :3, 3] - behind[..., :3, 3]
        turn = so3.log(ahead[..., :3, :3] @ np.swapaxes(behind[..., :3, :3], -1, -2))
        columns.append(np.concatenate([move, turn], axis=-1) / (2 * STEP))
    return np.stack(columns, axis=-1)


def random_root(rng, *batch) -> np.ndarray:
    return se3.exp(rng.normal(size=(*batch, 6)))


@pytest.mark.parametrize("text", HANDS)
@pytest.mark.parametrize("frame", ["world", "body"])
def test_every_segment_against_differences(text, frame, rng):
    hand = parse_hand(text).build()
    q = rng.uniform(hand.lower, hand.upper, (4, 23))
    root = random_root(rng, 4)
    for name in hand.segments:
        point = rng.normal(size=3) * 0.03
        found = point_jacobian(hand, q, name, point, root, frame)
        wanted = by_differences(hand, q, name, point, root, frame)
        np.testing.assert_allclose(found, wanted, atol=TOLERANCE)


@pytest.mark.parametrize("text", HANDS)
def test_every_segment_against_mujoco(text, rng):
    hand = parse_hand(text).build()
    model = build_hand_model(hand, "free").compile()
    data = mujoco.MjData(model)
    of_q = [model.joint(name).qposadr[0] for name in hand.joint_names]
    of_v = [model.joint(name).dofadr[0] for name in hand.joint_names]
    start = model.joint("forearm").qposadr[0]
    for q in rng.uniform(hand.lower, hand.upper, (5, 23)):
        pose = se3.to_pose7(random_root(rng))
        data.qpos[of_q], data.qpos[start : start + 7] = q, pose
        mujoco.mj_kinematics(model, data)
        mujoco.mj_comPos(model, data)
        for name in hand.segments:
            point = rng.normal(size=3) * 0.03
            world = se3.apply(segment_transforms(hand, q, se3.from_pose7(pose))[name], point)
            theirs = np.zeros((6, model.nv))
            mujoco.mj_jac(model, data, theirs[:3], theirs[3:], world, model.body(name).id)
            ours = point_jacobian(hand, q, name, point, se3.from_pose7(pose))
            np.testing.assert_allclose(ours, theirs[:, of_v], atol=1e-13)


@pytest.mark.parametrize("frame", ["world", "body"])
def test_pads_are_points_of_the_fingertips_and_axes_are_batches(frame, rng):
    hand = Hand()
    q, root = rng.uniform(hand.lower, hand.upper, (3, 2, 23)), random_root(rng, 2)
    found = pad_jacobians(hand, q, root, frame)
    assert found.shape == (3, 2, 5, 6, 23)
    for k, name in enumerate(TIP_SEGMENT.values()):
        pad = hand.segments[name].pad
        assert pad is not None
        for i, j in np.ndindex(3, 2):
            one = point_jacobian(hand, q[i, j], name, pad, root[j], frame)
            np.testing.assert_allclose(found[i, j, k], one, atol=1e-14)


def test_a_following_joint_counts_in_its_leaders_column(tmp_path, rng):
    path = tmp_path / "tiny.xml"
    path.write_text(tiny_hand(couple_dip=True))
    hand = load_hand(path, mapping_of())
    assert hand.followers
    q = rng.uniform(hand.lower, hand.upper)
    for name in TIP_SEGMENT.values():
        point = np.array([0.01, 0.002, -0.003])
        found = point_jacobian(hand, q, name, point)
        wanted = by_differences(hand, q, name, point, None, "world")
        np.testing.assert_allclose(found, wanted, atol=TOLERANCE)


def test_what_does_not_fit_is_refused():
    hand = Hand()
    with pytest.raises(UnknownNameError, match="index-finger-phalanx-distal"):
        point_jacobian(hand, np.zeros(23), "index-finger-phalanx-distel")
    with pytest.raises(UnknownNameError, match="Valid: world, body"):
        pad_jacobians(hand, np.zeros(23), frame="palm")  # pyright: ignore[reportArgumentType]
    with pytest.raises(InputError, match=r"shape \(2,\); expected \(\.\.\., 3\)"):
        point_jacobian(hand, np.zeros(23), "wrist", np.zeros(2))
    with pytest.raises(InputError, match="not finite"):
        point_jacobian(hand, np.zeros(23), "wrist", (0.0, np.nan, 0.0))
