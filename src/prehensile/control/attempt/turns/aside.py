"""What nearly held is tried a little to the side.

Placements come from a list of hand shapes and sections; between two of them lie others. Where the
hand is a few millimetres off, an object tilts in it or is pushed away, which no measure of the
places tells, but the next rehearsal does. The first step goes to where the closing hand pushed the
object: there digits meet it together. The others are blind, each from the best so far.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from prehensile.control.attempt.rehearsal import Rehearsal, Went
from prehensile.control.place.candidate import Candidate
from prehensile.lie import se3

NEAR = 2.0
"""`Rehearsal.off` from which nothing a little to the side will do"""
STEPS = 6
"""Rehearsals spent on it, at most"""
SHIFT, TURN = 0.0015, np.radians(1.5)
"""[m] and [rad] of a step along each axis of the palm, one standard deviation: twice as much, and
open fingers begin inside the object"""


def nearly_held(tried: Sequence[Went]) -> Went | None:
    """What comes nearest to what would do, if any is near."""
    near = [item for item in tried if _is_near(item[0])]
    return min(near, key=lambda item: _amiss(item[0]), default=None)


def a_little_aside(
    nearly: Went, once: Callable[[Candidate], Rehearsal | None], rng: np.random.Generator
) -> Iterator[Went]:
    """What was tried beside what nearly held, one after the other, as long as it is asked for."""
    best = nearly
    for k in range(STEPS):
        candidate = after(*nearly) if k == 0 else moved(best[1], rng)
        went = once(candidate)
        if went is None:
            continue
        yield went, candidate
        if _is_near(went) and _amiss(went) < _amiss(best[0]):
            best = went, candidate


def after(went: Rehearsal, candidate: Candidate) -> Candidate:
    """The same hand, where the object was in it when it had closed."""
    if not went.pushed:
        return candidate
    T_palm_object = se3.inverse(candidate.T_object_palm) @ se3.from_pose7(np.array(went.pushed))
    return _laid(candidate, se3.inverse(T_palm_object))


def moved(candidate: Candidate, rng: np.random.Generator) -> Candidate:
    """The same hand a little to the side, and a little turned."""
    step = np.concatenate([SHIFT * rng.normal(size=3), TURN * rng.normal(size=3)])
    return _laid(candidate, candidate.T_object_palm @ se3.exp(step))


def _laid(candidate: Candidate, T_object_palm: np.ndarray) -> Candidate:
    T_palm_forearm = se3.inverse(candidate.T_object_palm) @ candidate.T_object_forearm
    T_object_forearm = T_object_palm @ T_palm_forearm
    return replace(candidate, T_object_palm=T_object_palm, T_object_forearm=T_object_forearm)


def _is_near(went: Rehearsal) -> bool:
    return went.lifted and went.asked and went.outside and went.off < NEAR


def _amiss(went: Rehearsal) -> tuple[int, float]:
    """What is wrong with it beside that it does not lie still, and how little it lies still."""
    return len(set(went.faults) - {"undisturbed"}), went.off
