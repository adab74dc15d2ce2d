"""Who of a hand presses a body in one frame, where and how hard, and what it presses of itself."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prehensile.hand.segments import GROUPS, group_of_segment
from prehensile.lie import se3
from prehensile.motion.clip import Clip


@dataclass(frozen=True, eq=False)
class GripForces:
    """Contacts of a hand with a body in one frame."""

    pos: np.ndarray
    """(N, 3) [m] body frame"""
    force: np.ndarray
    """(N,) [N] along the normal"""
    group: np.ndarray
    """(N,) which of `GROUPS` presses"""
    on_itself: float
    """[N] sum of the normal forces of the hand's segments on one another"""

    @property
    def total(self) -> float:
        """[N] sum of normal forces on the body."""
        return float(self.force.sum())

    @cached_property
    def by_group(self) -> dict[str, float]:
        """[N] of each of `GROUPS`."""
        sums = np.bincount(self.group, self.force, minlength=len(GROUPS))
        return {name: float(sums[k]) for k, name in enumerate(GROUPS)}


def grip_forces(clip: Clip, body: str, frame: int, hand: str | None = None) -> GripForces:
    """The forces of one frame.

    Args:
        clip: with its contacts.
        body: what is gripped.
        frame: its number.
        hand: by whom; the clip's first hand if left out.

    Raises:
        UnknownNameError: the clip has no such body or hand.
    """
    holder = (clip.hands[0] if hand is None else clip.hand(hand)).name
    T_world_body = se3.from_pose7(clip.body(body).pose[frame])
    c, names = clip.contacts, clip.contacts.names
    rows = slice(int(c.offsets[frame]), int(c.offsets[frame + 1]))
    a, b = c.a[rows], c.b[rows]
    press = np.abs(np.einsum("ni,ni->n", c.force[rows], c.normal[rows]))
    mine = np.array([name.startswith(f"{holder}/") for name in names], dtype=bool)
    group = np.array([GROUPS.index(group_of_segment(n.partition("/")[2])) for n in names], int)
    target = names.index(body) if body in names else -1
    on_body = mine[a] & (b == target)
    return GripForces(
        se3.apply(se3.inverse(T_world_body), c.pos[rows][on_body]),
        press[on_body],
        group[a[on_body]],
        float(press[mine[a] & mine[b]].sum()),
    )
