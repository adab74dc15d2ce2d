"""The closed loop's answer to an error of acceleration, and the runs it is asked of."""

import numpy as np
import pytest

from prehensile.control.example.example import grasp_example
from prehensile.control.example.loop import needed_pulls, runs_of, through_loop
from prehensile.control.example.smooth_motion import RATE
from prehensile.control.law.gains import GRASPS

SPRING, DAMPER = 400.0, 100.0


def test_a_steady_error_ends_at_its_spring():
    steady = np.full((600, 1), 20.0)
    out = through_loop(steady, [slice(0, 600)], (SPRING, DAMPER))
    assert out[-1, 0] == pytest.approx(20.0 / SPRING, rel=1e-3)
    quarter = round(0.25 * RATE)
    assert out[quarter, 0] == pytest.approx((1 - np.exp(-1)) * 20.0 / SPRING, rel=0.1)


def test_every_run_begins_at_rest_and_the_rest_is_left_out():
    used = np.array([False, True, True, False, False, True])
    assert runs_of(used) == [slice(1, 3), slice(5, 6)]
    out = through_loop(np.ones((6, 1)), runs_of(used), (SPRING, DAMPER))[:, 0]
    assert out[0] == out[3] == out[4] == 0
    assert out[1] == out[5] > 0


def test_at_rest_a_pose_needs_twice_its_way_from_neutral(played):
    example = grasp_example(played.clip, played.hand)
    wanted, loop = needed_pulls(example, played.passive, GRASPS, "outboard")
    still = int(np.abs(example.motion.qd).max(axis=1).argmin())
    q = example.motion.q[still]
    np.testing.assert_allclose(
        wanted[still] / GRASPS.spring, 2 * q - played.passive.neutral, atol=np.radians(12)
    )
    assert loop[0] == (2 * GRASPS.spring, 2 * GRASPS.damper)
