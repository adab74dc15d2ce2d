"""What the arm does: reach for an object, lift it, turn it about its hinge, pull on it, put it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from prehensile.lie import se3, so3
from prehensile.motion.minimum_jerk import minimum_jerk

SPEED = 0.45
"""[m/s] on average"""
SHORTEST = 0.6
"""[s] of a way, however short"""
DRAWN_BACK, RAISED = 0.28, 0.08
"""[m] towards the elbow and up, from where the last straight way to an object begins to where a
hand comes from"""
AT_EASE = 0.5
"""Share of the turn to a level forearm with the thumb up that a hand has when it comes"""
MOST_TURN = np.radians(45)
"""[rad] of it"""
LEAST_LEVEL = 0.2
"""Length of the level part of a forearm's direction, below which it says nothing"""
REACH_SECONDS = 1.5
"""[s] of such a reach, as people take for half a metre"""


class Carry(ABC):
    """A smooth way of the forearm from where it is, begun and ended at rest."""

    name: str
    """what the phase is called"""
    seconds: float

    @abstractmethod
    def forearm(self, start: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Pose (7,) and twist (6,) (v, ω), world, ``t`` [s] after the carry began.

        Args:
            start: (7,) where the forearm is when it begins.
            t: before 0 it rests at the start, after ``seconds`` at the end.
        """

    def twist(self, start: np.ndarray, t: float) -> np.ndarray:
        """(6,) The twist alone, of which twice as many are needed as of poses."""
        return self.forearm(start, t)[1]


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
class Arc(Carry):
    """A curve on which the forearm turns, and a straight way without turning at its near end.

    People reach so: the hand turns on the way, and comes up to the object as it will grasp it.
    """

    back: np.ndarray
    """(3,) [m] from the near end to where the curve begins, world"""
    afar: np.ndarray
    """(3,) [m] from the near end to the far one, world"""
    turn: np.ndarray
    """(3,) [rad] rotation vector from the near orientation to the far one, world"""
    seconds: float
    name: str
    outwards: bool = False
    """from near to far, and not from far to near"""

    def forearm(self, start: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
        """Move the forearm along straight way and curve."""
        near, R = self._near_end(start)
        rate, (moved, turned, growth) = self._at(t)
        pose = np.concatenate([near + moved, so3.to_quat(so3.exp(turned) @ R)])
        return pose, np.array([rate * part for part in growth])

    def twist(self, start: np.ndarray, t: float) -> np.ndarray:
        """(6,) Without the turned pose."""
        rate, (_, _, growth) = self._at(t)
        return np.array([rate * part for part in growth])

    def turned(self, R: np.ndarray) -> "Arc":
        """The same way from a near end that is turned by R (3, 3), world."""
        return replace(self, back=R @ self.back, afar=R @ self.afar, turn=R @ self.turn)

    def off(self, share: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Where the forearm is after a share of the way out: (3,) [m] and (3,) [rad] off the near
        end, and the twist (6,) by which they grow with the share.
        """
        moved, turned, growth = self._off(share)
        return np.array(moved), np.array(turned), np.array(growth)

    def _at(self, t: float) -> tuple[float, tuple[list[float], list[float], list[float]]]:
        """[1/s] how fast the share of the way out grows, and what `_off` says of it."""
        s, rate = minimum_jerk(t / self.seconds)
        rate *= (1 if self.outwards else -1) / self.seconds
        return rate, self._off(s if self.outwards else 1 - s)

    def _off(self, share: float) -> tuple[list[float], list[float], list[float]]:
        """`off` in plain numbers: three times a step, where arrays of three are slow."""
        straight, curve, along, aside = self._shape
        length = straight + curve
        way = share * length
        if way <= straight:
            return [way * a for a in along], [0.0] * 3, [length * a for a in along] + [0.0] * 3
        u = (way - straight) / curve
        w, by = minimum_jerk(u)
        left, reached, turn = 1 - w, u * curve, self.turn.tolist()
        ahead = [reached * a for a in along]
        moved = [
            b + left * h + w * s for b, h, s in zip(self.back.tolist(), ahead, aside, strict=True)
        ]
        speed = left * curve
        growth = [speed * a + by * (s - h) for a, s, h in zip(along, aside, ahead, strict=True)]
        growth += [by * t for t in turn]
        return moved, [w * t for t in turn], [length / curve * g for g in growth]

    @cached_property
    def _shape(self) -> tuple[float, float, list[float], list[float]]:
        """[m] of the straight way and of the curve's chord, (3,) unit along the way, and (3,) [m]
        across the curve.
        """
        straight, aside = float(np.linalg.norm(self.back)), self.afar - self.back
        along = self.back / straight
        return straight, float(np.linalg.norm(aside)), along.tolist(), aside.tolist()

    def _near_end(self, start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(3,) [m] and (3, 3), world: for one start the same in every step."""
        if (key := start.tobytes()) not in self._near_ends:
            near, R = start[:3].copy(), so3.from_quat(start[3:])
            if not self.outwards:
                near, R = near - self.afar, so3.exp(-self.turn) @ R
            self._near_ends.clear()
            self._near_ends[key] = near, R
        return self._near_ends[key]

    @cached_property
    def _near_ends(self) -> dict[bytes, tuple[np.ndarray, np.ndarray]]:
        """That of the last start."""
        return {}


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


def reach(R_forearm: np.ndarray, back: np.ndarray, up: np.ndarray, side: str) -> Arc:
    """As people reach: from the elbow's side and above, the forearm turning on the way.

    Args:
        R_forearm: (3, 3) at the object; its x axis points to the hand.
        back: (3,) [m] from the object to where the last straight way begins.
        up: (3,) unit.
        side: of the hand.
    """
    level = -R_forearm[:, 0] + up * (R_forearm[:, 0] @ up)
    if np.linalg.norm(level) < LEAST_LEVEL:  # it points up or down: the palm's back is behind then
        level = R_forearm[:, 2] - up * (R_forearm[:, 2] @ up)
    level /= np.linalg.norm(level)
    thumb = up if side == "right" else -up
    at_ease = np.column_stack([-level, thumb, np.cross(-level, thumb)])
    turn = AT_EASE * so3.log(at_ease @ R_forearm.T)
    turn *= min(1.0, MOST_TURN / max(float(np.linalg.norm(turn)), 1e-9))
    return Arc(back, back + DRAWN_BACK * level + RAISED * up, turn, REACH_SECONDS, "approach")


def lift(height: float = 0.15) -> Carry:
    """Straight up by ``height`` [m]."""
    return Straight(np.array([0.0, 0.0, 1.0]), height, seconds=1.2, name="lift")


def pull(direction: np.ndarray, distance: float = 0.03) -> Carry:
    """A short way along ``direction``: against something fixed, the fingers' springs give way."""
    return Straight(direction, distance, seconds=2.0, name="pull")


def travel_seconds(start: np.ndarray, goal: np.ndarray) -> float:
    """[s] from one pose (7,) to another."""
    return max(float(np.linalg.norm(goal[:3] - start[:3])) / SPEED, SHORTEST)
