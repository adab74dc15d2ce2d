"""`Pose`: joint angles that are known to fit a hand."""

from collections.abc import Mapping

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand

LIMIT_TOLERANCE = 1e-6
"""[rad] Rounding of angles kept in degrees is not a violation."""


class Pose:
    """Joint angles of one hand: finite, inside its limits, read-only.

    ``pose["index_pip_flex"]`` reads one angle in radians; :meth:`with_angles` makes a changed copy.

    Args:
        hand: the hand whose pose it is.
        q: (23,) [rad] in the order of ``hand.joint_names``; copied.

    Raises:
        InputError: a wrong shape, a number that is not finite, or an angle outside the limits.
    """

    def __init__(self, hand: Hand, q: np.ndarray):
        q = hand.check_angles(q)
        if q.ndim != 1:
            raise InputError(
                f"a pose is one joint vector of shape ({hand.dof},); got shape {q.shape}."
            )
        outside = np.flatnonzero(
            (q < hand.lower - LIMIT_TOLERANCE) | (q > hand.upper + LIMIT_TOLERANCE)
        )
        if outside.size:
            k = outside[0]
            lo, hi, at = np.degrees([hand.lower[k], hand.upper[k], q[k]])
            more = f" (and {outside.size - 1} more)" if outside.size > 1 else ""
            raise InputError(
                f"{hand.joint_names[k]} is {at:.1f}°, outside its limits "
                f"{lo:.0f}° to {hi:.0f}°{more}."
            )
        self._hand = hand
        self._q = np.clip(q, hand.lower, hand.upper)
        self._q.setflags(write=False)

    @classmethod
    def from_degrees(cls, hand: Hand, angles: Mapping[str, float]) -> "Pose":
        """From joint names to degrees; joints that are not named are 0."""
        q = np.zeros(hand.dof)
        for name, value in angles.items():
            q[hand.joint_index(name)] = np.radians(value)
        return cls(hand, q)

    @property
    def hand(self) -> Hand:
        """Whose pose this is."""
        return self._hand

    @property
    def q(self) -> np.ndarray:
        """(23,) [rad] in the order of ``hand.joint_names``, read-only."""
        return self._q

    def __getitem__(self, joint: str) -> float:
        return float(self._q[self._hand.joint_index(joint)])

    def with_angles(self, **radians: float) -> "Pose":
        """A copy with some joints changed, by name. [rad]"""
        q = self._q.copy()
        for name, value in radians.items():
            q[self._hand.joint_index(name)] = value
        return Pose(self._hand, q)

    def __repr__(self) -> str:
        return f"Pose({self._hand!r}, {np.degrees(self._q).round(1).tolist()}°)"
