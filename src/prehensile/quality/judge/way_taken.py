"""In which way a thing was taken: where it is pressed, whence the hand came, by which digits; and
whether two ways differ, as a person would say they do.
"""

from typing import NamedTuple

import numpy as np

from prehensile.hand.segments import GROUPS
from prehensile.motion.clip import Clip
from prehensile.quality.judge.came_from import came_from, degrees_between
from prehensile.quality.judge.grip_forces import grip_forces
from prehensile.quality.judge.likeness import FINGER_FORCE, middle_of_hold

APART, TURNED = 0.03, 40.0
"""[m] between the middles of the contact, and [degrees] between the approaches, of ways that differ
"""


class Way(NamedTuple):
    """What makes one way of taking a thing."""

    middle: np.ndarray
    """(3,) [m] of what is pressed, object frame"""
    comes_from: np.ndarray
    """(3,) unit, world"""
    pressing: frozenset[str]
    """digits, and the palm, that press"""

    def differs(self, other: "Way") -> bool:
        """Whether it is in another place, from another side, or by other digits."""
        return self.elsewhere(other) or self.pressing != other.pressing

    def elsewhere(self, other: "Way") -> bool:
        """Whether it is in another place or from another side, whatever presses."""
        apart = float(np.linalg.norm(self.middle - other.middle))
        return apart >= APART or degrees_between(self.comes_from, other.comes_from) >= TURNED


def way_taken(clip: Clip, body: str) -> Way:
    """What a clip shows in the middle of its hold: the middle of the normal forces, and whatever
    presses with `FINGER_FORCE` at least.
    """
    grip = grip_forces(clip, body, middle_of_hold(clip))
    middle = grip.force @ grip.pos / max(grip.total, 1e-9)
    pressing = frozenset(name for name in GROUPS if grip.by_group[name] >= FINGER_FORCE)
    return Way(middle, came_from(clip), pressing)
