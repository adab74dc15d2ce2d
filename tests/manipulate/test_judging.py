"""The test itself: goals by seed, limits as agreed, and a judge that keeps to them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from scipy.stats import kstest

from prehensile.errors import InputError
from prehensile.manipulate.judging import (
    LIMITS,
    TIMESTEP,
    TRIALS,
    Judge,
    goal_angle,
    goal_turn,
    start_stream,
)


def test_limits_are_those_agreed():
    dial, ball = LIMITS["dial"], LIMITS["ball"]
    assert (dial.seconds, dial.angle, dial.rate, dial.held) == (20, 0.05, 0.05, 0.5)
    assert (ball.seconds, ball.angle, ball.distance, ball.held) == (30, 0.3, 0.01, 0.5)
    assert ball.untouched == 0.5 and TRIALS == {"dial": 100, "ball": 50}
    assert pytest.approx(1 / 120) == TIMESTEP


def test_goals_are_spread_as_they_should_be():
    angles = np.array([goal_angle(0, k) for k in range(400)])
    assert kstest(angles, "uniform", args=(-np.pi, 2 * np.pi)).pvalue > 0.01
    turns = Rotation.from_quat([goal_turn(0, k) for k in range(400)], scalar_first=True).as_rotvec()
    size = np.linalg.norm(turns, axis=1)
    assert kstest(size, "uniform", args=(0, np.pi / 2)).pvalue > 0.01
    for axis in (turns / size[:, None]).T:  # each coordinate of a direction is uniform
        assert kstest(axis, "uniform", args=(-1, 2)).pvalue > 0.01


def test_a_trial_depends_on_its_seed_and_number_alone():
    assert goal_angle(7, 3) == goal_angle(7, 3)
    assert len({goal_angle(s, t) for s in range(3) for t in range(3)}) == 9
    first, again = (start_stream(7, 3).random(4) for _ in range(2))
    np.testing.assert_array_equal(first, again)
    assert start_stream(7, 3).uniform(-np.pi, np.pi) != goal_angle(7, 3)
    with pytest.raises(InputError, match="must not be negative"):
        goal_angle(-1, 0)


def run(judge, steps, **seen):
    for _ in range(steps):
        judge.see(**seen)
    return judge.outcome


def test_a_goal_is_reached_after_half_a_second_there_without_a_break():
    judge = Judge(LIMITS["dial"], 1)
    assert not run(judge, 59, error=np.array([0.04])).reached
    run(judge, 1, error=np.array([0.06]))
    assert not run(judge, 59, error=np.array([-0.05]), rate=np.array([0.05])).reached
    done = run(judge, 1, error=np.array([0.05]))
    assert done.reached and done.over
    assert done.seconds == pytest.approx(120 / 120) and done.error == pytest.approx(0.05)
    later = run(judge, 200, error=np.array([2.0]))  # looked at no more
    assert later.reached and later.error == pytest.approx(0.05)


def test_one_that_turns_or_is_elsewhere_or_is_not_a_number_is_not_there():
    for limits, seen in (
        ("dial", {"error": np.zeros(1), "rate": np.array([-0.06])}),
        ("dial", {"error": np.array([np.nan])}),
        ("ball", {"error": np.zeros(1), "distance": np.array([0.011])}),
        ("ball", {"error": np.zeros(1), "distance": np.array([np.nan])}),
    ):
        assert not run(Judge(LIMITS[limits], 1), 100, **seen).reached


def test_time_is_up_after_twenty_seconds():
    judge = Judge(LIMITS["dial"], 2, 1 / 60)
    run(judge, 1199 - 29, error=np.ones(2))
    done = run(judge, 29, error=np.array([0.0, 1.0]))
    assert not done.over.any()
    done = run(judge, 1, error=np.array([0.0, 1.0]))  # the last step that counts
    assert done.over.all() and done.reached.tolist() == [True, False]
    assert done.seconds[0] == pytest.approx(20) and np.isnan(done.seconds[1])


def test_a_ball_is_dropped_after_half_a_second_without_a_contact():
    judge = Judge(LIMITS["ball"], 2)
    away = {"error": np.ones(2), "touched": np.array([False, True])}
    assert not run(judge, 59, **away).dropped.any()
    run(judge, 1, error=np.ones(2))  # touched once
    run(judge, 59, **away)
    assert run(judge, 1, **away).dropped.tolist() == [True, False]
    done = run(judge, 60, error=np.zeros(2), touched=True)  # too late for the first
    assert done.reached.tolist() == [False, True] and done.dropped.tolist() == [True, False]
    # A dial is never dropped.
    assert not run(Judge(LIMITS["dial"], 1), 500, error=np.ones(1), touched=False).dropped


@given(st.lists(st.booleans(), min_size=1, max_size=300))
def test_it_agrees_with_a_look_at_the_whole_course(near):
    """The first window of 60 steps in a row, by brute force."""
    judge = Judge(LIMITS["dial"], 1)
    for there in near:
        judge.see(np.array([0.0 if there else 1.0]))
    windows = [k for k in range(60, len(near) + 1) if all(near[k - 60 : k])]
    assert judge.outcome.reached[0] == bool(windows)
    if windows:
        assert judge.outcome.seconds[0] == pytest.approx(windows[0] / 120)


def test_bad_input():
    with pytest.raises(InputError, match="cannot judge 0 trials"):
        Judge(LIMITS["dial"], 0)
    with pytest.raises(InputError, match="timestep of nan"):
        Judge(LIMITS["dial"], 1, float("nan"))
