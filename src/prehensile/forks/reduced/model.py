"""`ReducedModel`: a mechanism as the few numbers that its end effectors need.

The end effectors' twists are written ξ_e = X_e z. The coordinates z are chosen so that the elastic
energy is ½ zᵀz and the kinetic energy ½ Σ μ ż², with rigid directions left out; every other link
follows by the static twist map, ξ_i = X_i z. Mass and damping are those of the whole mechanism
moving that way (Guyan's reduction): inverse mass does not chain as compliance does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from prehensile.errors import InputError
from prehensile.forks.mechanism.joint_table import joint_table
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.statics.compliance import Linearisation, linearise
from prehensile.forks.statics.equilibrium import equilibrium
from prehensile.forks.statics.spectrum import Spectrum, spectrum
from prehensile.lie import se3

RIGID = 1e-9
"""Largest compliance, times the typical stiffness, of something that does not move."""
UNSTABLE = 1e-6
"""Share of the largest compliance that a negative one must have to count."""


@dataclass(frozen=True, eq=False)
class ReducedModel:
    """A mechanism reduced to r coordinates. Make one with :func:`reduce`."""

    linearisation: Linearisation
    spectrum: Spectrum
    basis: np.ndarray
    """(links, 6, r) X: body twist of each link for each coordinate"""
    joint_basis: np.ndarray
    """(joints, D, r) joint coordinates for each coordinate"""
    to_wrench: np.ndarray
    """(6 E, r) wrenches on the end effectors that bring about unit coordinates"""
    mass: np.ndarray
    """(r,) μ [s²]; the stiffness is 1"""
    damping: np.ndarray
    """(r, r) [s]"""

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that was reduced."""
        return self.linearisation.mechanism

    @property
    def size(self) -> int:
        """r, the number of coordinates."""
        return len(self.mass)

    @property
    def T_rest(self) -> np.ndarray:
        """(links, 4, 4) poses at z = 0."""
        return self.linearisation.state.T_world

    @property
    def frequencies(self) -> np.ndarray:
        """(r,) [Hz] natural frequencies, lowest first."""
        return np.sort(1 / np.sqrt(self.mass)) / (2 * np.pi)

    @cached_property
    def effector_basis(self) -> np.ndarray:
        """(E, 6, r) rows of the end effectors."""
        return self.basis[self.linearisation.rows]

    def coordinates(self, twists: np.ndarray) -> np.ndarray:
        """Coordinates z (r,) of end effectors' body twists (E, 6), rigid directions dropped."""
        scale = self.spectrum.scale
        stacked = self.effector_basis.reshape(-1, self.size) / scale[:, None]
        return np.linalg.lstsq(stacked, np.ravel(twists) / scale, rcond=None)[0]

    def poses(self, z: np.ndarray) -> np.ndarray:
        """(..., links, 4, 4) of all links at coordinates (..., r), by the exponential map."""
        return self.T_rest @ se3.exp(np.einsum("lkr,...r->...lk", self.basis, z))


def reduce(
    mechanism: Mechanism,
    effectors: Sequence[str] | None = None,
    gravity: tuple[float, float, float] | None = None,
) -> ReducedModel:
    """Reduce a mechanism to its end effectors.

    Args:
        mechanism: any graph.
        effectors: links that the world touches, the usual ones if left out; more of them are
            closer to the full mechanism and cost more.
        gravity: (3,) [m/s²]; the model is then made about the pose in which it sags.

    Raises:
        UnknownNameError: an end effector that does not exist.
        InputError: nothing gives way there, or the pose is not stable.
    """
    state = None if gravity is None else equilibrium(mechanism, gravity=gravity)
    return reduced_model(linearise(mechanism, effectors, state))


def reduced_model(linearisation: Linearisation) -> ReducedModel:
    """The reduced model of one linearisation."""
    mechanism = linearisation.mechanism
    s = spectrum(linearisation.compliance, mechanism.radius)
    _check_spectrum(linearisation, s)
    # Wrenches that bring about unit steps of z: S U Λ^(−1/2).
    to_wrench = s.vectors[:, : s.rank] / np.sqrt(s.values[: s.rank]) / s.scale[:, None]
    X = linearisation.twist_map @ to_wrench
    M = np.einsum("lar,lab,lbs->rs", X, mechanism.spatial_inertia, X)
    mu, V = np.linalg.eigh(M)
    X, joints = X @ V, linearisation.joint_map @ to_wrench @ V
    table = joint_table(mechanism)
    D = np.einsum("jdr,jd,jds->rs", joints, table.damping, joints)
    return ReducedModel(linearisation, s, X, joints, to_wrench @ V, mu, D)


def _check_spectrum(linearisation: Linearisation, s: Spectrum) -> None:
    mechanism = linearisation.mechanism
    names = ", ".join(linearisation.effectors)
    largest = float(np.abs(s.values).max())
    if largest * joint_table(mechanism).typical_stiffness(mechanism.radius) < RIGID:
        raise InputError(
            f"nothing gives way at {names} of {mechanism.name!r}: its joints lock one another; "
            "free a joint, or name other end effectors."
        )
    if s.values[-1] < -UNSTABLE * largest:
        raise InputError(
            f"{mechanism.name!r} does not stand still in this pose: it would tip over or buckle; "
            "make its joints stiffer, or take gravity away."
        )
