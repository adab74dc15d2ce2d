"""Whether two ways of taking a thing differ, as a person would say they do."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.control.attempt.wished import came_from, pressed_at
from prehensile.control.place.candidate import Candidate
from prehensile.hand.joints import DIGITS
from prehensile.motion.clip import Clip

APART = 0.03
"""[m] between the middles of what is touched, from which it is another place"""
TURNED = np.cos(np.radians(40))
"""Cosine of the angle between the directions the hand comes from, below which it is another"""
TAKES_PART = 0.1
"""[N] of a digit that takes part"""


class Way(NamedTuple):
    """What makes one way of taking a thing."""

    middle: np.ndarray
    """(3,) [m] of what is touched, object frame"""
    comes_from: np.ndarray
    """(3,) unit, world"""
    fingers: frozenset[str]
    """digits that press"""

    def differs(self, other: "Way") -> bool:
        """Whether it is in another place, from another side, or by other digits."""
        return bool(
            np.linalg.norm(self.middle - other.middle) >= APART
            or self.comes_from @ other.comes_from <= TURNED
            or self.fingers != other.fingers
        )


def expected_way(candidate: Candidate, fingers: Sequence[str], R_world_object: np.ndarray) -> Way:
    """What a candidate would be, by the digits of its style and how the object stands (3, 3)."""
    back = R_world_object @ candidate.T_object_palm[:3, :3] @ candidate.approach
    middle = candidate.touched.mean(axis=0) if len(candidate.touched) else np.zeros(3)
    return Way(middle, back / np.linalg.norm(back), frozenset(fingers))


def played_way(clip: Clip, body: str) -> Way:
    """What a clip shows in the middle of its hold."""
    at, force = pressed_at(clip, body)
    middle = force @ at / max(float(force.sum()), 1e-9)
    k = clip.last_frame_of("hold")
    fingers = {d for d, f in zip(DIGITS, clip.finger_force[k, 0], strict=True) if f >= TAKES_PART}
    return Way(middle, came_from(clip), frozenset(fingers))


def all_different(found: Sequence[tuple[Candidate, Way]], most: int) -> list[Candidate]:
    """The first ``most`` that differ from every one before them in place or side."""
    chosen: list[tuple[Candidate, Way]] = []
    for candidate, way in found:
        if all(way.differs(other) for _, other in chosen):
            chosen.append((candidate, way))
        if len(chosen) == most:
            break
    return [candidate for candidate, _ in chosen]
