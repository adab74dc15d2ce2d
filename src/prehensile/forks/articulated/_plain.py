"""The articulated-body step in NumPy, to be read and to check the compiled one against."""

import numpy as np

from prehensile.lie import se3


def articulated_steps(
    steps: int, q: np.ndarray, v: np.ndarray, parent: np.ndarray, screws: np.ndarray,
    stiffness: np.ndarray, damping: np.ndarray, mass: np.ndarray, com: np.ndarray,
    inertia: np.ndarray, wrench: np.ndarray, gravity: np.ndarray, h: float, poses: np.ndarray,
) -> None:  # fmt: skip
    """Featherstone's articulated-body algorithm, springs and dampers implicit, about the origin.

    With all screws and inertias along world axes about the world's origin nothing has to change
    frames between a body and its parent. (H + h D + h² K) q̈ = −K (q + h q̇) − D q̇ + loads − bias.

    Args:
        steps: how many steps to make.
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
