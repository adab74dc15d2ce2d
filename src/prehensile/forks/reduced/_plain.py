"""The reduced step in NumPy, to be read and to check the compiled kernels against.

Layout of all links at once (n of them): ``basis`` (6, r, n) body twists for each coordinate,
``rest`` and ``poses`` (12, n), rows 0–8 the rotation by rows, 9–11 the position [m].
"""

import numpy as np

from prehensile.forks.mechanism.joint_table import stiffening
from prehensile.forks.reduced.blend_table import AnchorTable, PoseTable
from prehensile.forks.reduced.shepard import shepard
from prehensile.forks.reduced.tips import tip_force as force_at
from prehensile.lie import se3


def pose_links(
    z: np.ndarray, basis: np.ndarray, rest: np.ndarray, poses: np.ndarray, begin: int, end: int
) -> None:
    """Poses of links ``begin`` to ``end`` at coordinates z: rest pose times exp(X z)."""
    T = np.zeros((end - begin, 4, 4))
    T[:, :3, :3] = rest[:9, begin:end].T.reshape(-1, 3, 3)
    T[:, :3, 3] = rest[9:, begin:end].T
    T[:, 3, 3] = 1.0
    T = T @ se3.exp(np.einsum("krn,r->nk", basis[:, :, begin:end], z))
    poses[:9, begin:end] = T[:, :3, :3].reshape(-1, 9).T
    poses[9:, begin:end] = T[:, :3, 3].T


def tip_force(
    z: np.ndarray, wrench: np.ndarray, tip_basis: np.ndarray, tip_R: np.ndarray, com: np.ndarray,
    out: np.ndarray,
) -> None:  # fmt: skip
    """Generalised force of dead wrenches on the end effectors where they are now: J_rᵀ and all.

    Args:
        z: (r,)
        wrench: (E, 6) (f, τ), world axes, at the centres of mass.
        tip_basis: (E, 6, r)
        tip_R: (E, 3, 3) rotations at z = 0.
        com: (E, 3) [m] in the links' frames.
        out: (r,) written.
    """
    out[:] = 0.0
    for e in range(len(wrench)):
        xi = tip_basis[e] @ z
        back = (tip_R[e] @ se3.exp(xi)[:3, :3]).T
        f = back @ wrench[e, :3]
        w = np.concatenate([f, np.cross(com[e], f) + back @ wrench[e, 3:]])
        out += tip_basis[e].T @ (se3.left_jacobian(-xi).T @ w)


def reduced_step(
    z: np.ndarray, v: np.ndarray, force: np.ndarray, mass: np.ndarray, system: np.ndarray,
    inverse: np.ndarray, h: float, limited: np.ndarray, bounds: np.ndarray,
) -> None:  # fmt: skip
    """One step of backward Euler: (M + h D + h² K) v⁺ = M v + h (f − z − Θᵀ τ), z⁺ = z + h v⁺.

    Args:
        z: (r,) changed.
        v: (r,) changed.
        force: (r,)
        mass: (r,) diagonal of M.
        system: (r, r) M + h D + h² with K = 1.
        inverse: (r, r) of the system.
        h: [s]
        limited: (q, r) Θ: joint coordinates that have limits.
        bounds: (3, q) their stiffness, lower and upper limits.
    """
    right = mass * v + h * (force - z)
    if len(limited):
        torque, slope = stiffening(limited @ z, *bounds)
        if slope.any():
            right -= h * limited.T @ torque
            v[:] = np.linalg.solve(system + h * h * (limited.T * slope) @ limited, right)
            z += h * v
            return
    v[:] = inverse @ right
    z += h * v


def advance(
    steps: int, z: np.ndarray, v: np.ndarray, wrench: np.ndarray, tip_basis: np.ndarray,
    tip_R: np.ndarray, com: np.ndarray, mass: np.ndarray, system: np.ndarray,
    inverse: np.ndarray, h: float, limited: np.ndarray, bounds: np.ndarray,
    basis: np.ndarray, rest: np.ndarray, poses: np.ndarray, begin: int, end: int,
) -> None:  # fmt: skip
    """Several steps, with the poses of links ``begin`` to ``end`` after each of them."""
    force = np.zeros(len(z))
    for _ in range(steps):
        tip_force(z, wrench, tip_basis, tip_R, com, force)
        reduced_step(z, v, force, mass, system, inverse, h, limited, bounds)
        pose_links(z, basis, rest, poses, begin, end)


def blended_steps(
    steps: int, z: np.ndarray, v: np.ndarray, wrench: np.ndarray, table: AnchorTable, h: float,
    poses: np.ndarray,
) -> None:  # fmt: skip
    """Backward Euler on a blend of anchors, linearised at every step.

    The links' twists are a sum over anchors, Σ w_a (log_a + B_a (z − z_a)): with the anchors' maps
    side by side that is one long linear map, and the links cost one exponential each as before.

    Args:
        steps: how many steps to make.
        z: (r,) changed.
        v: (r,) changed.
        wrench: (E, 6) dead, world axes, at the centres of mass.
        table: the blend.
        h: [s]
        poses: (12, n) of all links after the last step, written.
    """
    for _ in range(steps):
        w, away = shepard(z, table.z, table.scale), z - table.z
        force = force_at(
            table.tip_R,
            table.com,
            table.tip_maps @ _blend_coordinates(w, away),
            np.tensordot(w, table.tip_basis, 1),
            wrench,
        )
        K, M = np.tensordot(w, table.stiffness, 1), np.tensordot(w, table.mass, 1)
        D = np.tensordot(w, table.damping, 1)
        elastic = w @ (table.force + np.einsum("krs,ks->kr", table.stiffness, away))
        v[:] = np.linalg.solve(M + h * D + h * h * K, M @ v + h * (force - elastic))
        z += h * v
        c = _blend_coordinates(shepard(z, table.z, table.scale), z - table.z)
        pose_links(c, table.maps, table.rest, poses, 0, table.rest.shape[1])


def _blend_coordinates(w: np.ndarray, away: np.ndarray) -> np.ndarray:
    """(A (r + 1),) what the long map multiplies."""
    return np.concatenate([w[:, None] * away, w[:, None]], axis=1).ravel()


def posed_step(
    w: np.ndarray, z: np.ndarray, v: np.ndarray, wrench: np.ndarray, table: PoseTable, h: float,
    rest: np.ndarray, poses: np.ndarray,
) -> None:  # fmt: skip
    """One step of backward Euler of a blend over poses; the stiffness is 1.

    Args:
        w: (P,) weights of the poses.
        z: (r,) changed.
        v: (r,) changed.
        wrench: (E, 6) dead, world axes, at the centres of mass.
        table: the blend.
        h: [s]
        rest: (12, n) where the links rest at the end of the step.
        poses: (12, n) written.
    """
    tips = np.tensordot(w, table.tip_basis, 1)
    R = rest[:9, table.rows].T.reshape(-1, 3, 3)
    force = force_at(R, table.com, tips @ z, tips, wrench)
    M, D = np.tensordot(w, table.mass, 1), np.tensordot(w, table.damping, 1)
    v[:] = np.linalg.solve(M + h * D + h * h * np.eye(len(z)), M @ v + h * (force - z))
    z += h * v
    pose_links(np.outer(w, z).ravel(), table.maps, rest, poses, 0, rest.shape[1])


def hinge_tree(
    angles: np.ndarray, parent: np.ndarray, T_parent: np.ndarray, first: np.ndarray,
    axes: np.ndarray, out: np.ndarray,
) -> None:  # fmt: skip
    """Poses of segments on hinges, in the root's frame.

    Args:
        angles: (J,) [rad]
        parent: (S,) rows, −1 for the root; parents come first.
        T_parent: (S, 4, 4) of each segment in its parent, at zero.
        first: (S + 1,) rows of each segment's first hinge.
        axes: (J, 3) unit, in the frame that the hinges before have turned.
        out: (S, 4, 4) written.
    """
    for k, above in enumerate(parent):
        T = np.eye(4) if above < 0 else out[above] @ T_parent[k]
        for j in range(first[k], first[k + 1]):
            T = T @ se3.exp(np.concatenate([np.zeros(3), angles[j] * axes[j]]))
        out[k] = T
