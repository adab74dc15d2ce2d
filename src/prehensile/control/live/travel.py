"""The way of a free hand from where it is to where it is wanted, round what stands between."""

import math

import numpy as np

from prehensile.control.arm.carry import travel_seconds
from prehensile.control.controller import Controller
from prehensile.control.law.gains import joint_gains
from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.world.command import Command
from prehensile.world.observation import Observation


class Travel(Controller):
    """Moves one hand smoothly to a pose and joint angles, and waits there.

    The wrist goes round the world's z axis: its distance from the axis, its angle about it and its
    height change together, so that it never cuts through what stands in the middle.
    """

    def __init__(self, hand: Hand, forearm: np.ndarray, q: np.ndarray):
        self._goal = forearm, q
        self._stiffness, self._damping = joint_gains(hand)

    def reset(self, obs: Observation) -> None:
        """Set out from here."""
        self._start = obs.forearm.copy(), obs.q.copy()
        self._began = float(obs.time)
        self._seconds = travel_seconds(self._start[0], self._goal[0])

    def arrived(self, time: float) -> bool:
        """Whether it is there at ``time`` [s]."""
        return time >= self._began + self._seconds

    def act(self, obs: Observation) -> Command:
        """One step of the way."""
        s, _ = minimum_jerk((float(obs.time) + obs.timestep - self._began) / self._seconds)
        (pose0, q0), (pose1, q1) = self._start, self._goal
        return Command(
            q_ref=q0 + s * (q1 - q0),
            stiffness=self._stiffness,
            damping=self._damping,
            forearm=way_round(pose0, pose1, s),
        )


def way_round(start: np.ndarray, goal: np.ndarray, share: float) -> np.ndarray:
    """(7,) on the way from one pose to another, 0 at the start, 1 at the goal."""
    turned = so3.slerp(start[3:], goal[3:], np.array(share))
    return np.concatenate([_round(start[:3], goal[:3], share), turned])


def _round(a: np.ndarray, b: np.ndarray, s: float) -> np.ndarray:
    """(3,) between two points, in cylinder coordinates about z, the shorter way round."""
    radius = (1 - s) * math.hypot(a[0], a[1]) + s * math.hypot(b[0], b[1])
    begin, end = math.atan2(a[1], a[0]), math.atan2(b[1], b[0])
    angle = begin + s * math.remainder(end - begin, math.tau)
    return np.array([radius * math.cos(angle), radius * math.sin(angle), a[2] + s * (b[2] - a[2])])
