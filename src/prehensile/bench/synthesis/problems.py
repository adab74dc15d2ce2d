"""Random complementarity problems: contacts with friction as a hand has them, and P-matrices."""

from typing import NamedTuple

import numpy as np

HAND_DOF = 26
STEP = 1 / 500
"""[s]"""


class Problem(NamedTuple):
    """w = M z + q"""

    M: np.ndarray
    """(n, n)"""
    q: np.ndarray
    """(n,)"""


def friction_problem(rng: np.random.Generator, contacts: int, sides: int) -> Problem:
    """(5.21) of contacts at random places and azimuths between a compliant hand and a free body.

    Half of the contacts touch or overlap, the others are near.

    Args:
        rng: of the draws.
        contacts: how many.
        sides: of each friction polygon.
    """
    # A hand: joints of 0.1 to 2 rad/Nm that move points by up to 10 cm/rad, and the root.
    compliance = np.append(np.exp(rng.uniform(np.log(0.1), np.log(2), HAND_DOF - 3)), [1e-3] * 3)
    J = np.concatenate(
        [
            rng.normal(0, 0.05, (contacts, 3, HAND_DOF - 3))
            * (rng.random((contacts, 1, HAND_DOF - 3)) < 0.3),
            np.broadcast_to(np.eye(3), (contacts, 3, 3)),
        ],
        axis=2,
    )
    # A body of 10 to 500 g, 2 to 8 cm large.
    mass, size = rng.uniform(0.01, 0.5), rng.uniform(0.01, 0.04)
    normal = rng.normal(size=(contacts, 3))
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    r = size * normal + rng.normal(0, 0.1 * size, (contacts, 3))
    B = np.zeros((contacts, 3, 6))
    B[:, :, :3] = np.eye(3)
    B[:, :, 3:] = -np.cross(r[:, None, :], np.eye(3)).transpose(0, 2, 1)
    inverse = np.array([1 / mass] * 3 + [1 / (0.4 * mass * size**2)] * 3)
    aside, friction = rng.normal(size=(contacts, 3)), rng.uniform(0.2, 1.0, contacts)
    gap = np.where(rng.random(contacts) < 0.5, -1, 1) * np.abs(rng.normal(0, 1e-3, contacts))
    moved = rng.normal(0, 1e-3, (contacts, 3))
    return posed(J, compliance, B, inverse, normal, aside, friction, gap, moved, sides)


def posed(
    J: np.ndarray, compliance: np.ndarray, B: np.ndarray, inverse: np.ndarray, normal: np.ndarray,
    aside: np.ndarray, friction: np.ndarray, gap: np.ndarray, moved: np.ndarray, sides: int,
) -> Problem:  # fmt: skip
    """(5.21) of N contacts.

    Args:
        J: (N, 3, n) of the hand.
        compliance: (n,) of its joints.
        B: (N, 3, 6) of the body.
        inverse: (6,) of its mass and inertia.
        normal: (N, 3) unit.
        aside: (N, 3) by which the cones are turned about it, any.
        friction: (N,) μ
        gap: (N,) [m]
        moved: (N, 3) [m] without forces.
        sides: of each friction polygon.
    """
    contacts = len(normal)
    t1 = np.cross(normal, aside)
    t1 /= np.linalg.norm(t1, axis=1, keepdims=True)
    t2 = np.cross(normal, t1)
    angle = 2 * np.pi * np.arange(sides) / sides
    D = np.concatenate(
        [
            normal[:, None],
            np.cos(angle)[:, None] * t1[:, None] + np.sin(angle)[:, None] * t2[:, None],
        ],
        axis=1,
    )
    DJ = (D @ J).reshape(-1, J.shape[2])
    DB = (D @ B).reshape(-1, 6)
    W = (DJ * compliance) @ DJ.T + STEP**2 * (DB * inverse) @ DB.T
    each = sides + 1
    n = contacts * each
    M = np.zeros((n + contacts, n + contacts))
    M[:n, :n] = W
    q = np.zeros(n + contacts)
    q[:n] = (D @ moved[:, :, None]).ravel()
    for i in range(contacts):
        first = i * each
        q[first] += gap[i]
        M[first + 1 : first + each, n + i] = 1.0
        M[n + i, first + 1 : first + each] = -1.0
        M[n + i, first] = friction[i]
    return Problem(M, q)


def p_matrix_problem(rng: np.random.Generator, n: int) -> Problem:
    """A matrix whose symmetric part is positive definite, not symmetric itself, and any q."""
    A, K = rng.normal(size=(n, n)), rng.normal(size=(n, n))
    return Problem(A @ A.T / n + 0.1 * np.eye(n) + (K - K.T) / np.sqrt(n), rng.normal(size=n))
