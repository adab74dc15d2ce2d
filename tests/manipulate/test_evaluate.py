import numpy as np

from prehensile.manipulate.evaluate import (
    Played,
    actuation_share,
    evaluation,
    judged_starts,
    play,
)
from prehensile.manipulate.judging import LIMITS, Judge, goal_angle
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.tasks.dial import DialTask

TASK = DialTask()
SHORT = LIMITS["dial"].__class__(seconds=0.5, angle=0.05, rate=0.05, held=0.2)


def idle(starts):
    """Hands that do nothing."""
    rest = TASK.poses.coordinates(starts.q)
    return Table(starts, np.repeat(rest[:, None], 3, axis=1), np.zeros(len(starts))).lookup(TASK)


def test_only_what_is_there_already_is_reached_by_hands_that_do_nothing():
    starts = judged_starts(TASK, 3, 5)
    np.testing.assert_allclose(
        (starts.goal - starts.thing)[:, 0], [goal_angle(5, k) for k in range(3)]
    )
    there = starts.goal.copy()
    there[1:] = starts.thing[1:] + 1.0
    there[0] = starts.thing[0]
    starts = type(starts)(starts.q, starts.qd, starts.thing, starts.rate, there)
    told = evaluation(play(idle(starts), starts, SHORT))
    assert told["goals"] == 3 and told["success"] <= 1 and told["dropped"] == 0
    assert [one["reached"] for one in told["outcomes"]][1:] == [False, False]
    assert told["error_rad_median"] > 0.5


def test_what_is_turned_back_is_no_merit_of_actuating():
    def share(*turned):
        n = len(turned)
        outcome = Judge(SHORT, n).outcome
        return actuation_share(Played(outcome, np.ones(n), np.array(turned), np.zeros((1, n))))

    assert share([0.0, 1.0, 0.0]) == 1
    assert share([0.5, 1.0, 0.5]) == 0.5
    assert share([-0.5, 2.0, -0.5], [0.0, 1.0, 0.0]) == 0.75  # not 3 of 2
    assert share([0.0, 0.0, 0.0]) is None
