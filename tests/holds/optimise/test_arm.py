"""Forearms that hang, by their axes."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.directions import OUT
from prehensile.holds.kinds.edge import edge
from prehensile.holds.optimise.arm import START_DISTANCE, hanging_rotation, start_pose
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3, so3


def test_a_hanging_forearm_is_a_rotation_in_line_with_the_pull(rng):
    ways = rng.standard_normal((20, 3))
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    for push, sign in ((False, -1), (True, 1)):
        R = hanging_rotation(ways, push)
        np.testing.assert_allclose(
            R @ np.swapaxes(R, -1, -2), np.tile(np.eye(3), (20, 1, 1)), atol=1e-12
        )
        np.testing.assert_allclose(np.linalg.det(R), 1)
        np.testing.assert_allclose(R[..., 0], sign * ways)
        assert (R[..., 2] @ OUT > -1e-12).all()  # the back of the hand looks at the climber


def test_a_pull_straight_out_has_a_forearm_too():
    assert np.linalg.det(hanging_rotation(OUT)) == pytest.approx(1)


def test_fingertips_start_16_cm_in_front():
    hand, hold = Hand(), edge()
    pose = start_pose(hold, hand, hand.spec.rest)
    tips = pad_positions(hand, hand.spec.rest, se3.from_pose7(pose))[0][1:].mean(axis=0)
    np.testing.assert_allclose(tips, hold.grip + START_DISTANCE * OUT, atol=1e-12)
    np.testing.assert_allclose(so3.from_quat(pose[3:])[:, 0], -hold.pull, atol=1e-12)
