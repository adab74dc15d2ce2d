"""Compiled reduced steps; ``_plain`` is the same in NumPy and says what they do."""

from math import cos, sin, sqrt

import numpy as np
from numba import njit

from prehensile.forks._plain import RIGID
from prehensile.forks.joint_table import SOFT_START, STIFFENING

_compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz"})
_inlined = njit(
    cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz"}, inline="always"
)

_SERIES = 10.0
"""θ² up to which the series are exact to rounding: a little more than half a turn."""
_BLOCK = 64
"""Links handled together, so that their twists stay in the nearest cache."""


@_inlined
def _versine(x):
    """(1 − cos θ)/θ² of x = θ², by its series: no branch, so that loops become vector code."""
    s = -1.0 / 6.204484017332394e23
    s = 1.0 / 1.1240007277776077e21 + x * s
    s = -1.0 / 2.43290200817664e18 + x * s
    s = 1.0 / 6402373705728000.0 + x * s
    s = -1.0 / 20922789888000.0 + x * s
    s = 1.0 / 87178291200.0 + x * s
    s = -1.0 / 479001600.0 + x * s
    s = 1.0 / 3628800.0 + x * s
    s = -1.0 / 40320.0 + x * s
    s = 1.0 / 720.0 + x * s
    s = -1.0 / 24.0 + x * s
    return 0.5 + x * s


@_inlined
def _sine_lag(x):
    """(θ − sin θ)/θ³ of x = θ², likewise."""
    s = -1.0 / 1.5511210043330986e25
    s = 1.0 / 2.585201673888498e22 + x * s
    s = -1.0 / 5.109094217170944e19 + x * s
    s = 1.0 / 1.21645100408832e17 + x * s
    s = -1.0 / 355687428096000.0 + x * s
    s = 1.0 / 1307674368000.0 + x * s
    s = -1.0 / 6227020800.0 + x * s
    s = 1.0 / 39916800.0 + x * s
    s = -1.0 / 362880.0 + x * s
    s = 1.0 / 5040.0 + x * s
    s = -1.0 / 120.0 + x * s
    return 1.0 / 6.0 + x * s


@_compiled
def pose_links(z, basis, rest, poses, begin, end):
    _pose_blocks(z, basis, rest, poses, begin, end, np.empty((8, _BLOCK)))


@_compiled
def _pose_blocks(z, basis, rest, poses, begin, end, xi):
    """``xi`` (8, block) is room for the twists and two coefficients of each link."""
    versine, lag = xi[6], xi[7]
    for first in range(begin, end, _BLOCK):
        last = min(first + _BLOCK, end)
        for k in range(6):
            _twist_row(z, basis[k], first, last, xi[k])
        largest = _coefficients(last - first, xi[3], xi[4], xi[5], versine, lag)
        if largest > _SERIES:
            _far_coefficients(last - first, xi, versine, lag)
        for k in range(3):
            _write_row(
                xi, versine, lag, rest[3 * k][first:last], rest[3 * k + 1][first:last],
                rest[3 * k + 2][first:last], rest[9 + k][first:last], poses[3 * k][first:last],
                poses[3 * k + 1][first:last], poses[3 * k + 2][first:last],
                poses[9 + k][first:last],
            )  # fmt: skip


@_compiled
def _twist_row(z, basis, first, last, row):
    """One component of the twists of a block of links; six coordinates at a time.

    Slices are of single rows, which the compiler knows to be contiguous: vector code again.
    """
    size, count = basis.shape[0], last - first
    for i in range(count):
        row[i] = 0.0
    done = 0
    while done + 6 <= size:
        z0, z1, z2 = z[done], z[done + 1], z[done + 2]
        z3, z4, z5 = z[done + 3], z[done + 4], z[done + 5]
        b0, b1 = basis[done][first:last], basis[done + 1][first:last]
        b2, b3 = basis[done + 2][first:last], basis[done + 3][first:last]
        b4, b5 = basis[done + 4][first:last], basis[done + 5][first:last]
        for i in range(count):
            row[i] += (
                (b0[i] * z0 + b1[i] * z1) + (b2[i] * z2 + b3[i] * z3) + (b4[i] * z4 + b5[i] * z5)
            )
        done += 6
    while done < size:
        one, b = z[done], basis[done][first:last]
        for i in range(count):
            row[i] += b[i] * one
        done += 1


@_compiled
def _coefficients(count, x, y, z, versine, lag):
    """Series of a whole block, and the largest θ² in it."""
    largest = 0.0
    for i in range(count):
        square = x[i] * x[i] + y[i] * y[i] + z[i] * z[i]
        versine[i] = _versine(square)
        lag[i] = _sine_lag(square)
    for i in range(count):
        largest = max(largest, x[i] * x[i] + y[i] * y[i] + z[i] * z[i])
    return largest


@_compiled
def _far_coefficients(count, xi, versine, lag):
    for i in range(count):
        x = xi[3, i] * xi[3, i] + xi[4, i] * xi[4, i] + xi[5, i] * xi[5, i]
        if x > _SERIES:
            angle = sqrt(x)
            versine[i] = (1.0 - cos(angle)) / x
            lag[i] = (angle - sin(angle)) / (x * angle)


@_compiled
def _write_row(xi, versine, lag, q0, q1, q2, at, p0, p1, p2, moved):
    """One row of rest pose times [1 + A ŵ + B ŵ², v + B ŵ v + C ŵ² v], A = 1 − θ² C."""
    v0, v1, v2, w0, w1, w2 = xi[0], xi[1], xi[2], xi[3], xi[4], xi[5]
    for i in range(at.shape[0]):
        x, y, z = w0[i], w1[i], w2[i]
        b, c = versine[i], lag[i]
        a = 1.0 - (x * x + y * y + z * z) * c
        g0, g1, g2 = q0[i], q1[i], q2[i]
        # qᵀ(1 + A ŵ + B ŵ²), with qᵀŵ = q × ω.
        s0, s1, s2 = g1 * z - g2 * y, g2 * x - g0 * z, g0 * y - g1 * x
        u0, u1, u2 = s1 * z - s2 * y, s2 * x - s0 * z, s0 * y - s1 * x
        p0[i] = g0 + a * s0 + b * u0
        p1[i] = g1 + a * s1 + b * u1
        p2[i] = g2 + a * s2 + b * u2
        moved[i] = (
            at[i]
            + (g0 + b * s0 + c * u0) * v0[i]
            + (g1 + b * s1 + c * u1) * v1[i]
            + (g2 + b * s2 + c * u2) * v2[i]
        )


@_compiled
def tip_force(z, wrench, tip_basis, tip_R, com, out):
    _tip_force(z, wrench, tip_basis, tip_R, com, out, np.empty((3, 6)))


@_compiled
def _tip_force(z, wrench, tip_basis, tip_R, com, out, room):
    size = z.shape[0]
    for r in range(size):
        out[r] = 0.0
    xi, w, term = room[0], room[1], room[2]
    for e in range(wrench.shape[0]):
        idle = True
        for k in range(6):
            idle = idle and wrench[e, k] == 0.0
        if idle:
            continue
        for k in range(6):
            s = 0.0
            for r in range(size):
                s += tip_basis[e, k, r] * z[r]
            xi[k] = s
        x, y, t = xi[3], xi[4], xi[5]
        x2 = x * x + y * y + t * t
        if x2 > _SERIES:
            angle = sqrt(x2)
            b, c = (1.0 - cos(angle)) / x2, (angle - sin(angle)) / (x2 * angle)
        else:
            b, c = _versine(x2), _sine_lag(x2)
        a = 1.0 - x2 * c
        # Turned back into the link's frame: exp(−ω̂) Rᵀ.
        for half in range(2):
            g0, g1, g2 = wrench[e, 3 * half], wrench[e, 3 * half + 1], wrench[e, 3 * half + 2]
            p0 = tip_R[e, 0, 0] * g0 + tip_R[e, 1, 0] * g1 + tip_R[e, 2, 0] * g2
            p1 = tip_R[e, 0, 1] * g0 + tip_R[e, 1, 1] * g1 + tip_R[e, 2, 1] * g2
            p2 = tip_R[e, 0, 2] * g0 + tip_R[e, 1, 2] * g1 + tip_R[e, 2, 2] * g2
            u0, u1, u2 = y * p2 - t * p1, t * p0 - x * p2, x * p1 - y * p0
            w[3 * half] = p0 - a * u0 + b * (y * u2 - t * u1)
            w[3 * half + 1] = p1 - a * u1 + b * (t * u0 - x * u2)
            w[3 * half + 2] = p2 - a * u2 + b * (x * u1 - y * u0)
        w[3] += com[e, 1] * w[2] - com[e, 2] * w[1]
        w[4] += com[e, 2] * w[0] - com[e, 0] * w[2]
        w[5] += com[e, 0] * w[1] - com[e, 1] * w[0]
        _pull_back(xi, w, term)
        for r in range(size):
            s = 0.0
            for k in range(6):
                s += tip_basis[e, k, r] * w[k]
            out[r] += s


@_compiled
def _pull_back(xi, w, term):
    """Pull back: w ← J_r(ξ)ᵀ w = Σ (−adᵀ)ᵏ w / (k + 1)!, until terms are below rounding."""
    v0, v1, v2, x, y, t = xi[0], xi[1], xi[2], xi[3], xi[4], xi[5]
    for k in range(6):
        term[k] = w[k]
    size = abs(w[0]) + abs(w[1]) + abs(w[2]) + abs(w[3]) + abs(w[4]) + abs(w[5])
    for n in range(2, 80):
        n1 = 1.0 / n
        f0, f1, f2, m0, m1, m2 = term[0], term[1], term[2], term[3], term[4], term[5]
        # adᵀ = [[−ω̂, 0], [−v̂, −ω̂]], so −adᵀ w = (ω × f, v × f + ω × m).
        term[0] = (y * f2 - t * f1) * n1
        term[1] = (t * f0 - x * f2) * n1
        term[2] = (x * f1 - y * f0) * n1
        term[3] = (v1 * f2 - v2 * f1 + y * m2 - t * m1) * n1
        term[4] = (v2 * f0 - v0 * f2 + t * m0 - x * m2) * n1
        term[5] = (v0 * f1 - v1 * f0 + x * m1 - y * m0) * n1
        rest = 0.0
        for k in range(6):
            w[k] += term[k]
            rest += abs(term[k])
        if rest <= 1e-16 * size:
            break


@_compiled
def reduced_step(z, v, force, mass, system, inverse, h, limited, bounds):
    _reduced_step(z, v, force, mass, system, inverse, h, limited, bounds, np.empty(z.shape[0]))


@_compiled
def _reduced_step(z, v, force, mass, system, inverse, h, limited, bounds, right):
    size = z.shape[0]
    for r in range(size):
        right[r] = mass[r] * v[r] + h * (force[r] - z[r])
    if limited.shape[0] > 0 and _stiffen(z, right, system, h, limited, bounds, v):
        for r in range(size):
            z[r] += h * v[r]
        return
    for r in range(size):
        s = 0.0
        for k in range(size):
            s += inverse[r, k] * right[k]
        v[r] = s
    for r in range(size):
        z[r] += h * v[r]


@_compiled
def _stiffen(z, right, system, h, limited, bounds, v):
    """Solve for v with joints near their limits; False if none is."""
    size = z.shape[0]
    near = False
    A = system
    for q in range(limited.shape[0]):
        angle = 0.0
        for r in range(size):
            angle += limited[q, r] * z[r]
        side, limit = (1.0, bounds[2, q]) if angle > 0.0 else (-1.0, -bounds[1, q])
        past = side * angle - SOFT_START * limit
        if not past > 0.0:
            continue
        if not near:
            near, A = True, system.copy()
        room = (1.0 - SOFT_START) * limit
        c = STIFFENING * bounds[0, q] / (room * room)
        torque, slope = side * c * past**3, 3.0 * c * past * past
        for r in range(size):
            right[r] -= h * limited[q, r] * torque
            for k in range(size):
                A[r, k] += h * h * slope * limited[q, r] * limited[q, k]
    if near:
        _solve(A, right, v)
    return near


@_compiled
def _solve(A, b, x):
    """A x = b by Cholesky, in place of A; LAPACK would take half a minute to compile."""
    n = b.shape[0]
    for i in range(n):
        for j in range(i + 1):
            s = A[i, j]
            for k in range(j):
                s -= A[i, k] * A[j, k]
            A[i, j] = sqrt(s) if i == j else s / A[j, j]
    for i in range(n):
        s = b[i]
        for k in range(i):
            s -= A[i, k] * x[k]
        x[i] = s / A[i, i]
    for i in range(n - 1, -1, -1):
        s = x[i]
        for k in range(i + 1, n):
            s -= A[k, i] * x[k]
        x[i] = s / A[i, i]


@_compiled
def advance(
    steps, z, v, wrench, tip_basis, tip_R, com, mass, system, inverse, h, limited, bounds,
    basis, rest, poses, begin, end,
):  # fmt: skip
    force, right = np.zeros(z.shape[0]), np.empty(z.shape[0])
    tips, xi = np.empty((3, 6)), np.empty((8, _BLOCK))
    for _ in range(steps):
        _tip_force(z, wrench, tip_basis, tip_R, com, force, tips)
        _reduced_step(z, v, force, mass, system, inverse, h, limited, bounds, right)
        _pose_blocks(z, basis, rest, poses, begin, end, xi)


@_compiled
def project_contacts(delassus, velocity, bias, friction, impulse, sweeps):
    rows = impulse.shape[0]
    rigid = 0.0
    for k in range(rows):
        rigid = max(rigid, RIGID * delassus[k, k])
    for _ in range(sweeps):
        for c in range(friction.shape[0]):
            n = 3 * c
            if delassus[n, n] <= rigid:
                continue
            miss = velocity[n] - bias[c]
            for k in range(rows):
                miss += delassus[n, k] * impulse[k]
            impulse[n] = max(impulse[n] - miss / delassus[n, n], 0.0)
            stick = max(delassus[n + 1, n + 1], delassus[n + 2, n + 2])
            if stick <= rigid:
                continue
            s0, s1 = velocity[n + 1], velocity[n + 2]
            for k in range(rows):
                s0 += delassus[n + 1, k] * impulse[k]
                s1 += delassus[n + 2, k] * impulse[k]
            t0, t1 = impulse[n + 1] - s0 / stick, impulse[n + 2] - s1 / stick
            most, size = friction[c] * impulse[n], sqrt(t0 * t0 + t1 * t1)
            share = most / size if size > most else 1.0
            impulse[n + 1], impulse[n + 2] = t0 * share, t1 * share


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
