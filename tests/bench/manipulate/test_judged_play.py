"""Figures of play, with hands that do nothing; goals of development."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.bench.manipulate.judged_play import (
    BALL_REFERENCE,
    DIAL_REFERENCE,
    OTHER_REFERENCE,
    PENETRATION,
    ball_figures,
    dial_figures,
    error_cut,
    other_dial_figures,
)
from prehensile.manipulate.evaluate import Played, judged_starts
from prehensile.manipulate.judging import LIMITS, Judge
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.tasks.catalogue import task_named

SEED = 505


def idle(name, monkeypatch):
    """A policy that leaves the hand as it is; trials last for less than a second."""
    monkeypatch.setitem(LIMITS, name, replace(LIMITS[name], seconds=0.2, held=0.1, untouched=0.05))
    task = task_named(name)
    starts = judged_starts(task, 2, SEED)
    rest = np.repeat(task.poses.coordinates(starts.q)[:, None], 3, axis=1)
    return Table(starts, rest, np.zeros(len(starts))).lookup(task)


@pytest.mark.long
def test_a_dial_that_nobody_turns_is_turned_nowhere(monkeypatch):
    lookup = idle("dial", monkeypatch)
    found = dial_figures(lookup, SEED, goals=2)
    assert set(found) == {*DIAL_REFERENCE, PENETRATION}
    assert found["dial_success"] == 0 and found["dial_error_rad_median"] > 0.1
    assert found["dial_seconds_median"] is None and found["dial_cycles_median"] >= 1
    other = other_dial_figures(lookup, SEED, goals=2, held=1)
    assert other == dict.fromkeys(OTHER_REFERENCE, 0)


def test_a_ball_that_nobody_turns_keeps_its_error(monkeypatch):
    found = ball_figures(idle("ball", monkeypatch), SEED, goals=2)
    assert set(found) == {*BALL_REFERENCE, PENETRATION}
    assert 0 <= found["ball_drop_rate"] <= 1
    assert found["ball_error_cut_median"] < 0.9


def test_what_was_dropped_counts_as_no_better(monkeypatch):
    lookup = idle("dial", monkeypatch)
    starts = judged_starts(lookup.task, 3, SEED)
    first = lookup.task.errors(starts)[1]
    outcome = Judge(LIMITS["dial"], 3).outcome._replace(
        error=first * [0.25, 0.25, 2.0], dropped=np.array([False, True, True])
    )
    played = Played(outcome, np.ones(3), np.zeros((3, 3)), np.zeros((1, 3)))
    np.testing.assert_allclose(error_cut(lookup, starts, played), [0.75, 0.0, -1.0])
