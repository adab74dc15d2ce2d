"""When a path grasps and lets go."""

import numpy as np
import pytest

from prehensile.control.arm.keyed import KeyedArm
from prehensile.control.experiments.reach_path import LEGS, reach_path
from prehensile.control.keyed.times import (
    checked_release,
    grasp_stop,
    meeting,
    release_time,
    stops,
    thrown,
)
from prehensile.errors import InputError
from prehensile.motion.mocap.wrist_path import WristPath

ENDS = np.cumsum(LEGS)


def _arm(xyz, seconds):
    xyz = np.asarray(xyz, dtype=float)
    quat = np.tile([1.0, 0, 0, 0], (len(xyz), 1))
    return KeyedArm(
        WristPath(np.linspace(0, seconds, len(xyz)), np.concatenate([xyz, quat], axis=1))
    )


def test_the_two_stops_of_a_reach_and_a_place():
    found = stops(KeyedArm(reach_path()))
    assert [s.begin for s in found[:1] + found[-1:]] == pytest.approx([ENDS[0], ENDS[4]], abs=0.1)
    assert [s.end for s in found[:1] + found[-1:]] == pytest.approx([ENDS[1], ENDS[5]], abs=0.1)


def test_it_lets_go_where_it_comes_down_and_draws_back():
    arm = KeyedArm(reach_path())
    assert release_time(arm, ENDS[1]) == pytest.approx(ENDS[4], abs=0.1)


def test_what_is_held_in_the_air_at_the_end_is_not_let_go():
    path = reach_path()
    up_to = path.time <= ENDS[3] + 0.3
    lifted = WristPath(path.time[up_to], path.pose[up_to])
    assert release_time(KeyedArm(lifted), ENDS[1]) is None


def test_without_a_stop_the_slowest_moment():
    t = np.linspace(0, 2, 121)
    x = t + 0.2 * np.sin(np.pi * t)  # slowest at 1 s: 0.37 m/s of 1.63
    found = stops(_arm(np.stack([x, 0 * t, 0 * t], axis=1), 2.0))
    assert len(found) == 1 and found[0].begin == pytest.approx(1.0, abs=0.02)


def test_a_path_that_never_slows_down_is_refused():
    t = np.linspace(0, 1, 61)
    with pytest.raises(InputError, match="--at"):
        grasp_stop(_arm(np.stack([t, 0 * t, 0 * t], axis=1), 1.0))


def test_short_hesitations_are_passed_over():
    still = lambda p, n: np.tile(p, (n, 1))  # noqa: E731 (three short lines read best in a row)
    move = lambda a, b: np.linspace(a, b, 40)[1:-1]  # noqa: E731
    a, b, c, d = np.eye(4, 3) * 0.3
    xyz = np.concatenate([move(a, b), still(b, 9), move(b, c), still(c, 50), move(c, d)])
    arm = _arm(xyz, (len(xyz) - 1) / 60)
    assert len(stops(arm)) == 2
    assert grasp_stop(arm) == stops(arm)[1]


def test_it_meets_a_standing_object_where_it_is_nearest_first():
    t = np.linspace(0, 4, 241)
    arm = _arm(np.stack([t, 0 * t, 0 * t], axis=1), 4.0)
    distance = np.minimum(np.abs(t - 1), 0.5 * np.abs(t - 3)) + 0.001
    found = meeting(arm, t, distance, 0.03)
    assert 0.5 * (found.begin + found.end) == pytest.approx(1.0, abs=0.02)


def test_release_must_lie_on_the_carry():
    arm = KeyedArm(reach_path())
    assert checked_release(arm, 3.0, 1.9) == 3.0
    for wrong in (1.0, 7.0, float("nan")):
        with pytest.raises(InputError, match="release"):
            checked_release(arm, wrong, 1.9)


def test_what_is_let_go_of_in_motion_is_thrown():
    arm = KeyedArm(reach_path())
    assert thrown(arm, 3.1)
    assert not thrown(arm, ENDS[4] + 0.1)


def test_a_hand_lets_go_when_the_arm_is_down_but_in_time_to_open():
    arm = KeyedArm(reach_path())
    stop = stops(arm)[-1]
    at_once = release_time(arm, ENDS[1])
    assert at_once is not None and at_once > stop.begin
    there = arm.at(0.5 * (stop.begin + stop.end)).pose
    assert np.linalg.norm(arm.at(at_once).pose[:3] - there[:3]) < 5e-4
    assert release_time(arm, ENDS[1], opening=2.0) == stop.begin
