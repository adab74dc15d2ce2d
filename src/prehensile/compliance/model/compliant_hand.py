"""The compliant hand of Kry 2005, 4.1: a spring in every joint, and three at the root.

θ = θ_r + C τ (4.6), where θ has the hand's joints and then three translations of the forearm along
the world's axes, without which no fingertip gives way along its own bones.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.compliance import ROOT_NAMES, HandCompliance
from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.jacobian import point_jacobian


class Place(NamedTuple):
    """A point of the hand that something touches."""

    segment: str
    """as WebXR names it"""
    point: np.ndarray | tuple[float, float, float] = (0.0, 0.0, 0.0)
    """(3,) or (..., 3) [m] in the segment's frame"""


def contact_jacobian(
    hand: Hand, q: np.ndarray, place: Place, T_world_forearm: np.ndarray | None = None
) -> np.ndarray:
    """J of (4.3) with the root's columns: (..., 6, dof + 3), linear rows first, world axes."""
    J = point_jacobian(hand, q, place.segment, place.point, T_world_forearm)
    root = np.broadcast_to(np.eye(6, 3), (*J.shape[:-1], 3))
    return np.concatenate([J, root], axis=-1)


def contact_torques(
    hand: Hand,
    q: np.ndarray,
    place: Place,
    force: np.ndarray,
    T_world_forearm: np.ndarray | None = None,
    moment: np.ndarray | None = None,
) -> np.ndarray:
    """Joint torques of a force on the hand (4.4), and the force itself at the root.

    Args:
        hand: whose joints.
        q: (..., dof) [rad]
        place: where the force acts.
        force: (..., 3) [N] on the hand, along world axes.
        T_world_forearm: (..., 4, 4)
        moment: (..., 3) [Nm] about the place, where a wrench was measured.

    Returns:
        (..., dof + 3) [Nm], the last three [N].
    """
    J = contact_jacobian(hand, q, place, T_world_forearm)
    torques = np.einsum("...ij,...i->...j", J[..., :3, :], np.asarray(force, float))
    if moment is not None:
        torques += np.einsum("...ij,...i->...j", J[..., 3:, :], np.asarray(moment, float))
    return torques


def one_axis_force(
    hand: Hand,
    q: np.ndarray,
    segment: str,
    direction: np.ndarray | tuple[float, float, float],
    value: np.ndarray,
    T_world_forearm: np.ndarray | None = None,
) -> np.ndarray:
    """(..., 3) [N] on the hand, world, from what a sensor on the skin reads along one axis.

    Args:
        hand: whose.
        q: (..., dof) [rad]
        segment: that carries the sensor.
        direction: (3,) unit, out of the skin, in the segment's frame; the force goes the other way.
        value: (...,) [N]
        T_world_forearm: (..., 4, 4)
    """
    R = segment_transforms(hand, q, T_world_forearm, segment)[segment][..., :3, :3]
    return -(R @ np.asarray(direction, float)) * np.asarray(value, float)[..., None]


def endpoint_compliance(
    hand: Hand,
    q: np.ndarray,
    places: Place | Sequence[Place],
    compliance: np.ndarray | HandCompliance,
    T_world_forearm: np.ndarray | None = None,
) -> np.ndarray:
    """How far points give way a newton: C_i of (4.7), or the coupled G of (4.8)–(4.10).

    Args:
        hand: whose.
        q: (..., dof) [rad]
        places: one, or N that share joints.
        compliance: (dof + 3,) the diagonal, or (dof + 3, dof + 3); what `hand.json` holds.
        T_world_forearm: (..., 4, 4)

    Returns:
        (..., 3N, 3N) [m/N], symmetric; 3 × 3 for one place.
    """
    several = [places] if isinstance(places, Place) else list(places)
    if not several:
        raise InputError("endpoint compliance needs at least one place.")
    C = full_compliance(hand, compliance)
    J = np.concatenate(
        [contact_jacobian(hand, q, place, T_world_forearm)[..., :3, :] for place in several], -2
    )
    return J @ C @ np.swapaxes(J, -1, -2)


def full_compliance(hand: Hand, compliance: np.ndarray | HandCompliance) -> np.ndarray:
    """(dof + 3, dof + 3) from any of the forms that `endpoint_compliance` takes.

    Raises:
        InputError: another shape, not symmetric, or negative in some direction.
    """
    if isinstance(compliance, HandCompliance):
        return compliance.of(hand)
    C = np.asarray(compliance, float)
    n = hand.dof + len(ROOT_NAMES)
    if C.shape == (n,):
        C = np.diag(C)
    if C.shape != (n, n):
        raise InputError(f"compliance has shape {C.shape}; expected ({n},) or ({n}, {n}).")
    if not np.isfinite(C).all() or not np.allclose(C, C.T, rtol=1e-9, atol=1e-15):
        raise InputError("compliance must be finite and symmetric.")
    if np.linalg.eigvalsh(C)[0] < -1e-12 * np.abs(C).max():
        raise InputError("compliance must be positive semidefinite: some push would be answered.")
    return C


def stiffness_along(C: np.ndarray, direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Endpoint stiffness along n, both ways: 1/(nᵀCn) and nᵀC⁻¹n, (...,) [N/m] each.

    The first is what a free finger shows that is pushed along n; the second, never smaller, what
    it shows when held sideways.
    """
    n = np.asarray(direction, float)
    n = n / np.linalg.norm(n, axis=-1, keepdims=True)
    free = 1 / np.einsum("...i,...ij,...j->...", n, C, n)
    b = np.broadcast_to(n, C.shape[:-1])
    held = np.einsum("...i,...i->...", n, np.linalg.solve(C, b[..., None])[..., 0])
    return free, held
