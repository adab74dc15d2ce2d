"""What contacts can do to an object: wrenches that span the grasp wrench space.

Hard fingers push inside a friction cone. Soft fingers also twist, inside the limit surface

    |f_t|² / (μ f_n)² + τ² / (s f_n)² ≤ 1

(Howe & Cutkosky; Ciocarlie et al. 2007), s being the largest torque about the normal over the
normal force [m].
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.quality.measure.checked_contacts import (
    checked_contacts,
    checked_friction,
    checked_length,
    checked_torsion,
)
from prehensile.quality.measure.friction_cone import cone_edges

SIDES = 4
"""Edges of a friction cone, as in Andrews 2014, Figure 3-3"""
RINGS = 1
"""Parallels of a soft finger's limit surface between its equator and either pole"""


class ContactWrenches(NamedTuple):
    """Wrenches of unit normal force; their positive span is all that the contacts can do."""

    wrench: np.ndarray
    """(..., K, 6) force, then torque over the length"""
    contact: np.ndarray
    """(K,) which contact each belongs to, of N"""

    @property
    def shares(self) -> np.ndarray:
        """(N, K) one where a wrench belongs to a contact: adds normal forces up."""
        count = int(self.contact.max(initial=-1)) + 1
        return (self.contact == np.arange(count)[:, None]).astype(float)


def contact_wrenches(
    pos: ArrayLike,
    normal: ArrayLike,
    friction: float | np.ndarray,
    origin: ArrayLike,
    length: float,
    *,
    sides: int = SIDES,
    torsion: float | np.ndarray = 0.0,
    rings: int = RINGS,
) -> ContactWrenches:
    """Wrenches that hard or soft fingers exert on an object.

    Give contacts in the object's own frame, and a grasp that is only carried about keeps its
    figures to the last digit: the cones' polygons are turned with the axes.

    Args:
        pos: (..., N, 3) [m].
        normal: (..., N, 3) unit, from the hand into the object.
        friction: sliding coefficient, one or (..., N).
        origin: (..., 3) [m] about which torques are taken; the centre of mass, mostly.
        length: [m] by which they are divided, so that six rows can be compared; the object's
            largest radius about the origin, mostly. Every measure but closure depends on it.
        sides: edges of each friction cone.
        torsion: [m] largest torque about the normal over the normal force, one or (..., N); 0 for
            hard fingers. `hertz_patch.patch_torsion` gives it.
        rings: parallels of the limit surface between its equator and either pole; without, the
            surface is the double pyramid inside it.

    Raises:
        InputError: contacts, friction or length that make no sense.
    """
    at, into = checked_contacts(pos, normal)
    return finger_wrenches(
        at,
        into,
        checked_friction(friction),
        np.asarray(origin, dtype=float),
        checked_length(length),
        sides=sides,
        torsion=checked_torsion(torsion),
        rings=rings,
    )


def finger_wrenches(
    pos: np.ndarray,
    normal: np.ndarray,
    friction: float | np.ndarray,
    origin: np.ndarray,
    length: float,
    *,
    sides: int,
    torsion: float | np.ndarray,
    rings: int,
) -> ContactWrenches:
    """As `contact_wrenches`, for contacts that somebody checked already: a planner's own."""
    mu, twist = np.asarray(friction), np.asarray(torsion)
    arms = (pos - origin[..., None, :]) / length
    parts = [_with_torque(arms, normal, cone_edges(normal, mu, sides), None)]
    if twist.any():
        # Poles first: all one way round, then all the other, as a planner's solver is used to.
        for spin in (twist, -twist):
            parts.append(_with_torque(arms, normal, normal[..., None, :], spin / length))
        for k in range(1, rings + 1):
            latitude = k * np.pi / 2 / (rings + 1)
            edges = cone_edges(normal, np.cos(latitude) * mu, sides)
            for spin in (np.sin(latitude) * twist, -np.sin(latitude) * twist):
                parts.append(_with_torque(arms, normal, edges, spin / length))
    return ContactWrenches(
        np.concatenate([part.reshape(*part.shape[:-3], -1, 6) for part in parts], axis=-2),
        np.concatenate([np.repeat(np.arange(pos.shape[-2]), p.shape[-2]) for p in parts]),
    )


def normal_wrenches(
    pos: ArrayLike, normal: ArrayLike, origin: ArrayLike, length: float
) -> np.ndarray:
    """(..., N, 6) wrenches of unit forces along the normals alone: contacts without friction.

    Args:
        pos: (..., N, 3) [m].
        normal: (..., N, 3) unit, into the object.
        origin: (..., 3) [m] about which torques are taken.
        length: [m] by which they are divided.
    """
    at, into = checked_contacts(pos, normal)
    arms = (at - np.asarray(origin, dtype=float)[..., None, :]) / checked_length(length)
    return _with_torque(arms, into, into[..., None, :], None)[..., 0, :]


def _with_torque(
    arms: np.ndarray, normal: np.ndarray, force: np.ndarray, spin: np.ndarray | None
) -> np.ndarray:
    """(..., N, k, 6) from forces (..., N, k, 3) at arms (..., N, 3), twisted about the normals."""
    torque = np.cross(np.broadcast_to(arms[..., None, :], force.shape), force)
    if spin is not None:
        torque = torque + spin[..., None, None] * normal[..., None, :]
    return np.concatenate([force, torque], axis=-1)
