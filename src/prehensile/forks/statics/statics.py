"""The whole graph at once: forces, joint torques and constraints, and how they change.

Unknowns are a body twist for every link but the base, the joint coordinates θ, and for every joint
the wrench λ that it passes on, in the child's joint frame. With C_c = Ad(A_c⁻¹) and
C_p = −Ad((A_p E)⁻¹), S the joint's body Jacobian and w the loads:

    links        Σ Cᵀ λ − w = 0
    joints       τ(θ) − S λ = 0
    constraints  log((T_p A_p E)⁻¹ T_c A_c) = 0

Its linearisation is one sparse system, exact for trees, loops and ladders alike, about the rest
pose as about any loaded equilibrium.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.forks.mechanism.joint_table import JointTable, joint_table
from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.lie import se3, so3

REDUNDANT = 1e-9
"""Compliance given to every constraint before factoring, so that redundant ones (a flat ladder of
hinges) do not make the system singular; refinement then takes its effect out again."""
REFINEMENTS = 6
ENOUGH = 1e-14


@dataclass(frozen=True, eq=False)
class State:
    """One configuration of a mechanism with the forces inside it."""

    T_world: np.ndarray
    """(links, 4, 4)"""
    theta: np.ndarray
    """(joints, D) padded as in `JointTable`"""
    force: np.ndarray
    """(joints, 6) λ"""
    load: np.ndarray
    """(links, 6) (f, τ) world axes, at the centres of mass"""


def rest_state(mechanism: Mechanism) -> State:
    """Every joint at its rest and nothing pulling."""
    J, D = joint_table(mechanism).group.shape
    return State(
        mechanism.T_world, np.zeros((J, D)), np.zeros((J, 6)), np.zeros((len(mechanism.links), 6))
    )


class Statics:
    """Residual and linear response of a mechanism in one state.

    Args:
        mechanism: any graph.
        state: where links and joints are, and what they carry.
        limits: whether joints stiffen towards their limits.
    """

    def __init__(self, mechanism: Mechanism, state: State, limits: bool = False):
        self.mechanism, self.state = mechanism, state
        self.table: JointTable = joint_table(mechanism)
        self._rows = np.delete(np.arange(len(mechanism.links)), mechanism.base)
        self._place = np.full(len(mechanism.links), -1)
        self._place[self._rows] = np.arange(len(self._rows))
        E, self._S = self.table.move(state.theta)
        parent, child = mechanism.parent_rows, mechanism.child_rows
        A_p = mechanism.T_parent_joint @ E
        self._C_c = se3.adjoint(se3.inverse(mechanism.T_child_joint))
        self._C_p = -se3.adjoint(se3.inverse(A_p))
        self._gap = se3.log(
            se3.inverse(state.T_world[parent] @ A_p)
            @ state.T_world[child]
            @ mechanism.T_child_joint
        )
        self._torque, self._slope = self.table.torque(state.theta, limits)

    @cached_property
    def residual(self) -> np.ndarray:
        """(unknowns,) scaled to the mechanism's size and stiffness: 0 in equilibrium."""
        state, m = self.state, self.mechanism
        on_link = -self._body_load[0]
        np.add.at(on_link, m.child_rows, np.einsum("jba,jb->ja", self._C_c, state.force))
        np.add.at(on_link, m.parent_rows, np.einsum("jba,jb->ja", self._C_p, state.force))
        on_joint = self._torque - np.einsum("jdk,jk->jd", self._S, state.force)
        parts = (on_link[self._rows].ravel(), on_joint[self.table.used], self._gap.ravel())
        return np.concatenate(parts) * self._row_scale

    def newton_step(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Twists (links, 6), joint steps (J, D) and changes of λ (J, 6) that would mend it."""
        x = self._solve(-self.residual[:, None])
        twist, theta, force = self._unpack(x)
        return twist[..., 0], theta[..., 0], force[..., 0]

    def respond(self, wrench: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """How far small loads on the links move them.

        Args:
            wrench: (links, 6, n) (f, τ), each in its link's frame.

        Returns:
            Body twists (links, 6, n), joint coordinates (J, D, n), passed wrenches (J, 6, n).
        """
        n = wrench.shape[-1]
        b = np.zeros((len(self._row_scale), n))
        b[: 6 * len(self._rows)] = wrench[self._rows].reshape(-1, n)
        return self._unpack(self._solve(b * self._row_scale[:, None]))

    def _unpack(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        x = x * self._column_scale[:, None]
        n, links, used = x.shape[1], len(self._rows), self.table.used
        a, b = 6 * links, 6 * links + int(used.sum())
        twist = np.zeros((len(self.mechanism.links), 6, n))
        twist[self._rows] = x[:a].reshape(links, 6, n)
        theta = np.zeros((*used.shape, n))
        theta[used] = x[a:b]
        return twist, theta, x[b:].reshape(-1, 6, n)

    def _solve(self, b: np.ndarray) -> np.ndarray:
        factors, matrix = self._factors
        x = factors.solve(b)
        size = max(np.abs(b).max(), 1e-300)
        for _ in range(REFINEMENTS):
            r = b - matrix @ x
            if np.abs(r).max() <= ENOUGH * size:
                break
            x += factors.solve(r)
        return x

    @cached_property
    def _factors(self) -> tuple[Any, Any]:
        """LU of the system with slightly compliant constraints, and the system itself."""
        from scipy.sparse import csc_array, diags_array
        from scipy.sparse.linalg import splu

        m, (rows, columns, values) = self.mechanism, self._entries()
        size = len(self._row_scale)
        matrix = csc_array((values, (rows, columns)), shape=(size, size))
        constraints = np.zeros(size)
        constraints[-6 * len(m.joints) :] = REDUNDANT
        try:
            return splu(csc_array(matrix - diags_array(constraints))), matrix
        except RuntimeError as error:  # a factor that is exactly singular
            raise InputError(
                f"{m.name}: nothing holds some part of it, so no load finds a balance: every "
                "joint needs a stiffness above 0."
            ) from error

    def _entries(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rows, columns and scaled values of the sparse matrix."""
        m, table, force = self.mechanism, self.table, self.state.force
        J, links, used = len(m.joints), len(self._rows), table.used
        link = 6 * self._place[:, None] + np.arange(6)  # (links, 6); negative for the base
        turn = np.full(used.shape, -1)
        turn[used] = 6 * links + np.arange(used.sum())
        wrench = 6 * links + int(used.sum()) + np.arange(6 * J).reshape(J, 6)
        child, parent = link[m.child_rows], link[m.parent_rows]
        S = np.swapaxes(self._S, 1, 2)  # (J, 6, D)
        rotated = np.einsum("jdab,ja->jbd", se3.small_adjoint(self._S), force)
        across = table.turned_torque_slope(self.state.theta, force)
        springs = self._slope[:, :, None] * np.eye(used.shape[1]) - across
        blocks = [
            (child, wrench, np.swapaxes(self._C_c, 1, 2)),
            (parent, wrench, np.swapaxes(self._C_p, 1, 2)),
            (wrench, child, self._C_c),
            (wrench, parent, self._C_p),
            (turn, wrench, -self._S),
            (wrench, turn, -S),
            # λ is held in the child's frame, so the parent feels it turn with θ.
            (parent, turn, -np.swapaxes(self._C_p, 1, 2) @ rotated),
            (turn, turn, springs),
            (link, link, -self._body_load[1]),
        ]
        rows = [np.broadcast_to(r[:, :, None], v.shape).ravel() for r, _, v in blocks]
        columns = [np.broadcast_to(c[:, None, :], v.shape).ravel() for _, c, v in blocks]
        row, column = np.concatenate(rows), np.concatenate(columns)
        value = np.concatenate([v.ravel() for _, _, v in blocks])
        keep = (row >= 0) & (column >= 0) & (value != 0)
        row, column, value = row[keep], column[keep], value[keep]
        return row, column, value * self._row_scale[row] * self._column_scale[column]

    @cached_property
    def _body_load(self) -> tuple[np.ndarray, np.ndarray]:
        """Loads (links, 6) in the links' frames and their derivative (links, 6, 6)."""
        R = np.swapaxes(self.state.T_world[:, :3, :3], 1, 2)
        f = np.einsum("nij,nj->ni", R, self.state.load[:, :3])
        t = np.einsum("nij,nj->ni", R, self.state.load[:, 3:])
        c = self.mechanism.com
        slope = np.zeros((len(f), 6, 6))
        slope[:, :3, 3:] = so3.hat(f)
        slope[:, 3:, 3:] = so3.hat(c) @ so3.hat(f) + so3.hat(t)
        return np.hstack([f, np.cross(c, f) + t]), slope

    @cached_property
    def _scales(self) -> tuple[np.ndarray, float]:
        """Length of each scaled unknown except λ, and the mechanism's typical stiffness [Nm]."""
        length, used = self.mechanism.radius, self.table.used
        unit = np.where(self.table.turns, 1.0, length)
        stiffness = self.table.typical_stiffness(length)
        twist = np.tile([length] * 3 + [1.0] * 3, len(self._rows))
        return np.concatenate([twist, unit[used]]), stiffness

    @cached_property
    def _column_scale(self) -> np.ndarray:
        unknown, stiffness = self._scales
        return np.concatenate([unknown, stiffness * self._per_wrench])

    @cached_property
    def _row_scale(self) -> np.ndarray:
        unknown, stiffness = self._scales
        return np.concatenate([unknown / stiffness, self._per_wrench])

    @cached_property
    def _per_wrench(self) -> np.ndarray:
        length = self.mechanism.radius
        return np.tile([1 / length] * 3 + [1.0] * 3, len(self.mechanism.joints))
