"""Attempts compared: managed first, then how far, then what was promised."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.attempt.attempt import Attempt, better, no_fit, rank
from prehensile.control.attempt.job import Judged
from prehensile.motion.verdict import Verdict
from prehensile.world.catalogue import load_object


def attempt(ok, progress=1.0, unrest=0.0, score=1.0, digits=3, half=False):
    force = np.zeros((1, 1, 5))
    force[..., :digits] = 1.0
    judged = Judged(Verdict(ok, "line"), progress, ok or half, unrest)
    return Attempt(
        SimpleNamespace(score=score),  # type: ignore[arg-type]
        SimpleNamespace(finger_force=force, last_frame_of=lambda phase: 0),  # type: ignore[arg-type]
        judged,
    )


@pytest.mark.parametrize(
    ("worse", "best"),
    [
        (attempt(False, 1.0, score=9), attempt(True, 0.1, score=0)),
        (attempt(False, 0.3, score=9), attempt(False, 0.4)),
        (attempt(False, 1.0, score=9), attempt(False, 0.5, half=True)),
        (attempt(False, half=True, score=9), attempt(True)),
        (attempt(True, score=1), attempt(True, score=2)),
        (attempt(True, digits=3), attempt(True, digits=4)),
        (attempt(True, unrest=0.5), attempt(True, unrest=0.1)),
    ],
)
def test_what_counts_first(worse, best):
    assert rank(best) > rank(worse)
    assert better(worse, best) is best and better(best, worse) is best


def test_one_that_blew_up_is_worse_than_any():
    one = attempt(False)
    assert better(None, one) is one and better(one, None) is one and better(None, None) is None


def test_the_first_of_two_equals_is_kept():
    one, other = attempt(True), attempt(True)
    assert better(one, other) is one


def test_what_does_not_fit_is_said_with_its_size():
    text = no_fit(load_object("ball:r=200mm,mass=2"), "of the corpus")
    assert "40 × 40 × 40 cm" in text and "no pose of the corpus" in text
