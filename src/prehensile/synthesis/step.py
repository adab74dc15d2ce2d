"""One step of a compliant structure among rigid bodies (Kry 2005, 5.1)."""

from typing import Literal, NamedTuple

import numpy as np

from prehensile.synthesis.body import body_weight, moved_body
from prehensile.synthesis.cone import cone_directions, torsion_arm
from prehensile.synthesis.contact_motion import base_motion, body_maps, hand_rows
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.damping import contact_damping, damped_inertia, damping_drive
from prehensile.synthesis.fallback import projected_wrench
from prehensile.synthesis.lcp.solver import LcpResult, solve_lcp
from prehensile.synthesis.problem import step_problem
from prehensile.synthesis.setting import Reference, Setting, State

RECOVERY = 0.05
"""[m/s] at which bodies that overlap one another come apart; the hand gives way at once"""


class Step(NamedTuple):
    """What a step did."""

    state: State
    """where it ends"""
    wrench: np.ndarray
    """(N, 6) (f, τ) on what is above, at the contacts that the step began with, world"""
    slip: np.ndarray
    """(N, 3) [m/s] of what is above over what is below, along the surface; 0 where no force"""
    solver: Literal["none", "lemke", "projected", "held"]
    """``none`` without contacts; ``held``: nothing was found, the last forces act on"""
    pivots: int


class _Moves(NamedTuple):
    """Δu = rows β' + a of all contacts, before cones, and the bodies' side of it."""

    J: np.ndarray
    """(N, 6, n) of the structure"""
    maps: np.ndarray
    """(N, 6, m) of the bodies"""
    inverse: np.ndarray
    """(m, m) M̃⁻¹"""
    drive: np.ndarray
    """(m,) M φ + h w: the momentum without contact forces"""
    carried: np.ndarray
    """(N, 6) motion of the structure's points with its base"""
    free: np.ndarray
    """(N, 6) motion in the step without contact forces"""


def step(
    setting: Setting, state: State, contacts: Contacts, compliance: np.ndarray, to: Reference
) -> Step:
    """Find the forces of the end of the step (5.21), and go there.

    Args:
        setting: what is stepped.
        state: where it is.
        contacts: at that moment, those that are near included.
        compliance: (n, n) C^{k+1}
        to: θ_r^{k+1}, and the base with it.
    """
    h, count = setting.timestep, len(contacts.key)
    moves = _moves(setting, state, contacts, to)
    solver: Literal["none", "lemke", "projected", "held"] = "none"
    wrench, basis, pivots = np.zeros((0, 6)), np.zeros((0, 0), bool), 0
    if count:
        found, D = _solved(setting, state, contacts, compliance, moves)
        K = D.shape[2]
        basis, pivots = _by_contact(found.basis, count, K), found.pivots
        wrench = (D @ found.z[: count * K].reshape(count, K, 1))[:, :, 0]
        solver = "lemke"
        if not found.solved:
            held = last_wrench(state, contacts)
            W = _response(moves, compliance, h)
            wrench, good = projected_wrench(W, moves.free, _gap(contacts, h), contacts, held)
            solver = "projected" if good else "held"
            basis = np.zeros((0, 0), bool)
    torque = np.einsum("iak,ia->k", moves.J, wrench)
    theta = to.theta + compliance @ torque
    velocity = moves.inverse @ (moves.drive + h * np.einsum("iak,ia->k", moves.maps, wrench))
    motion = moves.carried + moves.J @ (theta - state.theta) + h * (moves.maps @ velocity)
    T, phi = np.empty_like(state.T_bodies), np.zeros_like(state.phi)
    for b, (body, S) in enumerate(zip(setting.bodies, setting.subspaces, strict=True)):
        T[b], phi[b] = moved_body(body, state.T_bodies[b], S @ velocity, h)
    after = State(theta, to, T, phi, contacts.key, wrench, basis)
    return Step(after, wrench, _slip(contacts, motion[:, :3], wrench) / h, solver, pivots)


def last_wrench(state: State, contacts: Contacts) -> np.ndarray:
    """(N, 6) of the last step, handed on by the contacts' keys; 0 where they are new."""
    old, new = _matched(state.key, contacts.key)
    found = np.zeros((len(contacts.key), 6))
    found[new] = state.wrench[old]
    return found


def _moves(setting: Setting, state: State, contacts: Contacts, to: Reference) -> _Moves:
    """(5.12) without its forces."""
    h, before = setting.timestep, state.reference
    J = setting.structure.at(state.theta, before.T_base, contacts.link, contacts.r)[1]
    J = hand_rows(contacts, J)
    maps = body_maps(contacts, state.T_bodies, setting.subspaces)
    carried = base_motion(before.T_base, to.T_base, contacts.r)
    on_hand = contacts.upper == HAND
    carried *= on_hand[:, None]
    gravity = np.asarray(setting.gravity, float)
    drive, M = np.zeros(len(setting.inertia)), setting.inertia + h * setting.joint_damping
    for b, (body, S) in enumerate(zip(setting.bodies, setting.subspaces, strict=True)):
        weight = body_weight(body, state.T_bodies[b], gravity)
        drive += S.T @ (body.spatial_inertia @ state.phi[b] + h * weight)
    if setting.damping and on_hand.any():
        pressed = np.einsum("ij,ij->i", last_wrench(state, contacts)[:, :3], contacts.normal)
        c = contact_damping(np.where(on_hand, pressed, 0.0), setting.damping)
        reference = (carried + J @ (to.theta - before.theta))[:, :3] / h
        M = damped_inertia(M, maps, c, h)
        drive += h * damping_drive(maps, c, reference)
    inverse = np.linalg.inv(M) if len(M) else M
    free = carried + J @ (to.theta - state.theta) + h * (maps @ (inverse @ drive))
    return _Moves(J, maps, inverse, drive, carried, free)


def _solved(
    setting: Setting, state: State, contacts: Contacts, compliance: np.ndarray, moves: _Moves
) -> tuple[LcpResult, np.ndarray]:
    """(5.21), and its D (N, 6, K)."""
    h, count = setting.timestep, len(contacts.key)
    arm = torsion_arm(contacts.torsion, contacts.friction)
    D = cone_directions(contacts.normal, setting.sides, arm)
    K = D.shape[2]
    rows = np.swapaxes(D, 1, 2)
    DJ = (rows @ moves.J).reshape(count * K, -1)
    DB = (rows @ moves.maps).reshape(count * K, -1)
    A = DJ @ compliance @ DJ.T + h * h * (DB @ moves.inverse @ DB.T)
    a = (rows @ moves.free[:, :, None]).ravel()
    problem = step_problem(A, a, _gap(contacts, h), contacts.friction)
    return solve_lcp(*problem, _start(state, contacts, K)), D


def _response(moves: _Moves, compliance: np.ndarray, h: float) -> np.ndarray:
    """(6N, 6N) motion at the contacts for wrenches at them: G − U."""
    J = moves.J.reshape(-1, moves.J.shape[2])
    B = moves.maps.reshape(-1, moves.maps.shape[2])
    return J @ compliance @ J.T + h * h * (B @ moves.inverse @ B.T)


def _gap(contacts: Contacts, h: float) -> np.ndarray:
    """(N,) s_i0 [m]; bodies that overlap need not come apart in one step."""
    gap = contacts.gap
    return np.where(contacts.upper == HAND, gap, np.maximum(gap, -RECOVERY * h))


def _start(state: State, contacts: Contacts, K: int) -> np.ndarray | None:
    """The last basis, handed on by the contacts' keys; None where there is none to hand on."""
    if state.basis.shape[1:] != (K + 1,):
        return None
    old, new = _matched(state.key, contacts.key)
    if not len(old):
        return None
    rows = np.zeros((len(contacts.key), K + 1), bool)
    rows[new] = state.basis[old]
    return np.concatenate([rows[:, :K].ravel(), rows[:, K]])


def _by_contact(basis: np.ndarray, count: int, K: int) -> np.ndarray:
    """(N, K + 1) of a problem's basis."""
    return np.column_stack([basis[: count * K].reshape(count, K), basis[count * K :]])


def _matched(old: np.ndarray, new: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows of the same keys in both."""
    if old.shape == new.shape and (old == new).all():
        rows = np.arange(len(old))
        return rows, rows
    _, i, j = np.intersect1d(old, new, return_indices=True)
    return i, j


def _slip(contacts: Contacts, motion: np.ndarray, wrench: np.ndarray) -> np.ndarray:
    """(N, 3) [m] along the surface where there is a force."""
    n = contacts.normal
    along = motion - np.einsum("ij,ij->i", motion, n)[:, None] * n
    return np.where(wrench.any(axis=1)[:, None], along, 0.0)
