"""Compliance between joints: C that is not diagonal (Kry 2005, 8.1).

C_ij = ρ_ij √(c_i c_j): muscles that cross two joints make the torque of one turn the other. One
Gauss–Newton step from the diagonal fit, each ρ drawn to nought by a prior, then the nearest that is
positive semidefinite.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from prehensile.compliance.joints.joint_fit import JointFit, Springs, fitted_slopes

LEAST = 1e-3
"""eigenvalue that a matrix of correlations keeps"""


class Coupling(NamedTuple):
    """Of n joints that were fitted."""

    correlation: np.ndarray
    """(n, n) ρ, ones on the diagonal, positive definite"""
    deviation: np.ndarray
    """(n, n) standard deviation of each; 0 on the diagonal"""

    def compliance(self, diagonal: np.ndarray, some: Sequence[int]) -> np.ndarray:
        """(m, m) [rad/Nm] of some of the joints, whose own compliances are (m,)."""
        size = np.sqrt(diagonal)
        return self.correlation[np.ix_(some, some)] * np.outer(size, size)


def joint_coupling(
    fit: JointFit, springs: Springs, accepted: np.ndarray, spread: float
) -> Coupling:
    """Estimate ρ.

    Args:
        fit: with a diagonal compliance.
        springs: of it.
        accepted: (K, n) which contacts say something about which joints.
        spread: standard deviation of each ρ about nought beforehand.
    """
    n, p = len(fit.compliance), len(fit.prior)
    pairs = list(combinations(range(n), 2))
    bent, slopes, pushes = fitted_slopes(fit, springs)
    size = np.sqrt(fit.compliance)
    between = np.zeros((*pushes.shape, len(pairs)))
    for k, (i, j) in enumerate(pairs):
        between[..., i, k] = size[i] * size[j] * pushes[..., j]
        between[..., j, k] = size[i] * size[j] * pushes[..., i]
    both = np.concatenate([slopes, between], axis=-1)
    information = np.diag(np.append(fit.prior, np.full(len(pairs), spread**-2.0)))
    score = np.zeros(p + len(pairs))
    for k, contact in enumerate(fit.contacts):
        one, change = contact.normal(
            bent[k], both[k], fit.noise**2, fit.correlation, fit.roughness[k], accepted[k]
        )
        information, score = information + one, score + change
    inverse = np.linalg.inv(information + 1e-9 * np.eye(len(score)))
    step = inverse @ score
    rho, deviation = np.eye(n), np.zeros((n, n))
    for k, (i, j) in enumerate(pairs):
        rho[i, j] = rho[j, i] = np.clip(step[p + k], -1, 1)
        deviation[i, j] = deviation[j, i] = np.sqrt(inverse[p + k, p + k])
    return Coupling(nearest_correlation(rho), deviation)


def nearest_correlation(rho: np.ndarray) -> np.ndarray:
    """(n, n) with ones on the diagonal and no eigenvalue below `LEAST`: shrunk to the diagonal."""
    lowest = float(np.linalg.eigvalsh(rho)[0])
    if lowest >= LEAST:
        return rho
    # Eigenvalues of (1 − w) ρ + w I are (1 − w) λ + w.
    w = (LEAST - lowest) / (1 - lowest)
    return (1 - w) * rho + w * np.eye(len(rho))
