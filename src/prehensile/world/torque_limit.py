"""A limit on the active torque of joints that are integrated implicitly.

In a step of length h MuJoCo's discrete integrator puts the active torque at the end of the step,

    τ = k (q_ref − q⁺) + d (q̇_ref − q̇⁺) + torque,   q⁺ = q + h q̇⁺,

so whether it exceeds the limit L is known only afterwards, and a constant torque ±L in its place
would throw a free finger (5 Nm on 10⁻⁴ kg m²: 400 rad/s in one step). So k and d stay, and a
constant is added such that |τ| ≤ L at the start of the step: as the joint follows, τ falls, which
is stable like any spring. A joint that is moved against its torque ends the step beyond L. Then the
step is done again with another constant, found by the secant method: once where something holds
the joint's motion, twice or three times where a load throws it open. What still exceeds L after
that is given ±L itself: it does move against its torque, so it is not thrown by it.
"""

from typing import NamedTuple, Self

import numpy as np

from prehensile.world.command import Command

AIM = 0.998
"""Share of the limit that a joint which is being moved against its torque is given at first: it
then mostly stays below, and no second try is needed."""
MOST_TRIES = 3
"""of the secant method in a step"""
LEAST_SLOPE = 0.01
"""of the torque with the added constant: that of a free finger with a stiff spring"""
ROUNDING = 1e-9
"""Share of the limit by which a torque may miss it in the arithmetic of a step."""
NONE = 1e9
"""[Nm] stands for no limit, where other worlds of a batch have one"""


class LimitedTorque(NamedTuple):
    """Active torque of a Command with a limit; arrays (..., dof)."""

    q_ref: np.ndarray
    """[rad]"""
    stiffness: np.ndarray
    """[Nm/rad]"""
    damping: np.ndarray
    """[Nms/rad]"""
    feed_forward: np.ndarray
    """[Nm] what does not depend on the state"""
    limit: np.ndarray
    """[Nm]"""

    @classmethod
    def of(cls, command: Command, feed_forward: np.ndarray | float) -> Self | None:
        """That of a Command; None without a limit."""
        if command.limit is None:
            return None
        constant = np.broadcast_to(feed_forward, command.limit.shape)
        return cls(command.q_ref, command.stiffness, command.damping, constant, command.limit)

    def row(self, world: int) -> Self:
        """Of one world of many."""
        return type(self)(*(array[world] for array in self))

    def spread(self, count: int) -> Self:
        """The same in each of many worlds, or in each its own: (count, dof)."""
        return type(self)(*(np.broadcast_to(a, (count, a.shape[-1])) for a in self))

    def mixed(self, other: Self | None, mine: np.ndarray) -> Self:
        """This in the worlds of a mask (count,), the other's elsewhere."""
        if other is None:
            other = self._replace(limit=np.full_like(self.limit, NONE))
        pairs = zip(self, other, strict=True)
        return type(self)(*(np.where(mine[:, None], a, b) for a, b in pairs))

    def track(self, q: np.ndarray, qd: np.ndarray, timestep: float) -> "LimitedStep":
        """The first try of a step from (q, q̇), (..., dof) each."""
        now = self._torque(q, qd)
        # Moved against its torque, a joint ends the step where that is larger still.
        against = now * qd < 0
        expected = np.where(against, now - self.stiffness * (timestep * qd), now)
        bound = np.where(against, AIM, 1.0) * self.limit
        shift = np.clip(expected, -bound, bound) - expected
        shift = np.where(np.abs(expected) > self.limit, shift, 0.0)
        return LimitedStep(self, shift, np.zeros(shift.shape))

    def _torque(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return self.stiffness * (self.q_ref - q) - self.damping * qd + self.feed_forward


class LimitedStep(NamedTuple):
    """One try of a step."""

    law: LimitedTorque
    shift: np.ndarray
    """(..., dof) [Nm] added to springs and dampers"""
    yields: np.ndarray
    """(..., dof) ±1 for joints that get their limit as it is, 0 for the others"""
    tries: int = 0
    """before this one"""
    last: tuple[np.ndarray, np.ndarray] | None = None
    """(..., dof) [Nm] shift and torque of the try before, if there was one"""

    @property
    def stiffness(self) -> np.ndarray:
        """(..., dof) [Nm/rad] in this step"""
        return np.where(self.yields == 0, self.law.stiffness, 0.0)

    @property
    def damping(self) -> np.ndarray:
        """(..., dof) [Nms/rad] in this step"""
        return np.where(self.yields == 0, self.law.damping, 0.0)

    @property
    def constant(self) -> np.ndarray:
        """(..., dof) [Nm] in this step, whatever the state"""
        sprung = self.law.feed_forward + self.shift
        return np.where(self.yields == 0, sprung, self.yields * self.law.limit)

    def torque(self, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        """(..., dof) [Nm] active torque of the step that ended in (q, q̇)."""
        return self.stiffness * (self.law.q_ref - q) - self.damping * qd + self.constant

    def after(self, q: np.ndarray, qd: np.ndarray) -> "LimitedStep | None":
        """The next try, given where this one ended; None if no torque exceeded its limit."""
        torque = self.torque(q, qd)
        beyond = np.abs(torque) > (1 + ROUNDING) * self.law.limit
        beyond &= self.yields == 0
        if not beyond.any():
            return None
        if self.tries >= MOST_TRIES:
            return self._replace(yields=np.where(beyond, np.sign(torque), self.yields))
        excess = torque - np.sign(torque) * AIM * self.law.limit
        shift = np.where(beyond, self.shift - excess / self._slope(torque), self.shift)
        return self._replace(shift=shift, tries=self.tries + 1, last=(self.shift, torque))

    def _slope(self, torque: np.ndarray) -> np.ndarray:
        """(..., dof) change of the torque with the constant: 1 where the motion is given."""
        if self.last is None:
            return np.ones_like(torque)
        moved, felt = self.shift - self.last[0], torque - self.last[1]
        slope = np.divide(felt, moved, out=np.ones_like(felt), where=np.abs(moved) > 1e-12)
        return np.clip(slope, LEAST_SLOPE, 1.0)
