"""A free forearm goes to a pose, round what stands in the middle: `Travel`'s way as a `Carry`."""

from dataclasses import dataclass

import numpy as np

from prehensile.control.arm.carry import Carry
from prehensile.control.live.travel import way_round
from prehensile.lie import so3
from prehensile.motion.minimum_jerk import minimum_jerk

STEP = 1e-3
"""[s] over which the way is differenced"""


@dataclass(frozen=True)
class Reach(Carry):
    """To a pose, from wherever the forearm is."""

    goal: np.ndarray
    """(7,) xyz + wxyz, world"""
    seconds: float
    name: str = "reach"

    def forearm(self, start: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Move the forearm round the world's z axis."""
        twist = np.zeros(6)
        pose = self._at(start, t)
        if 0 < t < self.seconds:
            before, after = self._at(start, t - STEP), self._at(start, t + STEP)
            twist[:3] = (after[:3] - before[:3]) / (2 * STEP)
            turn = so3.from_quat(after[3:]) @ so3.from_quat(before[3:]).T
            twist[3:] = so3.log(turn) / (2 * STEP)
        return pose, twist

    def _at(self, start: np.ndarray, t: float) -> np.ndarray:
        return way_round(start, self.goal, minimum_jerk(t / self.seconds)[0])
