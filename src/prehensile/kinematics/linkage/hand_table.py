"""A hand as arrays side by side: what the kernels of this room take."""

from typing import NamedTuple, Self

import numpy as np

from prehensile.hand.hand import Hand


class HandTable(NamedTuple):
    """Segments in the order of ``hand.segments``, parents first; joints from the root outwards."""

    parent: np.ndarray
    """(S,) row of the segment before; −1 for the forearm"""
    rest: np.ndarray
    """(S, 4, 4) in the parent, all angles 0"""
    first: np.ndarray
    """(S + 1,) where the joints of each segment begin"""
    axis: np.ndarray
    """(J, 3) unit, in the segment's frame before it turns"""
    column: np.ndarray
    """(J,) which angle turns it: its own, or its leader's"""
    ratio: np.ndarray
    """(J,) of the leader's angle"""
    offset: np.ndarray
    """(J,) [rad]"""

    @classmethod
    def of(cls, hand: Hand) -> Self:
        """The table of a hand, joints that follow others included."""
        names = list(hand.segments)
        follower = {f.name: f for f in hand.followers}
        first, axis, column, ratio, offset = [0], [], [], [], []
        for segment in hand.segments.values():
            for joint in segment.joints:
                led = follower.get(joint.name)
                axis.append(joint.axis)
                column.append(hand.joint_index(joint.name if led is None else led.leader))
                ratio.append(1.0 if led is None else led.ratio)
                offset.append(0.0 if led is None else led.offset)
            first.append(len(axis))
        parents = [segment.parent for segment in hand.segments.values()]
        return cls(
            np.array([-1 if p is None else names.index(p) for p in parents], np.int64),
            np.array([segment.T_parent_rest for segment in hand.segments.values()], float),
            np.array(first, np.int64),
            np.array(axis, float).reshape(-1, 3),
            np.array(column, np.int64),
            np.array(ratio, float),
            np.array(offset, float),
        )
