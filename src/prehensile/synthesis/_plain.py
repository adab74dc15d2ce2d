"""The plain twin of ``_kernels``: a step's parts in NumPy, each equation by its own function."""

import numpy as np

from prehensile.lie import se3, so3
from prehensile.synthesis.cone import cone_directions
from prehensile.synthesis.contact_motion import body_maps, hand_rows
from prehensile.synthesis.contacts import Contacts
from prehensile.synthesis.damping import damped_inertia, damping_drive
from prehensile.synthesis.hand_table import HandTable
from prehensile.synthesis.problem import step_problem
from prehensile.synthesis.tables import FREELY, HINGE, Assembled, BodyTable, StepInput

MIDPOINT_ROUNDS = 3
"""by which the spin halfway is found; that of the beginning would gain energy"""


def hand_contacts(
    table: HandTable, theta: np.ndarray, T_forearm: np.ndarray, link: np.ndarray, point: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Where all segments are, and how points on some of them move (Kry 2005, 4.3).

    Args:
        table: the hand.
        theta: (dof + 3,) [rad], then how far the root has moved [m], world axes.
        T_forearm: (4, 4) of the world, before the root moves.
        link: (N,) rows of segments that are touched.
        point: (N, 3) [m] where, world.

    Returns:
        poses (S, 4, 4) of the world, and J (N, 6, dof + 3), linear rows first.
    """
    dof = len(theta) - 3
    poses = np.empty((len(table.parent), 4, 4))
    anchor, axis = np.empty((len(table.axis), 3)), np.empty((len(table.axis), 3))
    for s, parent in enumerate(table.parent):
        if parent < 0:
            T = T_forearm.copy()
            T[:3, 3] += theta[dof:]
        else:
            T = poses[parent] @ table.rest[s]
        for j in range(table.first[s], table.first[s + 1]):
            angle = table.offset[j] + table.ratio[j] * theta[table.column[j]]
            x, y, z = table.axis[j]
            K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
            anchor[j], axis[j] = T[:3, 3], T[:3, :3] @ table.axis[j]
            T[:3, :3] = T[:3, :3] @ (np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * (K @ K))
        poses[s] = T
    J = np.zeros((len(link), 6, dof + 3))
    J[:, :3, dof:] = np.eye(3)
    for i, touched in enumerate(link):
        s = touched
        while s >= 0:
            for j in range(table.first[s], table.first[s + 1]):
                arm = np.cross(axis[j], point[i] - anchor[j])
                J[i, :3, table.column[j]] += table.ratio[j] * arm
                J[i, 3:, table.column[j]] += table.ratio[j] * axis[j]
            s = table.parent[s]
    return poses, J


def assemble(contacts: Contacts, bodies: BodyTable, given: StepInput) -> Assembled:
    """The complementarity problem (5.21) of a step, with everything that it is made of."""
    h, count = given.h, len(given.gap)
    arm = given.arm if len(given.arm) else None
    D = cone_directions(contacts.normal, given.sides, arm)
    J = hand_rows(contacts, given.J)
    maps = body_maps(contacts, given.T, bodies.subspace)
    drive = np.zeros(len(bodies.M))
    for b, S in enumerate(bodies.subspace):
        fall = h * given.T[b, :3, :3].T @ given.gravity
        linear = bodies.mass[b] * (given.phi[b, :3] + fall)
        drive += S.T @ np.concatenate([linear, bodies.inertia[b] @ given.phi[b, 3:]])
    reference = (given.carried + J @ given.reference_moves)[:, :3] / h
    drive += h * damping_drive(maps, given.c, reference)
    M = damped_inertia(bodies.M + h * bodies.hinge_damping, maps, given.c, h)
    inverse = np.linalg.inv(M)
    free = given.carried + J @ given.to_reference + h * (maps @ (inverse @ drive))
    wide = 3 if arm is None else 6
    Jw, Bw = (part[:, :wide].reshape(count * wide, -1) for part in (J, maps))
    response = Jw @ given.compliance @ Jw.T + h * h * (Bw @ inverse @ Bw.T)
    for i, n in enumerate(contacts.normal):
        at = slice(wide * i, wide * i + 3)
        response[at, at] += given.pad[i] * np.outer(n, n)
    K = D.shape[2]
    spread = np.zeros((count * wide, count * K))
    for i in range(count):
        spread[wide * i : wide * (i + 1), K * i : K * (i + 1)] = D[i, :wide]
    a = np.einsum("iak,ia->ik", D, free).ravel()
    problem = step_problem(spread.T @ response @ spread, a, given.gap, contacts.friction)
    return Assembled(D, J, maps, inverse, drive, free, response, *problem)


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
    wrench: np.ndarray, theta: np.ndarray,
) -> tuple[np.ndarray, ...]:  # fmt: skip
    """Where wrenches (N, 6) at the contacts lead a structure at θ (n,), and bodies.

    Returns:
        θ^{k+1} (n,), poses (B, 4, 4), velocities φ (B, 6), how fast contacts with a force slip
        along the surface (N, 3) [m/s], and Jᵀf (n,).
    """
    torque = _gathered(built.J, wrench)
    moves = given.to_reference + given.compliance @ torque  # (5.22)
    velocity = built.inverse @ (built.drive + given.h * _gathered(built.maps, wrench))  # (5.15)
    motion = (given.carried + built.J @ moves + given.h * (built.maps @ velocity))[:, :3]
    n = contacts.normal
    along = motion - np.einsum("ij,ij->i", motion, n)[:, None] * n
    slip = np.where(np.any(wrench != 0, axis=1, keepdims=True), along, 0.0) / given.h
    return theta + moves, *moved_bodies(bodies, given.T, velocity, given.h), slip, torque


def _gathered(rows: np.ndarray, wrench: np.ndarray) -> np.ndarray:
    """(k,) Σ rowsᵢᵀ wrenchᵢ: what wrenches (N, 6) do to coordinates that move by rows (N, 6, k)."""
    return wrench.ravel() @ rows.reshape(wrench.size, rows.shape[2])
