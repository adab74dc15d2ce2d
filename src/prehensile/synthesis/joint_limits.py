"""Joint limits as stiff springs that act on one side only (Kry 2005, 5.2: Pollard and Zordan).

A joint beyond its limit has a second spring, k (limit − θ). Both springs together are one, stiffer
than either and with a reference between theirs: the step stays as it is.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from prehensile.errors import InputError
from prehensile.frozen import freeze_arrays
from prehensile.hand.hand import Hand

STIFFNESS = 100.0
"""[Nm/rad] some fifty times a finger's own: 0.1 Nm bend a joint 1 mrad beyond its limit"""


@dataclass(frozen=True, eq=False)
class JointLimits:
    """Where springs begin, and how stiff they are.

    Raises:
        InputError: a lower limit above the upper one, a stiffness that is not above 0.
    """

    lower: np.ndarray
    """(n,) −∞ where there is none"""
    upper: np.ndarray
    """(n,)"""
    stiffness: float | np.ndarray = STIFFNESS
    """[Nm/rad] of all, or (n,)"""

    def __post_init__(self) -> None:
        if not (self.lower <= self.upper).all():
            raise InputError("a joint's lower limit is above its upper one.")
        each = np.asarray(self.stiffness, float)
        if each.shape not in ((), self.lower.shape) or not ((each > 0) & (each < np.inf)).all():
            raise InputError(f"limits have {self.stiffness} Nm/rad; expected more than 0.")
        freeze_arrays(self)

    @classmethod
    def of(cls, hand: Hand, stiffness: float | np.ndarray = STIFFNESS) -> Self:
        """A hand's, (dof + 3,) if they differ; its root moves freely."""
        free = np.full(3, np.inf)
        return cls(np.append(hand.lower, -free), np.append(hand.upper, free), stiffness)

    def joined(
        self, theta: np.ndarray, reference: np.ndarray, compliance: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """θ_r (n,) and C (n, n) with the springs of joints that are beyond their limits.

        C' = (C⁻¹ + k PᵀP)⁻¹ by Woodbury, so that joints which do not give way may be among them;
        θ_r' = θ_r + C' k Pᵀ(limit − P θ_r).

        Args:
            theta: (n,) where the joints are.
            reference: (n,) θ_r
            compliance: (n, n) C
        """
        beyond = (theta < self.lower) | (theta > self.upper)
        if not beyond.any():
            return reference, compliance
        rows = np.flatnonzero(beyond)
        limit = np.where(theta < self.lower, self.lower, self.upper)[rows]
        across = compliance[:, rows]
        both = across[rows] + np.diag(1 / np.broadcast_to(self.stiffness, len(theta))[rows])
        gain = np.linalg.solve(both, across.T).T  # C' k Pᵀ
        return reference + gain @ (limit - reference[rows]), compliance - gain @ across.T
