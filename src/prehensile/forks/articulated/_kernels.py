"""The compiled articulated-body step; ``_plain`` is the same in NumPy and says what it does."""

from math import cos, sin, sqrt

import numpy as np
from numba import njit

from prehensile.forks.reduced import series

_compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz"})
_inlined = njit(
    cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz"}, inline="always"
)
# Compiled, and used, in every file of kernels anew: `series` says why.
_versine, _sine_lag = _inlined(series.versine), _inlined(series.sine_lag)
_SERIES = series.REACH


@_compiled
def articulated_steps(
    steps, q, v, parent, screws, stiffness, damping, mass, com, inertia, wrench, gravity, h, poses
):
    n = q.shape[0]
    s, vel, bias = np.empty((n, 6)), np.empty((n, 6)), np.empty((n, 6))
    I, p, U, a = np.empty((n, 6, 6)), np.empty((n, 6)), np.empty((n, 6)), np.empty((n, 6))
    D, u = np.empty(n), np.empty(n)
    still = np.zeros(6)
    home = np.zeros(12)
    home[0] = home[4] = home[8] = 1.0
    for _ in range(steps):
        for b in range(n):
            above = home if parent[b] < 0 else poses[parent[b]]
            _move_body(q[b], screws[b], above, poses[b], s[b])
            carried = still if parent[b] < 0 else vel[parent[b]]
            _body_terms(
                v[b], s[b], carried, poses[b], mass[b], com[b], inertia[b], wrench[b], gravity,
                vel[b], bias[b], I[b], p[b],
            )  # fmt: skip
        for b in range(n - 1, -1, -1):
            _eliminate(
                q[b], v[b], stiffness[b], damping[b], h, s[b], I[b], p[b], bias[b], U[b], b, D, u
            )
            if parent[b] >= 0:
                _hand_on(I[b], p[b], bias[b], U[b], D[b], u[b], I[parent[b]], p[parent[b]])
        for b in range(n):
            above = still if parent[b] < 0 else a[parent[b]]
            push = u[b]
            for k in range(6):
                a[b, k] = above[k] + bias[b, k]
                push -= U[b, k] * a[b, k]
            push /= D[b]
            for k in range(6):
                a[b, k] += s[b, k] * push
            v[b] += h * push
        for b in range(n):
            q[b] += h * v[b]


@_compiled
def _move_body(q, screw, above, pose, s):
    """World motion of a body, G = G_parent exp(s q), and its screw where the parent is now."""
    x, y, z = screw[3] * q, screw[4] * q, screw[5] * q
    v0, v1, v2 = screw[0] * q, screw[1] * q, screw[2] * q
    x2 = x * x + y * y + z * z
    if x2 > _SERIES:
        angle = sqrt(x2)
        b, c = (1.0 - cos(angle)) / x2, (angle - sin(angle)) / (x2 * angle)
    else:
        b, c = _versine(x2), _sine_lag(x2)
    a = 1.0 - x2 * c
    for k in range(3):
        g0, g1, g2 = above[3 * k], above[3 * k + 1], above[3 * k + 2]
        s0, s1, s2 = g1 * z - g2 * y, g2 * x - g0 * z, g0 * y - g1 * x
        u0, u1, u2 = s1 * z - s2 * y, s2 * x - s0 * z, s0 * y - s1 * x
        pose[3 * k] = g0 + a * s0 + b * u0
        pose[3 * k + 1] = g1 + a * s1 + b * u1
        pose[3 * k + 2] = g2 + a * s2 + b * u2
        pose[9 + k] = (
            above[9 + k]
            + (g0 + b * s0 + c * u0) * v0
            + (g1 + b * s1 + c * u1) * v1
            + (g2 + b * s2 + c * u2) * v2
        )
        s[k] = g0 * screw[0] + g1 * screw[1] + g2 * screw[2]
        s[3 + k] = g0 * screw[3] + g1 * screw[4] + g2 * screw[5]
    s[0] += above[10] * s[5] - above[11] * s[4]
    s[1] += above[11] * s[3] - above[9] * s[5]
    s[2] += above[9] * s[4] - above[10] * s[3]


@_compiled
def _body_terms(rate, s, carried, pose, mass, com, inertia, wrench, gravity, vel, bias, I, p):
    """Velocity, velocity product, spatial inertia about the origin, and bias force of a body."""
    for k in range(6):
        vel[k] = carried[k] + s[k] * rate
    v0, v1, v2, x, y, z = vel[0], vel[1], vel[2], vel[3], vel[4], vel[5]
    l0, l1, l2 = s[0] * rate, s[1] * rate, s[2] * rate
    w0, w1, w2 = s[3] * rate, s[4] * rate, s[5] * rate
    bias[0] = y * l2 - z * l1 + v1 * w2 - v2 * w1
    bias[1] = z * l0 - x * l2 + v2 * w0 - v0 * w2
    bias[2] = x * l1 - y * l0 + v0 * w1 - v1 * w0
    bias[3], bias[4], bias[5] = y * w2 - z * w1, z * w0 - x * w2, x * w1 - y * w0
    if mass == 0.0:
        for k in range(6):
            p[k] = 0.0
            for m in range(6):
                I[k, m] = 0.0
        return
    c0 = pose[0] * com[0] + pose[1] * com[1] + pose[2] * com[2] + pose[9]
    c1 = pose[3] * com[0] + pose[4] * com[1] + pose[5] * com[2] + pose[10]
    c2 = pose[6] * com[0] + pose[7] * com[1] + pose[8] * com[2] + pose[11]
    for k in range(3):
        for m in range(3):
            I[k, m] = 0.0
        t0 = pose[3 * k] * inertia[0, 0] + pose[3 * k + 1] * inertia[1, 0]
        t0 += pose[3 * k + 2] * inertia[2, 0]
        t1 = pose[3 * k] * inertia[0, 1] + pose[3 * k + 1] * inertia[1, 1]
        t1 += pose[3 * k + 2] * inertia[2, 1]
        t2 = pose[3 * k] * inertia[0, 2] + pose[3 * k + 1] * inertia[1, 2]
        t2 += pose[3 * k + 2] * inertia[2, 2]
        for m in range(3):
            I[3 + k, 3 + m] = t0 * pose[3 * m] + t1 * pose[3 * m + 1] + t2 * pose[3 * m + 2]
    I[0, 0] = I[1, 1] = I[2, 2] = mass
    m0, m1, m2 = mass * c0, mass * c1, mass * c2
    I[0, 3], I[0, 4], I[0, 5] = 0.0, m2, -m1
    I[1, 3], I[1, 4], I[1, 5] = -m2, 0.0, m0
    I[2, 3], I[2, 4], I[2, 5] = m1, -m0, 0.0
    for k in range(3):
        for m in range(3):
            I[3 + m, k] = I[k, 3 + m]
    I[3, 3] += m1 * c1 + m2 * c2
    I[4, 4] += m0 * c0 + m2 * c2
    I[5, 5] += m0 * c0 + m1 * c1
    I[3, 4] -= m0 * c1
    I[4, 3] -= m0 * c1
    I[3, 5] -= m0 * c2
    I[5, 3] -= m0 * c2
    I[4, 5] -= m1 * c2
    I[5, 4] -= m1 * c2
    # Momentum, then −adᵀ of it.
    f0 = mass * v0 + I[0, 4] * y + I[0, 5] * z
    f1 = mass * v1 + I[1, 3] * x + I[1, 5] * z
    f2 = mass * v2 + I[2, 3] * x + I[2, 4] * y
    n0 = I[3, 1] * v1 + I[3, 2] * v2 + I[3, 3] * x + I[3, 4] * y + I[3, 5] * z
    n1 = I[4, 0] * v0 + I[4, 2] * v2 + I[4, 3] * x + I[4, 4] * y + I[4, 5] * z
    n2 = I[5, 0] * v0 + I[5, 1] * v1 + I[5, 3] * x + I[5, 4] * y + I[5, 5] * z
    g0, g1 = wrench[0] + mass * gravity[0], wrench[1] + mass * gravity[1]
    g2 = wrench[2] + mass * gravity[2]
    p[0] = y * f2 - z * f1 - g0
    p[1] = z * f0 - x * f2 - g1
    p[2] = x * f1 - y * f0 - g2
    p[3] = v1 * f2 - v2 * f1 + y * n2 - z * n1 - (c1 * g2 - c2 * g1) - wrench[3]
    p[4] = v2 * f0 - v0 * f2 + z * n0 - x * n2 - (c2 * g0 - c0 * g2) - wrench[4]
    p[5] = v0 * f1 - v1 * f0 + x * n1 - y * n0 - (c0 * g1 - c1 * g0) - wrench[5]


@_compiled
def _eliminate(q, v, stiffness, damping, h, s, I, p, bias, U, b, D, u):
    """The joint's own inertia D, and the force u left for its acceleration."""
    inertia, force = h * damping + h * h * stiffness, -stiffness * (q + h * v) - damping * v
    for k in range(6):
        t = 0.0
        for m in range(6):
            t += I[k, m] * s[m]
        U[k] = t
        inertia += s[k] * t
        force -= s[k] * p[k]
    D[b], u[b] = inertia, force


@_compiled
def _hand_on(I, p, bias, U, D, u, I_parent, p_parent):
    """What the parent feels of a body behind a joint that gives way."""
    inverse = 1.0 / D
    for k in range(6):
        share = U[k] * inverse
        t = p[k] + share * u
        for m in range(6):
            one = I[k, m] - share * U[m]
            I_parent[k, m] += one
            t += one * bias[m]
        p_parent[k] += t
