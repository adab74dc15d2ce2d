"""A step by the thesis (Kry 2005, 5.2–5.23), written from its text and ERRATA.md alone.

Everything in the world's frame and one force at a time: no body frames, no adjoints, no tables.
A contact has a force f and a torque t on what is above, and their opposites on what is below.
Free bodies have (v, ω) of the centre of mass, hinges a rate about a line that stands still.
"""

from typing import NamedTuple

import numpy as np

from prehensile.synthesis.body import Body
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.tables import StepInput


class Answer(NamedTuple):
    """What forces at the end of a step do in it."""

    motion: np.ndarray
    """(N, 6) Δu (5.12): way and turning of what is above, less that of what is below"""
    theta: np.ndarray
    """(n,) θ^{k+1} − θ^k (5.22)"""
    rates: list[np.ndarray]
    """of each body: (6,) v and ω, (1,) of a hinge, (0,) of what never moves"""


def pressed(contacts: Contacts, given: StepInput) -> np.ndarray:
    """(N,) normal forces of the last step, found by key."""
    out = np.zeros(len(contacts.key))
    for i, key in enumerate(contacts.key):
        for j, old in enumerate(given.key):
            if key == old and contacts.upper[i] == HAND:
                out[i] = contacts.normal[i] @ given.wrench[j, :3]
    return out


def answer(
    bodies: tuple[Body, ...], contacts: Contacts, given: StepInput,
    wrench: np.ndarray, hinge: np.ndarray,
) -> Answer:  # fmt: skip
    """Wrenches (N, 6) on what is above, and torques (B,) about hinges."""
    h, N = given.h, len(contacts.key)
    on_hand = contacts.upper == HAND
    T0, T1 = given.base
    turn = T1[:3, :3] @ T0[:3, :3].T
    base = np.zeros((N, 6))
    for i in np.flatnonzero(on_hand):
        at_rest = T0[:3, :3].T @ (contacts.r[i] - T0[:3, 3])
        base[i, :3] = T1[:3, :3] @ at_rest + T1[:3, 3] - contacts.r[i]
        base[i, 3:] = _vector(turn)
    # (5.22) with Jᵀ: the springs give way to all forces at once, and to dampers beside them, −c of
    # how fast each point leaves the reference's; both at the end of the step
    c = given.damping * pressed(contacts, given)
    torque = sum((given.J[i].T @ wrench[i] for i in np.flatnonzero(on_hand)), np.zeros(7))
    brakes, ahead = np.zeros((7, 7)), np.zeros(7)
    for i in np.flatnonzero(on_hand):
        brakes += c[i] / h * given.J[i, :3].T @ given.J[i, :3]
        ahead += c[i] / h * given.J[i, :3].T @ (given.J[i, :3] @ given.reference_moves)
    K = np.linalg.inv(given.compliance)
    moved = np.linalg.solve(K + brakes, K @ given.to_reference + torque + ahead)
    motion = base.copy()
    for i in np.flatnonzero(on_hand):
        motion[i] += given.J[i] @ moved
    rates = []
    for b, body in enumerate(bodies):
        if body.moves == "never":
            rates.append(np.zeros(0))
            continue
        R, centre = given.T[b, :3, :3], given.T[b, :3, 3]
        inertia = R @ body.inertia @ R.T
        velocity, spin = R @ given.phi[b, :3], R @ given.phi[b, 3:]
        # momentum after the step = before + h (weight + contacts)
        mass = np.zeros((6, 6))
        mass[:3, :3], mass[3:, 3:] = body.mass * np.eye(3), inertia
        momentum = mass @ np.append(velocity, spin)
        momentum[:3] += h * body.mass * given.gravity
        for i in range(N):
            side = float(contacts.upper[i] == b) - float(contacts.lower[i] == b)
            if side == 0.0:
                continue
            arm = contacts.r[i] - centre
            f, t = side * wrench[i, :3], side * wrench[i, 3:]
            momentum[:3] += h * f
            momentum[3:] += h * (t + np.cross(arm, f))
        if body.moves == "freely":
            rates.append(np.linalg.solve(mass, momentum))
            whole = rates[-1]
        else:  # virtual work along the one motion there is
            axis, point = R @ body.axis, centre + R @ body.anchor
            way = np.append(np.cross(axis, centre - point), axis)
            about = way @ mass @ way + h * body.joint_damping
            rates.append(np.array([(way @ momentum + h * hinge[b]) / about]))
            whole = way * rates[-1]
        for i in range(N):
            side = float(contacts.upper[i] == b) - float(contacts.lower[i] == b)
            arm = contacts.r[i] - centre
            motion[i, :3] += side * h * (whole[:3] + np.cross(whole[3:], arm))
            motion[i, 3:] += side * h * whole[3:]
    return Answer(motion, moved, rates)


def _vector(R: np.ndarray) -> np.ndarray:
    """Rotation vector by the eigenvector of 1."""
    values, vectors = np.linalg.eig(R)
    axis = np.real(vectors[:, np.argmin(np.abs(values - 1))])
    angle = np.arccos(np.clip((np.trace(R) - 1) / 2, -1, 1))
    sign = np.sign(axis @ [R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    return sign * angle * axis
