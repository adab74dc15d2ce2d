"""The ratio against finite differences, and its clamp."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.holds.optimise.transmission import MOST, transmission
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3

HAND = Hand()
SEGMENT = "index-finger-phalanx-distal"


def test_the_ratio_is_that_of_finite_differences(rng):
    q = rng.uniform(HAND.lower, HAND.upper, (3, HAND.dof))
    forearm = np.tile([0.1, 0.2, 0.3, 0.5, 0.5, -0.5, 0.5], (3, 1))
    T = se3.from_pose7(forearm)
    frame = segment_transforms(HAND, q, T)[SEGMENT]
    local = np.array([0.01, 0.002, -0.005])
    point = frame[:, :3, :3] @ local + frame[:, :3, 3]
    way = np.array([0.0, 0.6, -0.8])
    h, square = 1e-6, np.zeros(3)
    for k in range(HAND.dof):
        ends = []
        for sign in (1, -1):
            moved = q.copy()
            moved[:, k] += sign * h
            f = segment_transforms(HAND, moved, T)[SEGMENT]
            ends.append(f[:, :3, :3] @ local + f[:, :3, 3])
        square += ((ends[0] - ends[1]) @ way / (2 * h)) ** 2
    found = transmission(HAND, q, forearm, SEGMENT, point, way)
    np.testing.assert_allclose(found, np.minimum(MOST, square**-0.5), rtol=1e-6)


def test_a_point_that_cannot_move_is_clamped():
    """The wrist's centre moves by no joint."""
    q, forearm = np.zeros((1, HAND.dof)), np.array([[0, 0, 0, 1.0, 0, 0, 0]])
    found = transmission(HAND, q, forearm, "wrist", np.zeros((1, 3)), np.array([1.0, 0, 0]))
    assert found[0] == pytest.approx(MOST)
