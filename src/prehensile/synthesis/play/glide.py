"""`Glide`: a reference between poses that come now and then, without a jump.

Each pose is aimed at from wherever the reference is, and reached as long after as poses lie apart;
later where that would be faster than hands move. Between that and the next pose it stands still.
"""

import numpy as np

from prehensile.lie import so3
from prehensile.synthesis.setting import Reference

LONGEST = 0.05
"""[s] that one pose takes, however rarely they come: a stream of 20 Hz"""
FIRST = 0.02
"""[s] that the first takes, before anybody knows how often they come"""
JOINT_SPEED = 15.0
"""[rad/s] at most, of any joint and of the forearm: the fastest taps of a finger"""
SPEED = 2.0
"""[m/s] at most, of the forearm"""


class Glide:
    """Where the reference is, between poses.

    Args:
        first: where it begins.
    """

    def __init__(self, first: Reference):
        self._begin = self._end = first
        self._since, self._takes = 0.0, 0.0
        self._last: float | None = None

    def aim(self, now: float, to: Reference) -> float:
        """A pose came; when [s] it will be reached.

        Args:
            now: [s] of the clock that `at` is asked by.
            to: the pose.
        """
        here = self.at(now)
        apart = FIRST if self._last is None else min(max(now - self._last, 0.0), LONGEST)
        self._begin, self._end, self._since, self._last = here, to, now, now
        self._takes = max(apart, _shortest(here, to))
        return now + self._takes

    def at(self, now: float) -> Reference:
        """At a time [s]: on the way, or there."""
        share = 1.0 if self._takes <= 0 else (now - self._since) / self._takes
        if share >= 1:
            return self._end
        a, b, s = self._begin, self._end, max(share, 0.0)
        T = np.array(a.T_base)
        turn = so3.log(a.T_base[:3, :3].T @ b.T_base[:3, :3])
        T[:3, :3] = a.T_base[:3, :3] @ so3.exp(s * turn)
        T[:3, 3] = (1 - s) * a.T_base[:3, 3] + s * b.T_base[:3, 3]
        return Reference((1 - s) * a.theta + s * b.theta, T)


def _shortest(a: Reference, b: Reference) -> float:
    """[s] that it takes at least."""
    way = float(np.linalg.norm(b.T_base[:3, 3] - a.T_base[:3, 3]))
    turn = float(np.linalg.norm(so3.log(a.T_base[:3, :3].T @ b.T_base[:3, :3])))
    bend = float(np.abs(b.theta - a.theta).max(initial=0.0))
    return max(way / SPEED, turn / JOINT_SPEED, bend / JOINT_SPEED)
