"""Exploring: postures in turn, planned forces reached, spoiled touches told."""

import numpy as np
import pytest

from prehensile.capture.lab.postures import POSTURES
from prehensile.capture.lab.tasks import explore
from prehensile.capture.lab.touches import contact_force
from prehensile.hand.segments import TIP_SEGMENT


class Spoiling:
    """A generator that spoils every touch in one way."""

    def __init__(self, way):
        self._rng, self._way = np.random.default_rng(0), way

    def random(self):
        return 0.0

    def choice(self, ways):
        assert self._way in ways
        return self._way

    def __getattr__(self, name):
        return getattr(self._rng, name)


def test_postures_follow_each_other(explored):
    plans = explored.truth.plans
    assert [plan["posture"] for plan in plans] == list(POSTURES)
    low, high = explore.FORCE
    assert all(low <= plan["planned_force"] <= high for plan in plans)


def test_the_resting_force_is_about_what_was_planned(explored):
    # Friction and the plank take their part: planned is what joints alone would give.
    clip = explored.truth.clip
    force = -contact_force(clip, f"right/{TIP_SEGMENT['index']}", "plank")[:, 2]
    for plan in explored.truth.plans:
        k = int(np.searchsorted(clip.time, plan["start"] + plan["seconds"] + 0.4))
        assert 0.4 < force[k] / plan["planned_force"] < 2.5


@pytest.mark.parametrize("way", explore.WAYS)
def test_spoiled_touches_are_told(subject, way):
    told = []
    found = explore.record(subject, Spoiling(way), 1, lambda *done: told.append(done))
    (plan,) = found.plans
    assert told == [(1, 1)] and plan["spoiled"] == way and "index_pip_flex" in plan["uninformed"]
    assert plan["until"] == pytest.approx(found.clip.time[-1], abs=2e-3)
    force = contact_force(found.clip, f"right/{TIP_SEGMENT['index']}", "plank")
    if way == "light":
        assert np.abs(force).max() < 0.2
    pip = subject.hand.joint_index("index_pip_flex")
    if way == "limit":
        moving = np.abs([move.change[pip] for move in found.reference.moves[1:]])
        assert moving.max() < 1e-9
