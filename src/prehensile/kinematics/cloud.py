"""Points that are asked again and again how near capsules are to them."""

import numpy as np

from prehensile.fast_path import kernels
from prehensile.kinematics.capsules import Capsules

TOGETHER = 32
"""Points that are kept, and mostly passed over, together"""


class Cloud:
    """Points in blocks of neighbours, most of which need not be looked at.

    Args:
        points: (N, 3) [m], in any order.
    """

    def __init__(self, points: np.ndarray):
        self._order = neighbours(points)
        self._points = np.ascontiguousarray(points[self._order])
        self._spheres = kernels("kinematics").blocks(self._points)

    def gap(self, capsules: Capsules, T: np.ndarray) -> float:
        """The smallest distance [m] of a point to any capsule, where T (4, 4) has moved them;
        infinite if there are none.
        """
        nearest = kernels("kinematics").nearest_in_blocks
        return nearest(self._points, self._spheres, *capsules, T)[0]

    def eased(
        self,
        capsules: Capsules,
        T: np.ndarray,
        up: np.ndarray,
        floor: float,
        clear: float,
        extra: float,
        moves: int,
    ) -> np.ndarray | None:
        """T (4, 4) shifted until the capsules that it carries are clear of a floor and of all
        points; None if so many moves do not do.

        Args:
            capsules: in the frame that T carries.
            T: (4, 4) where they begin.
            up: (3,) unit.
            floor: [m] along it; minus infinity without one.
            clear: [m] that they keep from everything.
            extra: [m] by which a move goes farther than that.
            moves: so many at most.
        """
        T = T.copy()
        done = kernels("kinematics").eased(
            self._points, self._spheres, *capsules, T, up, floor, clear, extra, moves
        )
        return T if done else None

    def reached(self, capsules: Capsules, poses: np.ndarray, limit: float) -> bool:
        """Whether at any of poses (P, 4, 4) a capsule is nearer than a limit [m] to a point."""
        first = kernels("kinematics").first_within
        return first(self._points, self._spheres, *capsules, poses, limit) >= 0


def neighbours(points: np.ndarray, together: int = TOGETHER) -> np.ndarray:
    """(N,) An order of points (N, 3) in which each ``together`` lie close to each other: halved
    across their longest side, and the halves again.
    """
    pending, found = [np.arange(len(points))], []
    while pending:
        some = pending.pop()
        half = -(-len(some) // (2 * together)) * together
        if half >= len(some):
            found.append(some)
            continue
        along = points[some, int(np.ptp(points[some], axis=0).argmax())]
        some = some[np.argsort(along, kind="stable")]
        pending += [some[half:], some[:half]]
    return np.concatenate(found)
