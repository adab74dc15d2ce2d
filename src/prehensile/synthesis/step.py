"""One step of a compliant structure among rigid bodies (Kry 2005, 5.1)."""

from typing import Literal, NamedTuple

import numpy as np

from prehensile.fast_path import kernels
from prehensile.synthesis.cone import torsion_arm
from prehensile.synthesis.contact_motion import base_motion
from prehensile.synthesis.contacts import HAND, Contacts
from prehensile.synthesis.damping import contact_damping
from prehensile.synthesis.fallback import projected_wrench
from prehensile.synthesis.lcp.solver import solve_lcp
from prehensile.synthesis.setting import Reference, Setting, State
from prehensile.synthesis.soft_friction import soft_friction
from prehensile.synthesis.tables import Assembled, StepInput

RECOVERY = 0.05
"""[m/s] at which bodies that overlap one another come apart; the hand gives way at once"""
NO_ARM = np.zeros(0)


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
    count, compiled = len(contacts.key), kernels("synthesis")
    contacts = with_soft_friction(setting, state, contacts)
    given = step_input(setting, state, contacts, compliance, to)
    built: Assembled = compiled.assemble(contacts, setting.table, given)
    solver: Literal["none", "lemke", "projected", "held"] = "none"
    wrench, basis, pivots = np.zeros((0, 6)), np.zeros((0, 0), bool), 0
    if count:
        K = built.D.shape[2]
        found = solve_lcp(built.M, built.q, _start(state, contacts, K))
        basis, pivots = _by_contact(found.basis, count, K), found.pivots
        wrench = (built.D @ found.z[: count * K].reshape(count, K, 1))[:, :, 0]
        solver = "lemke"
        if not found.solved:
            held = last_wrench(state, contacts)
            wrench, good = projected_wrench(built, given.gap, contacts, held)
            solver = "projected" if good else "held"
            basis = np.zeros((0, 0), bool)
    theta, T, phi, slip, torque = compiled.moved_all(
        contacts, setting.table, given, built, wrench, state.theta
    )
    after = State(theta, to, T, phi, contacts.key, wrench, basis, torque)
    return Step(after, wrench, slip, solver, pivots)


def last_wrench(state: State, contacts: Contacts) -> np.ndarray:
    """(N, 6) of the last step, handed on by the contacts' keys; 0 where they are new."""
    old, new = _matched(state.key, contacts.key)
    found = np.zeros((len(contacts.key), 6))
    found[new] = state.wrench[old]
    return found


def pressed(state: State, contacts: Contacts) -> np.ndarray:
    """(N,) [N] by which the hand pressed in the last step; 0 where it is not the hand."""
    normal_force = (last_wrench(state, contacts)[:, :3] * contacts.normal).sum(axis=1)
    return np.where(contacts.upper == HAND, normal_force, 0.0)


def with_soft_friction(setting: Setting, state: State, contacts: Contacts) -> Contacts:
    """The contacts with μ of the last step's forces, where the hand is above."""
    if not setting.friction_falls or not len(contacts.key):
        return contacts
    mu = soft_friction(contacts.friction, pressed(state, contacts), setting.friction_falls)
    return contacts._replace(friction=np.where(contacts.upper == HAND, mu, contacts.friction))


def step_input(
    setting: Setting, state: State, contacts: Contacts, compliance: np.ndarray, to: Reference
) -> StepInput:
    """Everything that the step's problem is made of."""
    before, on_hand = state.reference, contacts.upper == HAND
    J = setting.structure.at(state.theta, before.T_base, contacts.link, contacts.r)[1]
    carried = base_motion(before.T_base, to.T_base, contacts.r)
    carried[~on_hand] = 0.0
    c = np.zeros(len(on_hand))
    if setting.damping:
        c = contact_damping(pressed(state, contacts), setting.damping)
    theta_r = to.theta
    if setting.limits is not None:
        theta_r, compliance = setting.limits.joined(state.theta, theta_r, compliance)
    gap, h = contacts.gap, setting.timestep
    arm = torsion_arm(contacts.torsion, contacts.friction)
    return StepInput(
        J, carried, state.T_bodies, state.phi, np.array(setting.gravity, float), c,
        theta_r - state.theta, to.theta - before.theta, compliance,
        # Bodies that overlap one another need not come apart in one step.
        np.where(on_hand, gap + setting.skin, np.maximum(gap, -RECOVERY * h)),
        np.where(on_hand, setting.pad, 0.0), NO_ARM if arm is None else arm, setting.sides, h,
    )  # fmt: skip


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
