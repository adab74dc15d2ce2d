"""Which ways of taking a thing are expected to differ, before any of them is played, and how
much: another grip from above says more than the same grip turned by 40°.
"""

from collections.abc import Sequence

import numpy as np

from prehensile.control.place.candidate import Candidate
from prehensile.quality.judge.came_from import degrees_between
from prehensile.quality.judge.way_taken import APART, TURNED, Way

FAR, ACROSS = 2 * APART, 2 * TURNED
"""[m] and [degrees] from which a way is as new as it can be"""
OTHER_DIGITS = 0.75
"""How new other digits are at the same place"""
ALIKE = 2
"""Candidates of one place and side that are looked at: the best may fail"""
SAME = 0.25
"""Two placements whose matrices differ less are the same"""


def expected_way(candidate: Candidate, fingers: Sequence[str], R_world_object: np.ndarray) -> Way:
    """What a candidate would be, by the digits of its style and how the object stands (3, 3).

    A thumb presses as hard as all that opposes it: the middle lies half way between the sides that
    are touched, however many digits touch each.
    """
    back = R_world_object @ candidate.T_object_palm[:3, :3] @ candidate.approach
    at = candidate.touched
    middle = 0.5 * (at.min(axis=0) + at.max(axis=0)) if len(at) else np.zeros(3)
    return Way(middle, back / np.linalg.norm(back), frozenset(fingers))


def novelty(way: Way, others: Sequence[Way]) -> float:
    """0 to 1: how much a way differs from the one of the others that it is most like."""
    return min((_between(way, other) for other in others), default=1.0)


def _between(one: Way, other: Way) -> float:
    apart = float(np.linalg.norm(one.middle - other.middle)) / FAR
    turned = degrees_between(one.comes_from, other.comes_from) / ACROSS
    digits = OTHER_DIGITS * (one.pressing != other.pressing)
    return min(max(apart, turned, digits), 1.0)


def same_placement(one: Candidate, other: Candidate) -> bool:
    """Whether the hand lies there alike, whichever way it came."""
    return bool(np.linalg.norm(one.T_object_palm - other.T_object_palm) < SAME)


def could_hold(candidate: Candidate) -> bool:
    """Whether its contacts could carry the object by friction; what cannot seldom does."""
    return bool(np.isfinite(candidate.need))


def spread(found: Sequence[tuple[Candidate, Way]], most: int) -> list[Candidate]:
    """The first ``most`` of candidates, best first, with few of each place and side; those whose
    contacts could hold before the others.
    """
    chosen: list[tuple[Candidate, Way]] = []
    for candidate, way in sorted(found, key=lambda item: not could_hold(item[0])):
        if len(chosen) == most:
            break
        alike = [other for other, its_way in chosen if not way.elsewhere(its_way)]
        known = any(same_placement(candidate, other) for other in alike)
        if len(alike) < ALIKE and not known:
            chosen.append((candidate, way))
    return [candidate for candidate, _ in chosen]
