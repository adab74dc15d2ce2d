"""What the arm does once the object is gripped: lift it, turn it about its hinge, pull on it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from prehensile.lie import se3, so3
from prehensile.motion.minimum_jerk import minimum_jerk

SPEED = 0.45
"""[m/s] on average"""
SHORTEST = 0.6
"""[s] of a way, however short"""


class Carry(ABC):
    """A smooth way of the forearm from where it grasped, begun and ended at rest."""

    name: str
    """what the phase is called"""
    seconds: float

    @abstractmethod
    def forearm(self, start: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Pose (7,) and twist (6,) (v, ω), world, ``t`` [s] after the carry began.

        Args:
            start: (7,) where the forearm grasped.
            t: before 0 it rests at the start, after ``seconds`` at the end.
        """


@dataclass(frozen=True)
class Turn(Carry):
    """Round an axis, the hand with it."""

    point: np.ndarray
    """(3,) [m] on the axis, world"""
    axis: np.ndarray
    """(3,) unit, world"""
    angle: float
    """[rad]"""
    seconds: float = 1.5
    name: str = "turn"

    def forearm(self, start: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Turn the forearm about the axis."""
        s, rate = minimum_jerk(t / self.seconds)
        R = so3.exp(s * self.angle * self.axis)
        T = se3.from_pose7(start)
        T[:3, :3] = R @ T[:3, :3]
        T[:3, 3] = self.point + R @ (T[:3, 3] - self.point)
        omega = rate / self.seconds * self.angle * self.axis
        velocity = np.cross(omega, T[:3, 3] - self.point)
        return se3.to_pose7(T), np.concatenate([velocity, omega])


@dataclass(frozen=True)
class Straight(Carry):
    """A straight way along a direction."""

    direction: np.ndarray
    """(3,) unit, world"""
    distance: float
    """[m] from start to end"""
    seconds: float
    name: str

    def forearm(self, start: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Move the forearm along the direction."""
        s, rate = minimum_jerk(t / self.seconds)
        pose, twist = start.copy(), np.zeros(6)
        pose[:3] += s * self.distance * self.direction
        twist[:3] = rate / self.seconds * self.distance * self.direction
        return pose, twist


@dataclass(frozen=True)
class Bring(Carry):
    """Straight to a pose, turning steadily on the way."""

    goal: np.ndarray
    """(7,) xyz + wxyz, world"""
    seconds: float
    name: str

    def forearm(self, start: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Move the forearm along the line and about one axis."""
        s, rate = minimum_jerk(t / self.seconds)
        R = so3.from_quat(start[3:])
        turn = so3.log(so3.from_quat(self.goal[3:]) @ R.T)
        place = start[:3] + s * (self.goal[:3] - start[:3])
        twist = rate / self.seconds * np.concatenate([self.goal[:3] - start[:3], turn])
        return np.concatenate([place, so3.to_quat(so3.exp(s * turn) @ R)]), twist


@dataclass(frozen=True)
class Shake(Carry):
    """To and fro along a direction, swelling and fading so that it begins and ends at rest."""

    direction: np.ndarray
    """(3,) unit, world"""
    amplitude: float = 0.03
    """[m] to either side"""
    frequency: float = 2.5
    """[Hz]"""
    seconds: float = 2.4
    name: str = "shake"

    def forearm(self, start: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Move the forearm by a sin(ωt) sin²(πt/T)."""
        pose, twist = start.copy(), np.zeros(6)
        if not 0 < t < self.seconds:
            return pose, twist
        w, u = 2 * np.pi * self.frequency, np.pi / self.seconds
        swell = np.sin(u * t) ** 2
        way = np.sin(w * t) * swell
        speed = w * np.cos(w * t) * swell + u * np.sin(w * t) * np.sin(2 * u * t)
        pose[:3] += self.amplitude * way * self.direction
        twist[:3] = self.amplitude * speed * self.direction
        return pose, twist


def lift(height: float = 0.15) -> Carry:
    """Straight up by ``height`` [m]."""
    return Straight(np.array([0.0, 0.0, 1.0]), height, seconds=1.2, name="lift")


def pull(direction: np.ndarray, distance: float = 0.03) -> Carry:
    """A short way along ``direction``: against something fixed, the fingers' springs give way."""
    return Straight(direction, distance, seconds=2.0, name="pull")


def travel_seconds(start: np.ndarray, goal: np.ndarray) -> float:
    """[s] from one pose (7,) to another."""
    return max(float(np.linalg.norm(goal[:3] - start[:3])) / SPEED, SHORTEST)
