"""`Setting`: what stays the same from step to step, and what is handed on."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np

from prehensile.errors import InputError
from prehensile.frozen import freeze_arrays
from prehensile.synthesis.body import Body
from prehensile.synthesis.cone import checked_sides
from prehensile.synthesis.damping import DAMPING
from prehensile.synthesis.joint_limits import JointLimits
from prehensile.synthesis.structure import Structure
from prehensile.synthesis.tables import BodyTable

GRAVITY = (0.0, 0.0, -9.81)


@dataclass(frozen=True)
class Setting:
    """A structure on springs, bodies, and how to step them.

    Raises:
        InputError: sides that do not pair, no time step, other options out of range.
    """

    structure: Structure
    bodies: tuple[Body, ...]
    timestep: float = 1 / 500
    """[s]"""
    sides: int = 8
    """of the friction cones"""
    gravity: Sequence[float] = GRAVITY
    """(3,) [m/s²]"""
    damping: float = DAMPING
    """[Ns/m] for each newton of a contact; 0 for none"""
    pad: float = 0.0
    """[m/N] by which the hand's skin gives along the normal; 0 is rigid, as in the thesis (4.4)"""
    skin: float = 0.0
    """[m] by which it gives before it presses at all"""
    friction_falls: float = 0.0
    """power of the normal force by which the hand's friction falls (`soft_friction`)"""
    limits: JointLimits | None = None
    """of the structure's joints; none if left out"""

    def __post_init__(self) -> None:
        checked_sides(self.sides)
        if not 0 < self.timestep < np.inf:
            raise InputError(f"the time step is {self.timestep:g} s; expected more than 0.")
        if not 0 <= self.damping < np.inf:
            raise InputError(f"damping is {self.damping:g} Ns/m a newton; expected 0 or more.")
        if not (0 <= self.pad < np.inf and 0 <= self.skin < np.inf):
            raise InputError("the softness of skin must not be negative.")
        if not 0 <= self.friction_falls < 1:
            raise InputError(f"friction falls by a power of {self.friction_falls:g}; 0 to below 1.")

    @cached_property
    def table(self) -> BodyTable:
        """Of its bodies"""
        return BodyTable.of(self.bodies)

    @cached_property
    def options(self) -> tuple[np.ndarray, int, float, float, float, float, float]:
        """The last fields of `StepInput`, as kernels want them"""
        return (
            np.array(self.gravity, float), int(self.sides), float(self.timestep),
            float(self.damping), float(self.pad), float(self.skin), float(self.friction_falls),
        )  # fmt: skip


class Reference(NamedTuple):
    """Where the structure would be were nothing there."""

    theta: np.ndarray
    """(n,) θ_r"""
    T_base: np.ndarray
    """(4, 4) of the world"""


@dataclass(frozen=True, eq=False)
class State:
    """What a step begins with. Arrays become read-only."""

    theta: np.ndarray
    """(n,)"""
    reference: Reference
    """that θ belongs to"""
    T_bodies: np.ndarray
    """(B, 4, 4)"""
    phi: np.ndarray
    """(B, 6) (v, ω) of the centres of mass, bodies' axes"""
    key: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    """(N,) of the last step's contacts"""
    wrench: np.ndarray = field(default_factory=lambda: np.zeros((0, 6)))
    """(N, 6) (f, τ) on what is above, at the last step's contacts, world"""
    basis: np.ndarray = field(default_factory=lambda: np.zeros((0, 0), bool))
    """(N, K + 1) of the last step's problem: β, then λ, a row for each contact"""

    torque: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """(n,) Jᵀf of the last step; (0,) before any"""
    turned: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """(B,) [rad] of bodies on a hinge"""
    hinge: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """(m,) [Nm] by which dry friction and stops held them; (0,) before any step"""
    hinge_basis: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))
    """(Q + F,) of the last step's problem; (0,) before any"""

    def __post_init__(self) -> None:
        freeze_arrays(self)

    @classmethod
    def at_rest(
        cls, reference: Reference, T_bodies: np.ndarray, theta: np.ndarray | None = None
    ) -> Self:
        """Everything stands still, the structure on its reference or at θ (n,)."""
        T = np.array(T_bodies, float).reshape(-1, 4, 4)
        start = np.array(reference.theta if theta is None else theta, float)
        phi, turned = np.zeros((len(T), 6)), np.zeros(len(T))
        return cls(start, reference, T, phi, turned=turned)
