"""Stiffness that grows with force: K = K₀ + slope · planned force (Hajian 1997; Kry 2005, 8.1)."""

from typing import NamedTuple

import numpy as np


class ForceLaw(NamedTuple):
    """Of one joint."""

    at_rest: float
    """K₀ [Nm/rad] at no force"""
    slope: float
    """[m/rad] K a newton of planned force"""
    covariance: np.ndarray
    """(2, 2) of both"""

    @property
    def significance(self) -> float:
        """The slope over its standard deviation."""
        return self.slope / float(np.sqrt(self.covariance[1, 1]))


def force_law(
    compliance: float, own: np.ndarray, deviation: np.ndarray, planned: np.ndarray
) -> ForceLaw:
    """Weighted least squares over contacts, linear about the common compliance.

    A contact's stiffness is 1/c, which noise makes large without bound; about the common c it is
    taken as (2 − own/c)/c, so that its noise is even.

    Args:
        compliance: [rad/Nm] of all contacts together.
        own: (K,) [rad/Nm] of each.
        deviation: (K,) relative.
        planned: (K,) [N]
    """
    K = (2 - own / compliance) / compliance
    X = np.stack([np.ones_like(planned), planned], axis=1)
    weight = 1 / (deviation / compliance)
    A, b = X * weight[:, None], K * weight
    inverse = np.linalg.inv(A.T @ A)
    found = inverse @ A.T @ b
    left = float(((b - A @ found) ** 2).sum()) / max(len(K) - 2, 1)
    return ForceLaw(float(found[0]), float(found[1]), inverse * max(left, 1.0))
