"""Equilibrium trajectories: minimum-jerk moves laid one upon the other."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from prehensile.motion.minimum_jerk import minimum_jerk


class Move(NamedTuple):
    """One smooth change of the reference; moves that overlap add up."""

    start: float
    """[s]"""
    seconds: float
    change: np.ndarray
    """(dof,) [rad] by its end"""

    @property
    def end(self) -> float:
        """[s]"""
        return self.start + self.seconds

    def later(self, seconds: float) -> "Move":
        """The same move, begun so much later."""
        return self._replace(start=self.start + seconds)


class Reference(NamedTuple):
    """Where the springs rest (θ_r of 4.5): a pose and the moves that lead away from it."""

    start: np.ndarray
    """(dof,) [rad]"""
    moves: tuple[Move, ...]

    def at(self, time: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Angles (T, dof) [rad] and velocities (T, dof) [rad/s] at times (T,) [s], increasing."""
        q = np.tile(np.asarray(self.start, float), (len(time), 1))
        qd = np.zeros_like(q)
        for move in self.moves:
            first, last = np.searchsorted(time, [move.start, move.end])
            share, rate = minimum_jerk((time[first:last] - move.start) / move.seconds)
            q[first:last] += share[:, None] * move.change
            qd[first:last] += rate[:, None] * move.change / move.seconds
            q[last:] += move.change
        return q, qd

    @property
    def end(self) -> np.ndarray:
        """(dof,) [rad] after all moves."""
        return sum((move.change for move in self.moves), start=np.asarray(self.start, float))


def one_after_another(
    start: np.ndarray, stations: Iterable[tuple[np.ndarray, float, float]]
) -> tuple[list[Move], float]:
    """Moves from pose to pose.

    Args:
        start: (dof,) [rad]
        stations: pose (dof,) [rad] to go to, seconds for that, and seconds to rest there.

    Returns:
        The moves, and when the last rest is over [s].
    """
    moves, here, now = [], np.asarray(start, float), 0.0
    for pose, seconds, rest in stations:
        moves.append(Move(now, seconds, pose - here))
        here, now = pose, now + seconds + rest
    return moves, now
