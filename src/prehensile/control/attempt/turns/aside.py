"""What nearly held is tried a little to the side: blind steps, each from the best so far.

Placements come from a list of hand shapes and sections; between two of them lie others. Where the
hand is a few millimetres off, an object tilts in it or is pushed away, which no measure of the
places tells, but the next rehearsal does.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from prehensile.control.attempt.rehearsal import Rehearsal
from prehensile.control.place.candidate import Candidate
from prehensile.lie import se3

NEAR = 1.5
"""`Rehearsal.off` from which nothing a little to the side will do"""
STEPS = 6
"""Rehearsals spent on it, at most"""
SHIFT, TURN = 0.0015, np.radians(1.5)
"""[m] and [rad] of a step along each axis of the palm, one standard deviation: twice as much, and
open fingers begin inside the object"""

Went = tuple[Rehearsal, Candidate]


def nearly_held(tried: Sequence[Went]) -> Went | None:
    """What comes nearest to what would do, if any is near."""
    near = [item for item in tried if _is_near(item[0])]
    return min(near, key=lambda item: _amiss(item[0]), default=None)


def a_little_aside(
    nearly: Went, once: Callable[[Candidate], Rehearsal | None], rng: np.random.Generator
) -> Iterator[Went]:
    """What was tried beside what nearly held, one after the other, as long as it is asked for."""
    best = nearly
    for _ in range(STEPS):
        candidate = moved(best[1], rng)
        went = once(candidate)
        if went is None:
            continue
        yield went, candidate
        if _is_near(went) and _amiss(went) < _amiss(best[0]):
            best = went, candidate


def moved(candidate: Candidate, rng: np.random.Generator) -> Candidate:
    """The same hand a little to the side, and a little turned."""
    step = np.concatenate([SHIFT * rng.normal(size=3), TURN * rng.normal(size=3)])
    T_object_palm = candidate.T_object_palm @ se3.exp(step)
    T_palm_forearm = se3.inverse(candidate.T_object_palm) @ candidate.T_object_forearm
    return replace(
        candidate,
        T_object_palm=T_object_palm,
        T_object_forearm=T_object_palm @ T_palm_forearm,
    )


def _is_near(went: Rehearsal) -> bool:
    return went.lifted and went.asked and went.serves and went.outside and went.off < NEAR


def _amiss(went: Rehearsal) -> tuple[int, float]:
    """What is wrong with it beside that it does not lie still, and how little it lies still."""
    return len(set(went.faults) - {"undisturbed"}), went.off
