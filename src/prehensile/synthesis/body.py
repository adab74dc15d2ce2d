"""Rigid bodies that the hand meets: free, on a hinge, or part of the world (Kry 2005, 5.14–5.15).

Velocities φ = (v, ω) are of the centre of mass along the body's own axes, M = diag(m 1, I). The
term ad(φ)ᵀMφ of (5.14) is what turning does to a momentum seen from the body; explicit as printed
it feeds energy to whatever spins. `moved_bodies` has momentum and spin carried into the turned
frame, which is the same in the first order and keeps both exactly.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from prehensile.errors import InputError

Moves = Literal["freely", "hinge", "never"]


@dataclass(frozen=True, eq=False)
class Body:
    """One rigid body, its frame at the centre of mass.

    Raises:
        InputError: no mass though it moves, or an inertia that is none.
    """

    name: str
    moves: Moves = "never"
    mass: float = 0.0
    """[kg]"""
    inertia: np.ndarray = field(default_factory=lambda: np.zeros((3, 3)))
    """(3, 3) [kg m²] about the centre of mass"""
    axis: np.ndarray = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))
    """(3,) unit, of the hinge, body's frame"""
    anchor: np.ndarray = field(default_factory=lambda: np.zeros(3))
    """(3,) [m] a point on the hinge, body's frame"""
    joint_damping: float = 0.0
    """[Nms/rad] of the hinge"""
    dry_friction: float = 0.0
    """[Nm] that the hinge resists with, at rest and turning"""
    limits: tuple[float, float] = (-np.inf, np.inf)
    """[rad] lowest and highest angle of the hinge, 0 where the simulation begins"""

    def __post_init__(self) -> None:
        if self.moves == "never":
            return
        if not 0 < self.mass < np.inf:
            raise InputError(f"{self.name} moves and has a mass of {self.mass:g} kg; give more.")
        if np.shape(self.inertia) != (3, 3) or not np.linalg.eigvalsh(self.inertia)[0] > 0:
            raise InputError(f"the inertia of {self.name} must be positive definite, 3 × 3.")
        if not 0 <= self.dry_friction < np.inf:
            raise InputError(f"the hinge of {self.name} rubs with {self.dry_friction:g} Nm.")
        if not self.limits[0] <= 0 <= self.limits[1] or self.limits[0] == self.limits[1]:
            raise InputError(f"limits of the hinge of {self.name} must enclose 0.")

    @cached_property
    def subspace(self) -> np.ndarray:
        """(6, n) the velocities that it can have: all, one about its hinge, or none."""
        if self.moves == "freely":
            return np.eye(6)
        if self.moves == "never":
            return np.zeros((6, 0))
        return np.concatenate([np.cross(self.anchor, self.axis), self.axis])[:, None]

    @cached_property
    def spatial_inertia(self) -> np.ndarray:
        """(6, 6) M"""
        M = np.zeros((6, 6))
        M[:3, :3] = self.mass * np.eye(3)
        M[3:, 3:] = self.inertia
        return M


def kinetic_energy(body: Body, phi: np.ndarray) -> float:
    """[J]"""
    return 0.5 * float(phi @ body.spatial_inertia @ phi)
