"""`HingeRows`: what holds hinges, as unknowns of a step's problem: dry friction and stops.

A stop pushes one way: its torque is complementary to the angle that is left. Dry friction of up to
t goes both ways, and is written as −t + p with 0 ≤ p ≤ 2 t. With the turning v of the step,

    0 ≤ p ⊥ v + s ≥ 0,    0 ≤ s ⊥ 2 t − p ≥ 0

so that the hinge stays where t suffices, and t brakes it where it does not.
"""

from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from prehensile.synthesis.body import Body


class HingeRows(NamedTuple):
    """Q torques about hinges, of which the first F are dry friction."""

    body: np.ndarray
    """(Q,) row of the body"""
    column: np.ndarray
    """(Q,) of all bodies' velocities"""
    sign: np.ndarray
    """(Q,) the way it pushes: −1 for a stop at the upper end"""
    offset: np.ndarray
    """(Q,) [rad] left until a stop where the angle is 0; nothing for dry friction"""
    dry: np.ndarray
    """(F,) [Nm] t"""

    @classmethod
    def of(cls, bodies: Sequence[Body], columns: np.ndarray) -> Self:
        """Of bodies whose velocities begin at columns (B,)."""
        hinges = [b for b, body in enumerate(bodies) if body.moves == "hinge"]
        rows: list[tuple[int, float, float]] = []
        rough = [b for b in hinges if bodies[b].dry_friction > 0]
        rows += [(b, 1.0, 0.0) for b in rough]
        for b in hinges:
            low, high = bodies[b].limits
            rows += [(b, 1.0, -low)] if np.isfinite(low) else []
            rows += [(b, -1.0, high)] if np.isfinite(high) else []
        body = np.array([b for b, _, _ in rows], np.int64)
        return cls(
            body, np.asarray(columns, np.int64)[body],
            np.array([sign for _, sign, _ in rows], float),
            np.array([offset for _, _, offset in rows], float),
            np.array([bodies[b].dry_friction for b in rough], float),
        )  # fmt: skip

    def gap(self, turned: np.ndarray) -> np.ndarray:
        """(Q,) [rad] that is left of bodies that have turned (B,) [rad]; 0 for dry friction."""
        left = self.offset + self.sign * turned[self.body]
        left[: len(self.dry)] = 0.0
        return left

    def pushed(self, z: np.ndarray, velocities: int) -> np.ndarray:
        """(m,) [Nm] on each of m velocities, of the problem's last unknowns (Q, …)."""
        torque = self.sign * z[: len(self.sign)]
        torque[: len(self.dry)] -= self.dry
        return np.bincount(self.column, torque, velocities)
