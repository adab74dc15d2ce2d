"""Which of many candidates are tried: the best that serve, none like another, some others behind.

Where someone says what is wanted, what meets it comes first and the rest only fills up. Where a
thing is rather taken by its handle, some of the others are kept in any case: it may be that no hand
holds it there.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from prehensile.control.place.candidate import Candidate
from prehensile.control.place.preferred import Preferred

NEAR = 0.25
"""Two placements whose matrices differ less are the same."""
APART = 0.03
"""[m] between two placements that are turned alike, from which they are two places of a handle"""
AT_EASE = 28.0
"""[N] that a hand at a handle is asked to press with, at most, before what is safe is added: harder
pressing fingers push a slender thing away from each other, and hurt"""
OTHERS = 0.25
"""Share of what is tried that is kept for other places than the handle"""


def promises(candidate: Candidate, preferred: Preferred) -> bool:
    """Whether a candidate may serve the purpose: it touches where it should."""
    return preferred.will_do(candidate.touched)


def gently(candidate: Candidate, preferred: Preferred) -> Candidate:
    """The same, pressing no harder than serves at a handle; there nothing counts as hopeless any
    more: many a cup is held by its handle that its contacts do not seem to bear.
    """
    at_handle = preferred.rather_by_handle and preferred.will_do(candidate.touched)
    if not (at_handle and preferred.weight):
        return candidate
    return replace(candidate, need=min(candidate.need, AT_EASE / preferred.weight))


def picked(
    wanted: Sequence[Candidate], others: Sequence[Candidate], most: int, preferred: Preferred
) -> list[Candidate]:
    """Those that are tried, in this order.

    Args:
        wanted: that may do as it is wanted, best first.
        others: that will not, best first.
        most: as many at most.
        preferred: what places are worth.
    """
    keep = round(OTHERS * most) if preferred.rather_by_handle else 0
    if preferred.rather_by_handle:  # far from the centre of mass: what could bear the weight first
        wanted = sorted(wanted, key=lambda c: not np.isfinite(c.need))
    room = max(most - min(keep, len(others)), 1)
    first = varied(wanted, room)
    if preferred.rather_by_handle:  # then other places along it, nearer to the heavy end too
        first += _elsewhere(wanted, first, room - len(first))
    return first + varied(others, most - len(first))


def _elsewhere(
    found: Sequence[Candidate], chosen: Sequence[Candidate], most: int
) -> list[Candidate]:
    """The first ``most`` that lie a finger's breadth or two from all that are like them."""
    more: list[Candidate] = []
    for c in found:
        if len(more) >= most:
            break
        apart = [
            np.linalg.norm(o.T_object_palm[:3, 3] - c.T_object_palm[:3, 3])
            for o in (*chosen, *more)
            if np.linalg.norm(o.T_object_palm[:3, :3] - c.T_object_palm[:3, :3]) < NEAR
        ]
        if min(apart, default=np.inf) > APART:
            more.append(c)
    return more


def varied(found: Sequence[Candidate], most: int) -> list[Candidate]:
    """The first ``most`` that differ in place or thumb."""
    chosen: list[Candidate] = []
    for c in found:
        if len(chosen) >= most:
            break
        same = any(
            np.linalg.norm(o.T_object_palm - c.T_object_palm) < NEAR
            and np.array_equal(o.q_open, c.q_open)
            for o in chosen
        )
        if not same:
            chosen.append(c)
    return chosen
