"""The plain twin of ``_kernels``: where forces lead, in NumPy."""

import numpy as np

from prehensile.lie import se3, so3
from prehensile.synthesis.contacts import Contacts
from prehensile.synthesis.tables import FREELY, HINGE, Assembled, BodyTable, StepInput

MIDPOINT_ROUNDS = 3
"""by which the spin halfway is found; that of the beginning would gain energy"""


def moved_bodies(
    bodies: BodyTable, T: np.ndarray, velocity: np.ndarray, h: float
) -> tuple[np.ndarray, np.ndarray]:
    """Poses (B, 4, 4) and velocities φ (B, 6) after h [s] at all bodies' velocities (m,).

    Momentum and spin of what is free stay the same in space; its centre of mass goes straight on.
    """
    after, phi = T.copy(), np.zeros((len(T), 6))
    for b, S in enumerate(bodies.subspace):
        phi[b] = S @ velocity
        v, w = phi[b, :3], phi[b, 3:]
        if bodies.kind[b] == HINGE:  # its one momentum is the same in the turned frame
            after[b] = T[b] @ se3.exp(h * phi[b])
        elif bodies.kind[b] == FREELY:
            spin, turn, before = w, np.eye(3), bodies.inertia[b] @ w
            for _ in range(MIDPOINT_ROUNDS):
                turn = so3.exp(0.5 * h * (w + spin))
                spin = bodies.inverse[b] @ (before @ turn)
            after[b, :3, 3] = T[b, :3, 3] + h * T[b, :3, :3] @ v
            after[b, :3, :3] = T[b, :3, :3] @ turn
            phi[b] = np.concatenate([v @ turn, spin])
    return after, phi


def moved_all(
    contacts: Contacts, bodies: BodyTable, given: StepInput, built: Assembled,
    wrench: np.ndarray, hinge: np.ndarray, theta: np.ndarray,
) -> tuple[np.ndarray, ...]:  # fmt: skip
    """Where wrenches (N, 6) at the contacts and torques (m,) of hinges lead.

    Returns:
        θ^{k+1} (n,) of a structure that was at θ, poses (B, 4, 4), velocities φ (B, 6), angles
        (B,) [rad] of hinges, how fast contacts with a force slip along the surface (N, 3) [m/s],
        and Jᵀf (n,).
    """
    h, torque = given.h, _gathered(built.J, wrench)
    moves = built.moves + built.springs @ torque  # (5.22)
    push = h * (_gathered(built.maps, wrench) + hinge)
    velocity = built.inverse @ (built.drive + push)  # (5.15)
    motion = (built.carried + built.J @ moves + h * (built.maps @ velocity))[:, :3]
    n = contacts.normal
    along = motion - np.einsum("ij,ij->i", motion, n)[:, None] * n
    slip = np.where(np.any(wrench != 0, axis=1, keepdims=True), along, 0.0) / h
    turned = given.turned.copy()
    for b in np.flatnonzero(bodies.kind == HINGE):
        turned[b] += h * (bodies.subspace[b] @ velocity)[3:] @ bodies.axis[b]
    T, phi = moved_bodies(bodies, given.T, velocity, h)
    return theta + moves, T, phi, turned, slip, torque


def _gathered(rows: np.ndarray, wrench: np.ndarray) -> np.ndarray:
    """(k,) Σ rowsᵢᵀ wrenchᵢ: what wrenches (N, 6) do to coordinates that move by rows (N, 6, k)."""
    return wrench.ravel() @ rows.reshape(wrench.size, rows.shape[2])
