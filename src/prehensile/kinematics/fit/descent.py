"""Poses that bring points of a hand nearest to seen ones: Gauss–Newton, all frames at once.

Minimised for every frame over the palm's pose and the 20 digit angles a within their limits:

    Σ_seen m² |p(a) − T⁻¹ x|² + w² |P a − c|²

with m the trust in a point. What the points are (keypoints, markers glued to the skin) a `Readout`
says. The second term, the `Lean`, decides what the points leave open. Steps are damped
(Levenberg–Marquardt) frame by frame; a joint at its limit that would leave it is held there for the
step.
"""

from typing import NamedTuple, Protocol

import numpy as np

from prehensile.hand.joints import FINGERS
from prehensile.kinematics.fit.keypoint_chain import KeypointChain, Placed
from prehensile.kinematics.ik.finger import COUPLING
from prehensile.lie import se3

STEPS = 60
CALM, SETTLED = 1e-9, 1e-6
"""A frame is done after a step below CALM [m] and [rad], or one that gains less than SETTLED of its
cost."""
DAMPING_FIRST, DAMPING_LEAST = 1e-3, 1e-9


class Readout(Protocol):
    """K points of a hand that something sees."""

    chain: KeypointChain

    @property
    def trust(self) -> np.ndarray:
        """(K,) the weight of each point's distance in a fit."""
        ...

    def points(self, placed: Placed) -> np.ndarray:
        """(N, K, 3) [m] in the palm frame."""
        ...

    def pose_jacobian(self, placed: Placed) -> np.ndarray:
        """(N, K, 3, 26) by palm twist and digit angles, as in `KeypointChain.pose_jacobian`."""
        ...


class Lean(NamedTuple):
    """What the angles do where no point says otherwise."""

    rows: np.ndarray
    """w P (20, 20) [m/rad]"""
    aim: np.ndarray
    """w c (20,) or (N, 20) [m]"""

    def part(self, frames: np.ndarray) -> "Lean":
        """The lean on some of the frames."""
        return self if self.aim.ndim == 1 else Lean(self.rows, self.aim[frames])

    def off(self, angles: np.ndarray) -> np.ndarray:
        """(N, 20) [m] what is squared."""
        return angles.reshape(len(angles), -1) @ self.rows.T - self.aim


def relaxing(chain: KeypointChain, coupling: float, ease: float) -> Lean:
    """A finger's last flexion follows θ_DIP = λ θ_PIP, every other angle relaxes.

    Args:
        chain: the hand.
        coupling: [m/rad] weight of the coupling, and
        ease: [m/rad] of the relaxed pose.
    """
    rows, aim = ease * np.eye(20), ease * chain.rest
    for d in range(1, 1 + len(FINGERS)):
        rows[4 * d + 3, 4 * d + 2 : 4 * d + 4] = -coupling * COUPLING, coupling
    aim[1:, 3] = 0.0
    return Lean(rows, aim.ravel())


class Linearised(NamedTuple):
    """The problem at one set of poses."""

    placed: Placed
    residual: np.ndarray
    """(N, K, 3) [m] m (hand's point − seen point) in the palm frame; zero where not seen"""
    J: np.ndarray
    """(N, K, 3, 26) of the residual by palm twist and digit angles"""
    normal: np.ndarray
    """(N, 26, 26) Jᵀ J with the pull"""
    gradient: np.ndarray
    """(N, 26)"""
    free: np.ndarray
    """(N, 26) of bool; False for joints held at a limit"""


class Problem:
    """Seen points of N frames and the hand that is laid over them.

    Args:
        readout: the hand's own K points.
        points: (N, K, 3) [m], anything finite where not seen.
        seen: (N, K) of bool.
        pull: what decides the rest.
    """

    def __init__(self, readout: Readout, points: np.ndarray, seen: np.ndarray, pull: Lean):
        self.readout, self.points, self.seen, self.pull = readout, points, seen, pull
        self.chain = readout.chain
        self.weight = seen * readout.trust
        self.lower, self.upper = self.chain.lower.ravel(), self.chain.upper.ravel()

    def part(self, frames: np.ndarray) -> "Problem":
        """The problem of some of the frames."""
        return Problem(self.readout, self.points[frames], self.seen[frames], self.pull.part(frames))

    def residual(self, T: np.ndarray, placed: Placed) -> np.ndarray:
        """(N, K, 3) [m] weighted, in the palm frame; zero where not seen."""
        local = (self.points - T[:, None, :3, 3]) @ T[:, :3, :3]
        return (self.readout.points(placed) - local) * self.weight[..., None]

    def cost(self, T: np.ndarray, angles: np.ndarray) -> np.ndarray:
        """(N,) [m²] squared distances of all points plus what the angles' leanings cost."""
        residual = self.residual(T, self.chain.place(angles))
        return (residual**2).sum((1, 2)) + (self.pull.off(angles) ** 2).sum(1)

    def linearise(self, T: np.ndarray, angles: np.ndarray) -> Linearised:
        """Residuals, Jacobian and normal equations at these poses."""
        placed = self.chain.place(angles)
        residual = self.residual(T, placed)
        J = self.readout.pose_jacobian(placed) * self.weight[..., None, None]
        flat = J.reshape(len(J), -1, J.shape[-1])
        normal = flat.swapaxes(1, 2) @ flat
        gradient = (flat.swapaxes(1, 2) @ residual.reshape(len(J), -1, 1))[..., 0]
        normal[:, 6:, 6:] += self.pull.rows.T @ self.pull.rows
        gradient[:, 6:] += self.pull.off(angles) @ self.pull.rows
        flat_angles = angles.reshape(len(angles), -1)
        free = np.ones(gradient.shape, dtype=bool)
        free[:, 6:] = ~(
            ((flat_angles <= self.lower) & (gradient[:, 6:] > 0))
            | ((flat_angles >= self.upper) & (gradient[:, 6:] < 0))
        )
        return Linearised(placed, residual, J, normal, gradient, free)

    def moved(
        self, T: np.ndarray, angles: np.ndarray, step: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Poses after a step (N, 26), cut at the joint limits."""
        turned = angles.reshape(len(angles), -1) + step[:, 6:]
        return T @ se3.exp(step[:, :6]), np.clip(turned, self.lower, self.upper).reshape(-1, 5, 4)


def damped(at: Linearised, damping: np.ndarray) -> np.ndarray:
    """(N, 26, 26) the normal matrix, damped, with held joints cut out."""
    keep = at.free[:, :, None] & at.free[:, None, :]
    A = np.where(keep, at.normal, 0.0)
    diagonal = np.einsum("nii->ni", A)
    diagonal += np.where(at.free, damping[:, None] * diagonal + 1e-14, 1.0)
    return A


def descend(
    problem: Problem, T: np.ndarray, angles: np.ndarray, steps: int = STEPS
) -> tuple[np.ndarray, np.ndarray]:
    """The poses (N, 4, 4), (N, 5, 4) [rad] of least squares, from a first guess."""
    T, angles = T.copy(), angles.copy()
    damping = np.full(len(T), DAMPING_FIRST)
    cost = problem.cost(T, angles)
    busy = np.arange(len(T))
    for _ in range(steps):
        part = problem.part(busy)
        at = part.linearise(T[busy], angles[busy])
        step = -np.linalg.solve(
            damped(at, damping[busy]), np.where(at.free, at.gradient, 0.0)[..., None]
        )[..., 0]
        new_T, new_angles = part.moved(T[busy], angles[busy], step)
        new_cost = part.cost(new_T, new_angles)
        better = new_cost <= cost[busy]
        done = (np.abs(step).max(-1) < CALM) | (
            better & (cost[busy] - new_cost < SETTLED * cost[busy])
        )
        won = busy[better]
        T[won], angles[won], cost[won] = new_T[better], new_angles[better], new_cost[better]
        damping[busy] = np.clip(damping[busy] * np.where(better, 0.1, 10.0), DAMPING_LEAST, 1e9)
        busy = busy[~done]
        if not busy.size:
            break
    return T, angles
