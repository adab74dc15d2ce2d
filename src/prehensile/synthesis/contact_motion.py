"""How contacts move in a step: by forces, by the reference, by rigid bodies (Kry 2005, 5.12–5.19).

Δu = (hand above or body above) − (body below), as twists (v, ω) at the contact, world axes. With
rows D of the cones, everything is Δu = A β + a:

    hand   A = DᵀJ C JᵀD (G of 4.8),  a = Dᵀ(base's motion + J (θ_r^{k+1} − θ^k))
    body   A = h² DᵀB M̃⁻¹ BᵀD (−U of 5.18),  a = h DᵀB M̃⁻¹(M φ + h w) (−u of 5.19)

J (θ_r^{k+1} − θ^k) stands for the thesis' JΔθ_r − G f^k: it also carries drift, contacts that are
new, and compliance that changes.
"""

import numpy as np

from prehensile.lie import so3
from prehensile.synthesis.contacts import HAND, Contacts


def base_motion(T: np.ndarray, T_next: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(N, 6) how points (N, 3) fixed to the forearm move [m] and turn [rad] with its reference."""
    moved = np.zeros((len(points), 6))
    if T_next is T:
        return moved
    turn = T_next[:3, :3] @ T[:3, :3].T
    moved[:, :3] = (points - T[:3, 3]) @ turn.T + T_next[:3, 3] - points
    moved[:, 3:] = so3.log(turn)
    return moved


def body_maps(contacts: Contacts, T: np.ndarray, subspaces: np.ndarray) -> np.ndarray:
    """ΓAd of (5.16): (N, 6, n) twists at the contacts for the bodies' velocities, all n of them.

    What is above counts, what is below is taken away.

    Args:
        contacts: which, between what.
        T: (B, 4, 4) of the bodies.
        subspaces: (B, 6, n) the velocities that a body has, for those of all.
    """
    maps = np.zeros((len(contacts.key), 6, subspaces.shape[2]))
    for b, subspace in enumerate(subspaces):
        if subspace.any():
            sign = (contacts.upper == b) * 1.0 - (contacts.lower == b)
            maps += sign[:, None, None] * (twist_at(T[b], contacts.r) @ subspace)
    return maps


def twist_at(T: np.ndarray, points: np.ndarray) -> np.ndarray:
    """(N, 6, 6) velocity and turning of points (N, 3), world, for a body velocity φ at T."""
    R = T[:3, :3]
    x, y, z = (points - T[:3, 3]).T[:, :, None]
    out = np.zeros((len(points), 6, 6))
    out[:, :3, :3] = R
    out[:, 3:, 3:] = R
    # ω × arm, for ω along each axis of the body
    out[:, 0, 3:] = R[1] * z - R[2] * y
    out[:, 1, 3:] = R[2] * x - R[0] * z
    out[:, 2, 3:] = R[0] * y - R[1] * x
    return out


def hand_rows(contacts: Contacts, J: np.ndarray) -> np.ndarray:
    """(N, 6, dof + 3) J where the hand is above, 0 where a body is."""
    return np.where((contacts.upper == HAND)[:, None, None], J, 0.0)
