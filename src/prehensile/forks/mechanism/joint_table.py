"""All joints of a mechanism side by side: how far they move and what their springs answer."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.lie import se3

SOFT_START = 0.7
"""Share of the way to a limit from which a joint stiffens."""
STIFFENING = 30.0
"""At the limit itself the extra stiffness is three times this, times the joint's own."""
STEP = 1e-5
"""[rad] or [m] of central differences."""


@dataclass(frozen=True, eq=False)
class JointTable:
    """Per joint and direction, padded to the joint with most directions: (J, D)."""

    screws: np.ndarray
    """(J, D, 6), zero where there is no direction"""
    group: np.ndarray
    """(J, D) whole numbers, −1 where there is no direction"""
    groups: int
    stiffness: np.ndarray
    damping: np.ndarray
    lower: np.ndarray
    upper: np.ndarray

    @property
    def used(self) -> np.ndarray:
        """(J, D) where a joint has a direction."""
        return self.group >= 0

    @property
    def turns(self) -> np.ndarray:
        """(J, D) whether the coordinate is an angle and not a length."""
        return np.asarray(np.abs(self.screws[..., 3:]).any(axis=-1))

    def typical_stiffness(self, length: float) -> float:
        """[Nm/rad] median over all springs, those along lines at a lever of ``length`` [m]."""
        felt = self.used & (self.stiffness > 0)
        unit = np.where(self.turns, 1.0, length)
        return float(np.median((self.stiffness * unit**2)[felt]))

    def move(self, theta: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where the joints take their children.

        Args:
            theta: (J, D) [rad] or [m].

        Returns:
            E (J, 4, 4), and S (J, D, 6) with E(θ + δ) ≈ E(θ) exp(Sᵀ δ).
        """
        tail = np.broadcast_to(np.eye(4), (len(theta), 4, 4))
        S = np.zeros_like(self.screws)
        for g in reversed(range(self.groups)):
            member = self.group == g
            twist = np.einsum("jd,jdk->jk", np.where(member, theta, 0.0), self.screws)
            carry = se3.adjoint(se3.inverse(tail)) @ se3.left_jacobian(-twist)
            S += np.where(member[..., None], self.screws @ np.swapaxes(carry, -1, -2), 0.0)
            tail = se3.exp(twist) @ tail
        return tail, S

    def torque(self, theta: np.ndarray, limits: bool) -> tuple[np.ndarray, np.ndarray]:
        """Spring torque (J, D) [Nm] or [N] and its slope (J, D).

        With ``limits`` each joint stiffens smoothly from 0.7 of the way to its limit on, the
        nonlinear scaling that 4.7 imagines.
        """
        torque, slope = self.stiffness * theta, self.stiffness.copy()
        if limits:
            extra, more = stiffening(theta, self.stiffness, self.lower, self.upper)
            torque, slope = torque + extra, slope + more
        return torque, slope

    def turned_torque_slope(self, theta: np.ndarray, force: np.ndarray) -> np.ndarray:
        """(J, D, D) derivative of S λ with λ held, by central differences; 0 for simple joints."""
        J, D = theta.shape
        out = np.zeros((J, D, D))
        if D == 1:
            return out
        for k in range(D):
            step = np.zeros(D)
            step[k] = STEP
            ahead, behind = (self.move(theta + s * step)[1] for s in (1, -1))
            out[:, :, k] = np.einsum("jdk,jk->jd", (ahead - behind) / (2 * STEP), force)
        return out * (self.used[:, None, :] & self.used[:, :, None])


def stiffening(
    theta: np.ndarray, stiffness: np.ndarray, lower: np.ndarray, upper: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Extra torque towards a limit and its slope: c (θ − θ₀)³, with θ₀ = 0.7 of the limit.

    The cube starts with no jump in torque, slope or curvature, and c makes the extra stiffness at
    the limit 3 × ``STIFFENING`` × the joint's own.
    """
    torque, slope = np.zeros_like(theta), np.zeros_like(theta)
    for limit, side in ((upper, 1.0), (-lower, -1.0)):
        finite = np.isfinite(limit)
        reach = np.where(finite, limit, 1.0)
        past = np.maximum(side * theta - SOFT_START * reach, 0.0)
        c = np.where(finite, STIFFENING * stiffness / ((1 - SOFT_START) * reach) ** 2, 0.0)
        torque += side * c * past**3
        slope += 3 * c * past**2
    return torque, slope


@lru_cache(maxsize=32)
def joint_table(mechanism: Mechanism) -> JointTable:
    """The table of a mechanism."""
    joints = mechanism.joints
    J, D = len(joints), max(joint.dof for joint in joints)
    screws, group = np.zeros((J, D, 6)), np.full((J, D), -1)
    stiffness, damping = np.ones((J, D)), np.zeros((J, D))
    lower, upper = np.full((J, D), -np.inf), np.full((J, D), np.inf)
    for row, joint in enumerate(joints):
        d = joint.dof
        screws[row, :d], group[row, :d] = joint.screws, joint.groups
        stiffness[row, :d], damping[row, :d] = joint.stiffness, joint.damping
        lower[row, :d], upper[row, :d] = joint.lower, joint.upper
    return JointTable(screws, group, int(group.max()) + 1, stiffness, damping, lower, upper)
