"""One step of a compliant structure among rigid bodies (Kry 2005, 5.1)."""

from typing import Literal, NamedTuple

import numpy as np

from prehensile.fast_path import kernels
from prehensile.synthesis.contacts import Contacts
from prehensile.synthesis.fallback import projected_wrench, softened
from prehensile.synthesis.lcp.solver import solve_lcp
from prehensile.synthesis.setting import Reference, Setting, State
from prehensile.synthesis.tables import Assembled, BodyTable, StepInput

Solver = Literal["none", "lemke", "yielding", "projected", "held"]
"""``none`` without contacts; ``yielding`` where nothing gave way and the contacts had to;
``held``: nothing was found, the last forces act on"""


class Step(NamedTuple):
    """What a step did."""

    state: State
    """where it ends"""
    wrench: np.ndarray
    """(N, 6) (f, τ) on what is above, at the contacts that the step began with, world"""
    slip: np.ndarray
    """(N, 3) [m/s] of what is above over what is below, along the surface; 0 where no force"""
    solver: Solver
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
    table, given = setting.table, step_input(setting, state, contacts, compliance, to)
    built: Assembled = kernels("synthesis.assembly").assemble(contacts, table, given)
    count, _, K = built.D.shape
    solver: Solver = "none"
    wrench, hinge, pivots = np.zeros((count, 6)), np.zeros(len(table.M)), 0
    basis, hinge_basis = np.zeros((count, K + 1), bool), np.zeros(0, bool)
    if len(built.q):
        found = solve_lcp(built.M, built.q, built.start if len(built.start) else None)
        solver, pivots, ends = "lemke", found.pivots, (count * K, count * (K + 1))
        if not found.solved:
            found, solver = solve_lcp(softened(built.M, ends[0]), built.q), "yielding"
            pivots += found.pivots
        if found.solved:
            wrench = (built.D @ found.z[: ends[0]].reshape(count, K, 1))[:, :, 0]
            basis[:, :K] = found.basis[: ends[0]].reshape(count, K)
            basis[:, K], hinge_basis = found.basis[ends[0] : ends[1]], found.basis[ends[1] :]
            if len(hinge_basis):
                hinge = table.hinge.pushed(found.z[ends[1] :], len(hinge))
        else:
            wrench, hinge, solver = without_lemke(table, state, contacts, built, given.h)
            basis = basis[:, :0]
    theta, T, phi, turned, slip, torque = kernels("synthesis.moving").moved_all(
        contacts, table, given, built, wrench, hinge, state.theta
    )
    after = State(
        theta, to, T, phi, contacts.key, wrench, basis, torque, turned, hinge, hinge_basis
    )
    return Step(after, wrench, slip, solver, pivots)


def without_lemke(
    table: BodyTable, state: State, contacts: Contacts, built: Assembled, h: float
) -> tuple[np.ndarray, np.ndarray, Literal["projected", "held"]]:
    """Wrenches (N, 6) by projection, or those of the last step; hinges (m,) are held as then."""
    hinge = np.array(state.hinge) if len(state.hinge) else np.zeros(len(table.M))
    if not len(contacts.key):
        return built.held, hinge, "held"
    more = hinge - table.hinge.pushed(np.zeros(len(table.hinge.sign)), len(hinge))
    free = built.free + h * h * (built.maps @ (built.inverse @ more))
    wrench, good = projected_wrench(
        built._replace(free=free), built.gap, contacts._replace(friction=built.friction), built.held
    )
    return wrench, hinge, "projected" if good else "held"


def step_input(
    setting: Setting, state: State, contacts: Contacts, compliance: np.ndarray, to: Reference
) -> StepInput:
    """Everything that the step's problem is made of."""
    before, theta_r = state.reference, to.theta
    J = setting.structure.at(state.theta, before.T_base, contacts.link, contacts.r)[1]
    if setting.limits is not None:
        theta_r, compliance = setting.limits.joined(state.theta, theta_r, compliance)
    return StepInput(
        J, np.array((before.T_base, to.T_base)), state.T_bodies, state.phi, state.turned,
        state.key, state.wrench, state.basis, state.hinge_basis,
        theta_r - state.theta, to.theta - before.theta, compliance, *setting.options,
    )  # fmt: skip
