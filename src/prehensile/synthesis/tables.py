"""What the kernels of a step take and give, as arrays side by side."""

from typing import NamedTuple, Self

import numpy as np

from prehensile.synthesis.body import Body
from prehensile.synthesis.hinge_rows import HingeRows

NEVER, HINGE, FREELY = 0, 1, 2
_KINDS = {"never": NEVER, "hinge": HINGE, "freely": FREELY}


class BodyTable(NamedTuple):
    """B bodies, and all their velocities together: m of them."""

    kind: np.ndarray
    """(B,) `NEVER`, `HINGE` or `FREELY`"""
    mass: np.ndarray
    """(B,) [kg]"""
    inertia: np.ndarray
    """(B, 3, 3) [kg m²]"""
    inverse: np.ndarray
    """(B, 3, 3) of it; 0 where nothing moves"""
    anchor: np.ndarray
    """(B, 3) [m] of hinges, bodies' frames"""
    axis: np.ndarray
    """(B, 3) unit, of hinges, bodies' frames"""
    subspace: np.ndarray
    """(B, 6, m) the velocities that a body has, for those of all"""
    M: np.ndarray
    """(m, m) inertia of all velocities"""
    hinge_damping: np.ndarray
    """(m, m) [Nms/rad]"""
    hinge: HingeRows
    """dry friction and stops"""

    @classmethod
    def of(cls, bodies: tuple[Body, ...]) -> Self:
        """The table of some bodies."""
        count = len(bodies)
        ends = np.cumsum([0, *(body.subspace.shape[1] for body in bodies)])
        subspace = np.zeros((count, 6, ends[-1]))
        M, damping = np.zeros((2, ends[-1], ends[-1]))
        inertia, inverse = np.zeros((2, count, 3, 3))
        for b, body in enumerate(bodies):
            subspace[b, :, ends[b] : ends[b + 1]] = body.subspace
            M += subspace[b].T @ body.spatial_inertia @ subspace[b]
            inertia[b] = body.inertia
            if body.moves != "never":
                inverse[b] = np.linalg.inv(body.inertia)
            if body.moves == "hinge":
                damping += body.joint_damping * subspace[b, 3:].T @ subspace[b, 3:]
        return cls(
            np.array([_KINDS[body.moves] for body in bodies], np.int64),
            np.array([body.mass for body in bodies], float),
            inertia, inverse,
            np.array([body.anchor for body in bodies], float).reshape(-1, 3),
            np.array([body.axis for body in bodies], float).reshape(-1, 3),
            subspace, M, damping, HingeRows.of(bodies, ends[:-1]),
        )  # fmt: skip


class StepInput(NamedTuple):
    """What a step knows besides its contacts and bodies. Numbers are floats, always."""

    J: np.ndarray
    """(N, 6, n) of the structure, where it is above; changed"""
    base: np.ndarray
    """(2, 4, 4) of the world, before and after"""
    T: np.ndarray
    """(B, 4, 4) of the bodies"""
    phi: np.ndarray
    """(B, 6)"""
    turned: np.ndarray
    """(B,) [rad] of hinges"""
    key: np.ndarray
    """(L,) of the last step's contacts"""
    wrench: np.ndarray
    """(L, 6) at them"""
    basis: np.ndarray
    """(L, K + 1) of the last step's problem"""
    hinge_basis: np.ndarray
    """(Q + F,) of it; (0,) before any"""
    to_reference: np.ndarray
    """(n,) θ_r^{k+1} − θ^k"""
    reference_moves: np.ndarray
    """(n,) θ_r^{k+1} − θ_r^k"""
    compliance: np.ndarray
    """(n, n) C"""
    gravity: np.ndarray
    """(3,) [m/s²]"""
    sides: int
    h: float
    """[s]"""
    damping: float
    """[Ns/m] for each newton"""
    pad: float
    """[m/N] by which skin gives along the normal"""
    skin: float
    """[m] by which it gives first"""
    friction_falls: float


class Assembled(NamedTuple):
    """A step's problem, and what its solution moves."""

    D: np.ndarray
    """(N, 6, K) directions of the cones, as wrenches"""
    J: np.ndarray
    """(N, 6, n) of the structure, 0 where a body is above"""
    springs: np.ndarray
    """(n, n) C̃, dampers beside the springs"""
    moves: np.ndarray
    """(n,) θ^{k+1} − θ^k without contact forces"""
    maps: np.ndarray
    """(N, 6, m) twists at the contacts for the bodies' velocities"""
    inverse: np.ndarray
    """(m, m) M̃⁻¹"""
    drive: np.ndarray
    """(m,) momentum after the step without contact forces and what holds hinges"""
    carried: np.ndarray
    """(N, 6) [m], [rad] how the base carries the structure's points"""
    free: np.ndarray
    """(N, 6) motion in the step without contact forces, p of hinges 0"""
    response: np.ndarray
    """(wN, wN) G − U: motion at the contacts for forces at them, w = 3; with soft pads w = 4, the
    last of each turning about the normal"""
    gap: np.ndarray
    """(N,) [m] s_i0 that must not close"""
    friction: np.ndarray
    """(N,) μ of the step"""
    held: np.ndarray
    """(N, 6) wrenches of the last step at those contacts; 0 where they are new"""
    M: np.ndarray
    """(NK + N + Q + F, the same) of (5.21), and of hinges"""
    q: np.ndarray
    """(NK + N + Q + F,)"""
    start: np.ndarray
    """(NK + N + Q + F,) bool, the last basis handed on; (0,) where there is none"""
