"""The reduced step in NumPy, to be read and to check the compiled kernels against.

Layout of all links at once (n of them): ``basis`` (6, r, n) body twists for each coordinate,
``rest`` and ``poses`` (12, n), rows 0–8 the rotation by rows, 9–11 the position [m].
"""

import numpy as np

from prehensile.forks.joint_table import stiffening
from prehensile.lie import se3

RIGID = 1e-10
"""Share of the largest diagonal of W below which a contact direction cannot give way."""


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


def project_contacts(
    delassus: np.ndarray, velocity: np.ndarray, bias: np.ndarray, friction: np.ndarray,
    impulse: np.ndarray, sweeps: int,
) -> None:  # fmt: skip
    """Projected Gauss–Seidel on W p + u ≥ b ⟂ p_n ≥ 0 with friction cones.

    Rows come in threes: normal, then two tangents. Tangents are projected on the disc of radius
    μ p_n together.

    Args:
        delassus: (3 c, 3 c) W = G A⁻¹ Gᵀ.
        velocity: (3 c,) contact velocities without impulses.
        bias: (c,) normal velocities to reach at least.
        friction: (c,) μ.
        impulse: (3 c,) start values, changed.
        sweeps: how often over all contacts.

    Directions in which nothing gives way (a mechanism on a slider) get no impulse.
    """
    rigid = RIGID * np.diagonal(delassus).max()
    for _ in range(sweeps):
        for c in range(len(friction)):
            n = 3 * c
            if delassus[n, n] <= rigid:
                continue
            miss = velocity[n] + delassus[n] @ impulse - bias[c]
            impulse[n] = max(impulse[n] - miss / delassus[n, n], 0.0)
            stick = max(delassus[n + 1, n + 1], delassus[n + 2, n + 2])
            if stick <= rigid:
                continue
            slip = velocity[n + 1 : n + 3] + delassus[n + 1 : n + 3] @ impulse
            tangent = impulse[n + 1 : n + 3] - slip / stick
            most, size = friction[c] * impulse[n], float(np.hypot(*tangent))
            impulse[n + 1 : n + 3] = tangent * (most / size if size > most else 1.0)


def articulated_steps(
    steps: int, q: np.ndarray, v: np.ndarray, parent: np.ndarray, screws: np.ndarray,
    stiffness: np.ndarray, damping: np.ndarray, mass: np.ndarray, com: np.ndarray,
    inertia: np.ndarray, wrench: np.ndarray, gravity: np.ndarray, h: float, poses: np.ndarray,
) -> None:  # fmt: skip
    """Featherstone's articulated-body algorithm, springs and dampers implicit, about the origin.

    With all screws and inertias along world axes about the world's origin nothing has to change
    frames between a body and its parent. (H + h D + h² K) q̈ = −K (q + h q̇) − D q̇ + loads − bias.

    Args:
        steps: how many.
        q: (n,) joint coordinates, changed.
        v: (n,) their rates, changed.
        parent: (n,) rows, −1 for the base; parents come first.
        screws: (n, 6) (v, ω) world, at q = 0.
        stiffness: (n,)
        damping: (n,)
        mass: (n,) [kg], 0 for stand-ins between the directions of one joint.
        com: (n, 3) [m] world, at q = 0.
        inertia: (n, 3, 3) about the centres of mass, world axes, at q = 0.
        wrench: (n, 6) (f, τ) world axes, at the centres of mass.
        gravity: (3,) [m/s²]
        h: [s]
        poses: (n, 12) motion from q = 0, rotation by rows, then position, written.
    """
    n = len(q)
    for _ in range(steps):
        G, s, vel, bias = (np.zeros((n, *k)) for k in ((4, 4), (6,), (6,), (6,)))
        I, p = np.zeros((n, 6, 6)), np.zeros((n, 6))
        for b in range(n):
            above = np.eye(4) if parent[b] < 0 else G[parent[b]]
            G[b] = above @ se3.exp(screws[b] * q[b])
            s[b] = se3.adjoint(above) @ screws[b]
            vel[b] = s[b] * v[b] + (0.0 if parent[b] < 0 else vel[parent[b]])
            bias[b] = se3.small_adjoint(vel[b]) @ s[b] * v[b]
            R, c = G[b, :3, :3], se3.apply(G[b], com[b])
            cross = np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
            I[b, :3, :3], I[b, :3, 3:] = mass[b] * np.eye(3), -mass[b] * cross
            I[b, 3:, :3] = mass[b] * cross
            I[b, 3:, 3:] = R @ inertia[b] @ R.T - mass[b] * cross @ cross
            f = wrench[b, :3] + mass[b] * gravity
            p[b] = -se3.small_adjoint(vel[b]).T @ (I[b] @ vel[b])
            p[b] -= np.concatenate([f, np.cross(c, f) + wrench[b, 3:]])
        U, D, u = np.zeros((n, 6)), np.zeros(n), np.zeros(n)
        for b in reversed(range(n)):
            U[b] = I[b] @ s[b]
            D[b] = s[b] @ U[b] + h * damping[b] + h * h * stiffness[b]
            u[b] = -stiffness[b] * (q[b] + h * v[b]) - damping[b] * v[b] - s[b] @ p[b]
            if parent[b] >= 0:
                Ia = I[b] - np.outer(U[b], U[b]) / D[b]
                I[parent[b]] += Ia
                p[parent[b]] += p[b] + Ia @ bias[b] + U[b] * (u[b] / D[b])
        a = np.zeros((n, 6))
        for b in range(n):
            a[b] = bias[b] + (0.0 if parent[b] < 0 else a[parent[b]])
            acceleration = (u[b] - U[b] @ a[b]) / D[b]
            a[b] += s[b] * acceleration
            v[b] += h * acceleration
        q += h * v
        poses[:, :9] = G[:, :3, :3].reshape(n, 9)
        poses[:, 9:] = G[:, :3, 3]
