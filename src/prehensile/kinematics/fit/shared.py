"""What all frames share (bone lengths, where markers sit) refined together with every pose.

    min Σ_frames cost(pose, s) + Σ ((s − s₀) v / σ_s)²

by Gauss–Newton. A frame's pose is eliminated from its own block (Schur complement), so that the
system to solve has as many unknowns as there are shared numbers.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from prehensile.kinematics.fit.descent import Linearised, Problem, damped

ROUNDS = 30
SETTLED = 1e-6
"""Relative change of the cost that ends the refinement."""


class Prior(NamedTuple):
    """What is known of S shared numbers before any frame is seen."""

    mean: np.ndarray
    """s₀ (S,)"""
    pull: np.ndarray
    """v / σ_s (S,): how far [m] a frame's points may be off for one unit of s"""
    low: np.ndarray
    """(S,) bounds"""
    high: np.ndarray

    def off(self, s: np.ndarray) -> np.ndarray:
        """(S,) [m] what is squared."""
        return self.pull * (s - self.mean)


class SharedFit(NamedTuple):
    """The best shared numbers, and the poses that go with them."""

    s: np.ndarray
    problem: Problem
    T: np.ndarray
    angles: np.ndarray

    def rms(self) -> float:
        """[m] weighted root mean square distance of the points seen."""
        residual = self.problem.residual(self.T, self.problem.chain.place(self.angles))
        return float(np.sqrt((residual**2).sum() / (self.problem.weight**2).sum()))


def refine(
    problem_of: Callable[[np.ndarray], Problem],
    jacobian: Callable[[Problem, Linearised], np.ndarray],
    prior: Prior,
    s: np.ndarray,
    T: np.ndarray,
    angles: np.ndarray,
    rounds: int = ROUNDS,
) -> SharedFit:
    """Shared numbers and poses of least squares, from a first guess.

    Args:
        problem_of: the problem for given shared numbers (S,).
        jacobian: (N, K, 3, S) of the hand's points by the shared numbers, unweighted.
        prior: what is known of them.
        s: (S,) first guess.
        T: (N, 4, 4) first guess of the palm's poses.
        angles: (N, 5, 4) [rad] of the digits.
        rounds: at most.
    """
    now = problem_of(s)
    cost = now.cost(T, angles).sum() + (prior.off(s) ** 2).sum()
    damping = 1e-3
    for _ in range(rounds):
        step, shared_step = _both_steps(now, jacobian, prior, s, T, angles, damping)
        new_s = np.clip(s + shared_step, prior.low, prior.high)
        then = problem_of(new_s)
        new_T, new_angles = then.moved(T, angles, step)
        new_cost = then.cost(new_T, new_angles).sum() + (prior.off(new_s) ** 2).sum()
        if new_cost > cost:
            damping *= 10
            if damping > 1e6:
                break
            continue
        settled = cost - new_cost < SETTLED * cost
        now, s, T, angles, cost = then, new_s, new_T, new_angles, new_cost
        damping = max(0.1 * damping, 1e-9)
        if settled:
            break
    return SharedFit(s, now, T, angles)


def _both_steps(
    problem: Problem,
    jacobian: Callable[[Problem, Linearised], np.ndarray],
    prior: Prior,
    s: np.ndarray,
    T: np.ndarray,
    angles: np.ndarray,
    damping: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Gauss–Newton step of the poses (N, 26) and of the shared numbers (S,)."""
    at = problem.linearise(T, angles)
    by_shared = jacobian(problem, at) * problem.weight[..., None, None]
    S = by_shared.reshape(len(T), -1, len(s))
    P = at.J.reshape(len(T), -1, at.J.shape[-1])
    residual = at.residual.reshape(len(T), -1)
    mixed = np.where(at.free[..., None], P.swapaxes(1, 2) @ S, 0.0)
    gradient = np.where(at.free, at.gradient, 0.0)
    A = damped(at, np.full(len(T), damping))
    solved = np.linalg.solve(A, np.concatenate([mixed, gradient[..., None]], axis=-1))
    own = np.einsum("nri,nrj->ij", S, S) + np.diag(prior.pull**2)
    own += damping * np.diag(np.diag(own))
    reduced = own - np.einsum("npi,npj->ij", mixed, solved[..., :-1])
    slope = np.einsum("nri,nr->i", S, residual) + prior.pull * prior.off(s)
    slope -= np.einsum("npi,np->i", mixed, solved[..., -1])
    step = -np.linalg.solve(reduced, slope)
    return -(solved[..., -1] + solved[..., :-1] @ step), step
