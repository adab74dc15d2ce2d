"""Friction cones as polygons, and the wrenches they make: the one builder that everything about
contacts uses.

Hard fingers push inside a friction cone. Soft fingers also twist, inside the limit surface

    |f_t|² / (μ f_n)² + τ² / (s f_n)² ≤ 1

(Howe & Cutkosky; Ciocarlie et al. 2007), s being the largest torque about the normal over the
normal force [m].
"""

from typing import NamedTuple

import numpy as np


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


def cone_edges(normal: np.ndarray, friction: float | np.ndarray, sides: int) -> np.ndarray:
    """Forces of unit normal part along the edges of linearised friction cones.

    The polygon is inscribed, so between two edges it promises 1 − cos(π / sides) too little: 29 %
    with four sides, 8 % with eight. It is turned with the axes that normals are given in.

    Args:
        normal: (..., N, 3) unit, into the object.
        friction: sliding coefficient, one or (..., N).
        sides: edges of each cone, from 3 up.

    Returns:
        (..., N, sides, 3)
    """
    t1, t2 = tangents(normal)
    angle = np.arange(sides) * 2 * np.pi / sides
    tangent = np.cos(angle)[:, None] * t1[..., None, :] + np.sin(angle)[:, None] * t2[..., None, :]
    return normal[..., None, :] + np.asarray(friction)[..., None, None] * tangent


def tangents(normal: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(..., 3), (..., 3) unit, at right angles to unit normals (..., 3) and to each other."""
    helper = np.where(np.abs(normal[..., :1]) < 0.9, [1.0, 0, 0], [0, 1.0, 0])
    t1 = _cross(normal, helper)
    t1 /= np.linalg.norm(t1, axis=-1, keepdims=True)
    return t1, _cross(normal, t1)


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
    """As `contact_wrenches.contact_wrenches`, for contacts that somebody checked already: a
    planner's own.
    """
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


def _with_torque(
    arms: np.ndarray, normal: np.ndarray, force: np.ndarray, spin: np.ndarray | None
) -> np.ndarray:
    """(..., N, k, 6) from forces (..., N, k, 3) at arms (..., N, 3), twisted about the normals."""
    torque = _cross(arms[..., None, :], force)
    if spin is not None:
        torque = torque + spin[..., None, None] * normal[..., None, :]
    return np.concatenate([force, torque], axis=-1)


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(..., 3) a × b. NumPy's own takes several times as long for a few: a planner asks thousands
    of times.
    """
    x, y, z = a[..., 0], a[..., 1], a[..., 2]
    u, v, w = b[..., 0], b[..., 1], b[..., 2]
    return np.stack([y * w - z * v, z * u - x * w, x * v - y * u], axis=-1)
