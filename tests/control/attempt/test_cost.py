"""What planning costs: the play that is shown apart, nested and failed grasps included."""

import time

import numpy as np
import pytest

from prehensile.control.attempt.cost import (
    PLAN,
    PLAY,
    PLAYS,
    cpu_seconds,
    note_play,
    planning_noted,
)
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack


def burn(seconds: float) -> None:
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


def clip_of(meta: dict) -> Clip:
    """Without hands and bodies."""
    none = np.zeros((1, 0))
    return Clip(np.zeros(1), (), (), ContactTrack.empty(1), np.zeros((1, 0, 5)), none, meta)


def test_the_clock_counts_work_and_not_sleep() -> None:
    began = cpu_seconds()
    time.sleep(0.1)
    slept = cpu_seconds() - began
    burn(0.1)
    assert slept < 0.09 < cpu_seconds() - began


def test_plays_are_counted_and_the_shown_one_left_out() -> None:
    @planning_noted
    def grasp(obj: str = "box") -> Clip:
        burn(0.1)
        began = cpu_seconds()
        burn(0.1)
        note_play(began)
        began = cpu_seconds()
        burn(0.3)
        return clip_of({PLAY: note_play(began)})

    for clip in (grasp("box"), grasp(obj="ball"), grasp()):
        assert clip.meta[PLAYS] == 2
        assert clip.meta[PLAY] == pytest.approx(0.3, abs=0.1)
        assert clip.meta[PLAN] == pytest.approx(0.2, abs=0.1)
    outside = note_play(cpu_seconds())  # counts for nobody
    assert outside < 0.1


def test_a_real_clip_says_what_it_took(store) -> None:
    meta = store.grasped("mug").meta
    assert meta[PLAYS] == meta["played"]
    assert meta[PLAN] > 0 and meta[PLAY] > 0
