"""The six setpoints of a grasp, equations (6) to (9) of Pollard & Zordan 2005."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from prehensile.control.law.gains import GRASPS, Gains
from prehensile.errors import InputError
from prehensile.hand.hand import Hand

NAMES = ("neutral", "open", "grip", "release", "relax", "return")
"""What each is for; the paper numbers them 0 to 5."""
NEUTRAL, OPEN, GRIP, RELEASE, RELAX, RETURN = range(6)


@dataclass(frozen=True, eq=False)
class Setpoints:
    """Where the hand is drawn to. Arrays are read-only copies.

    Setpoints lie outside the joint limits by design: at rest the active spring balances the
    passive one, so θ_DES = 2θ − θ_NEUTRAL. They are never clamped.
    """

    joint_names: tuple[str, ...]
    angle: np.ndarray
    """(6, dof) θ_i [rad]"""
    rate: np.ndarray
    """(6, dof) θ̇_i [rad/s]"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "joint_names", tuple(self.joint_names))
        shape = (len(NAMES), len(self.joint_names))
        for name in ("angle", "rate"):
            try:
                array = np.array(getattr(self, name), dtype=float)
            except (TypeError, ValueError):
                raise InputError(f"Setpoints.{name} holds something else than numbers.") from None
            if array.shape != shape:
                raise InputError(f"Setpoints.{name} has shape {array.shape}; expected {shape}.")
            if not np.isfinite(array).all():
                raise InputError(f"Setpoints.{name} holds a value that is not finite.")
            array.flags.writeable = False
            object.__setattr__(self, name, array)

    @classmethod
    def holding(cls, hand: Hand, poses: Sequence[np.ndarray], neutral: np.ndarray) -> "Setpoints":
        """Setpoints at which the hand comes to rest in six given poses (dof,) [rad]."""
        angle = 2 * np.stack(poses) - neutral
        return cls(hand.joint_names, angle, np.zeros_like(angle))

    def desired(self, blend: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """θ_DES (dof,) [rad] and θ̇_DES (dof,) [rad/s] of (6) and (7) for the blend B (6,)."""
        return blend.dot(self.angle), blend.dot(self.rate)

    def poses(self, neutral: np.ndarray) -> np.ndarray:
        """(6, dof) [rad] what each stands for, ½(θ_i + θ_NEUTRAL): where it brings a hand to rest
        that has no velocity to keep up with.

        Args:
            neutral: (dof,) θ_NEUTRAL [rad]
        """
        return (self.angle + neutral) / 2

    def rest_poses(self, neutral: np.ndarray, gains: Gains = GRASPS) -> np.ndarray:
        """(6, dof) [rad] where each would bring a hand with both springs to rest, limits aside.

        A setpoint's rate draws the hand on even when it rests: only k_S θ_i + k_D θ̇_i acts.

        Args:
            neutral: (dof,) θ_NEUTRAL [rad]
            gains: to play with; their ratio counts.
        """
        return (self.angle + gains.damping / gains.stiffness * self.rate + neutral) / 2

    def for_hand(self, hand: Hand) -> "Setpoints":
        """The same in the order of a hand's joints.

        Raises:
            InputError: the hand has a joint that these setpoints lack.
        """
        missing = [name for name in hand.joint_names if name not in self.joint_names]
        if missing:
            raise InputError(f"the setpoints lack {', '.join(missing)}; fit them to this hand.")
        order = [self.joint_names.index(name) for name in hand.joint_names]
        return Setpoints(hand.joint_names, self.angle[:, order], self.rate[:, order])

    def to_json(self) -> dict[str, Any]:
        """Numbers only; `from_json` makes equal setpoints."""
        return {
            "joints": list(self.joint_names),
            "angle": self.angle.tolist(),
            "rate": self.rate.tolist(),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Setpoints":
        """Read :meth:`to_json`'s result."""
        try:
            return cls(tuple(data["joints"]), data["angle"], data["rate"])
        except (KeyError, TypeError):
            raise InputError("not setpoints: expected joints, angle and rate.") from None
