"""A wrist path of legs: where it is when, and how fast, by minimum jerk in closed form."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from prehensile.control.experiments.reach_path import BACK, GRASP, LEGS, PLACE, RISE, reach_path

ENDS = np.cumsum((0.0, *LEGS))


@pytest.mark.parametrize("side", ["right", "left"])
def test_it_is_at_its_points_at_the_ends_of_its_legs(side):
    path = reach_path(100.0, side)
    assert path.side == side and path.time[-1] == pytest.approx(ENDS[-1])
    mirror = np.array([1, -1 if side == "left" else 1, 1])
    up, grasp, place, back = np.array([[0, 0, RISE], GRASP, PLACE, BACK])
    wanted = [grasp + back, grasp, grasp, grasp + up, place + up, place, place, place + back]
    at = [np.abs(path.time - end).argmin() for end in ENDS]
    np.testing.assert_allclose(path.pose[at, :3], wanted * mirror, atol=1e-9)
    # The thumb, +y of a right palm and −y of a left one, points up all along.
    thumb = Rotation.from_quat(path.pose[:, 3:], scalar_first=True).apply([0, mirror[1], 0])
    np.testing.assert_allclose(thumb, np.tile([0, 0, 1], (len(thumb), 1)), atol=1e-9)


def test_it_moves_as_smoothly_as_can_be():
    """Minimum jerk from rest to rest: the top speed is 15/8 of the mean, half-way."""
    rate = 1000.0
    path = reach_path(rate)
    speed = np.linalg.norm(np.gradient(path.pose[:, :3], path.time, axis=0), axis=1)
    for leg, seconds in enumerate(LEGS):
        span = slice(*(round(rate * end) for end in ENDS[leg : leg + 2]))
        way = np.linalg.norm(path.pose[span.stop, :3] - path.pose[span.start, :3])
        assert speed[span].max() == pytest.approx(15 / 8 * way / seconds, rel=1e-3, abs=1e-5)
        assert speed[[span.start, span.stop]].max() < 1e-3
        if way:
            assert path.time[span.start + speed[span].argmax()] == pytest.approx(
                (ENDS[leg] + ENDS[leg + 1]) / 2, abs=2 / rate
            )
