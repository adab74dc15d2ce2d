"""Stiffness that grows with force: K = K₀ + slope · planned force (Hajian 1997; Kry 2005, 8.1).

Found with the compliances, not afterwards: a contact that is stiffer than the others would pass for
one with a rough reference.
"""

from typing import NamedTuple

import numpy as np

from prehensile.compliance.joints.joint_fit import JointFit
from prehensile.compliance.joints.uncertainty import angle_covariance


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

    def interval(self, share: float = 0.9) -> tuple[float, float]:
        """[m/rad] within which the slope lies with that probability."""
        from scipy.special import ndtri

        half = float(ndtri(0.5 + share / 2)) * float(np.sqrt(self.covariance[1, 1]))
        return self.slope - half, self.slope + half

    def to_json(self) -> dict[str, float]:
        """What ``hand.json`` says of it: K₀ [Nm/rad], slope [m/rad] and its 90 % interval."""
        low, high = self.interval()
        return {"at_rest": self.at_rest, "slope": self.slope, "low": low, "high": high}


def force_laws(fit: JointFit, mean: float) -> tuple[ForceLaw, ...]:
    """(n,) of a fit whose stiffness may grow: K = (1 + g (F − mean)) / c.

    Args:
        fit: with its growth g.
        mean: [N] planned force at which its compliances are.
    """
    n, spread = len(fit.compliance), angle_covariance(fit)
    laws = []
    for j, (c, g) in enumerate(zip(fit.compliance, fit.growth, strict=True)):
        own = [j, len(fit.prior) - n + j]
        # By log c and g.
        slopes = np.array([[g * mean - 1, -mean], [-g, 1.0]]) / c
        covariance = slopes @ spread[np.ix_(own, own)] @ slopes.T
        laws.append(ForceLaw(float((1 - g * mean) / c), float(g / c), covariance))
    return tuple(laws)
