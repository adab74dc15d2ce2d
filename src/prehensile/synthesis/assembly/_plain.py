"""The plain twin of ``_kernels``: a step's problem in NumPy, each equation by its own function."""

import numpy as np

from prehensile.synthesis.cone import cone_directions, torsion_arm
from prehensile.synthesis.contact_motion import base_motion, body_maps, hand_rows
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.damping import contact_damping, damped_springs
from prehensile.synthesis.handed_on import last_basis, last_wrench
from prehensile.synthesis.problem import step_problem
from prehensile.synthesis.soft_friction import soft_friction
from prehensile.synthesis.tables import Assembled, BodyTable, StepInput

RECOVERY = 0.05
"""[m/s] at which bodies that overlap one another come apart; the hand gives way at once"""
LEFT = 2e-5
"""[m] of their overlap that is left alone: pushed out in a step, it would be a kick of 10 mm/s, and
what lies on many points would rock from one to another for ever"""


def assemble(contacts: Contacts, bodies: BodyTable, given: StepInput) -> Assembled:
    """The complementarity problem (5.21) of a step, with everything that it is made of."""
    h, count, on_hand = given.h, len(contacts.key), contacts.upper == HAND
    held = last_wrench(given.key, given.wrench, contacts.key)
    pressed = np.where(on_hand, (held[:, :3] * contacts.normal).sum(axis=1), 0.0)
    soft = soft_friction(contacts.friction, pressed, given.friction_falls)
    friction = np.where(on_hand, soft, contacts.friction)
    apart = np.maximum(contacts.gap, np.clip(contacts.gap + LEFT, -RECOVERY * h, 0.0))
    gap = np.where(on_hand, contacts.gap + given.skin, apart)
    arm = torsion_arm(contacts.torsion, friction)
    D = cone_directions(contacts.normal, given.sides, arm)
    J = hand_rows(contacts, given.J)
    carried = np.where(on_hand[:, None], base_motion(given.base[0], given.base[1], contacts.r), 0.0)
    maps = body_maps(contacts, given.T, bodies.subspace)
    springs, moves = damped_springs(
        given.compliance, given.to_reference, given.reference_moves, J,
        contact_damping(pressed, given.damping), h,
    )  # fmt: skip
    drive = np.zeros(len(bodies.M))
    for b, S in enumerate(bodies.subspace):
        fall = h * given.T[b, :3, :3].T @ given.gravity
        linear = bodies.mass[b] * (given.phi[b, :3] + fall)
        drive += S.T @ np.concatenate([linear, bodies.inertia[b] @ given.phi[b, 3:]])
    inverse = np.linalg.inv(bodies.M + h * bodies.hinge_damping)
    hinge = bodies.hinge
    held_back = hinge.pushed(np.zeros(len(hinge.body)), len(drive))
    velocity = inverse @ (drive + h * held_back)
    free = carried + J @ moves + h * (maps @ velocity)
    wide, K = 3 if arm is None else 4, D.shape[2]
    Jw, Bw = (_moved_along(contacts.normal, part)[:, :wide] for part in (J, maps))
    Jw, Bw = Jw.reshape(count * wide, -1), Bw.reshape(count * wide, -1)
    response = Jw @ springs @ Jw.T + h * h * (Bw @ inverse @ Bw.T)
    for i, n in enumerate(contacts.normal):
        at = slice(wide * i, wide * i + 3)
        response[at, at] += (given.pad if on_hand[i] else 0.0) * np.outer(n, n)
    spread = np.zeros((count * wide, count * K))
    for i in range(count):
        own = _moved_along(contacts.normal[i : i + 1], D[i : i + 1])
        spread[wide * i : wide * (i + 1), K * i : K * (i + 1)] = own[0, :wide]
    turns = np.zeros((len(hinge.body), len(drive)))
    turns[np.arange(len(turns)), hinge.column] = hinge.sign
    across = h * h * (turns @ inverse @ Bw.T) @ spread
    A = np.block(
        [[spread.T @ response @ spread, across.T], [across, h * h * (turns @ inverse @ turns.T)]]
    )
    a = np.append(np.einsum("iak,ia->ik", D, free), h * (turns @ velocity))
    gaps = np.append(gap, hinge.gap(given.turned))
    M, q = step_problem(A, a, gaps, friction, hinge.dry)
    start = last_basis(given.key, given.basis, given.hinge_basis, contacts.key, K)
    if len(start) != len(q):
        start = np.zeros(0, bool)
    return Assembled(
        D, J, springs, moves, maps, inverse, drive, carried, free, response, gap, friction, held,
        M, q, start,
    )  # fmt: skip


def _moved_along(normal: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """(N, 4, k) of twists (N, 6, k): how points move, and turn about the normals (N, 3)."""
    return np.concatenate([rows[:, :3], np.einsum("ia,iak->ik", normal, rows[:, 3:])[:, None]], 1)
