"""Compiled reduced steps; ``_plain`` is the same in NumPy and says what they do."""

from math import cos, sin, sqrt

import numpy as np
from numba import njit

from prehensile.forks.mechanism.joint_table import SOFT_START, STIFFENING
from prehensile.forks.reduced import series
from prehensile.forks.reduced.shepard import CLOSE

_compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz"})
_inlined = njit(
    cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz"}, inline="always"
)

_BLOCK = 64
"""Links handled together, so that their twists stay in the nearest cache."""
# Compiled, and used, in every file of kernels anew: `series` says why.
_versine, _sine_lag = _inlined(series.versine), _inlined(series.sine_lag)
_SERIES = series.REACH


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
    xi = room[0]
    for e in range(wrench.shape[0]):
        for k in range(6):
            s = 0.0
            for r in range(size):
                s += tip_basis[e, k, r] * z[r]
            xi[k] = s
        _add_tip_force(xi, wrench[e], tip_basis[e], tip_R[e], com[e], out, room[1], room[2])


@_compiled
def _add_tip_force(xi, wrench, basis, R, com, out, w, term):
    """Adds that of one end effector with twist ξ, which moves by ``basis`` (6, r)."""
    idle = True
    for k in range(6):
        idle = idle and wrench[k] == 0.0
    if idle:
        return
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
        g0, g1, g2 = wrench[3 * half], wrench[3 * half + 1], wrench[3 * half + 2]
        p0 = R[0, 0] * g0 + R[1, 0] * g1 + R[2, 0] * g2
        p1 = R[0, 1] * g0 + R[1, 1] * g1 + R[2, 1] * g2
        p2 = R[0, 2] * g0 + R[1, 2] * g1 + R[2, 2] * g2
        u0, u1, u2 = y * p2 - t * p1, t * p0 - x * p2, x * p1 - y * p0
        w[3 * half] = p0 - a * u0 + b * (y * u2 - t * u1)
        w[3 * half + 1] = p1 - a * u1 + b * (t * u0 - x * u2)
        w[3 * half + 2] = p2 - a * u2 + b * (x * u1 - y * u0)
    w[3] += com[1] * w[2] - com[2] * w[1]
    w[4] += com[2] * w[0] - com[0] * w[2]
    w[5] += com[0] * w[1] - com[1] * w[0]
    _pull_back(xi, w, term)
    for r in range(out.shape[0]):
        s = 0.0
        for k in range(6):
            s += basis[k, r] * w[k]
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
    """A x = b by elimination with pivots, in place; LAPACK would take half a minute to compile."""
    n = b.shape[0]
    for k in range(n):
        pivot = k
        for i in range(k + 1, n):
            if abs(A[i, k]) > abs(A[pivot, k]):
                pivot = i
        if pivot != k:
            for j in range(k, n):
                A[k, j], A[pivot, j] = A[pivot, j], A[k, j]
            b[k], b[pivot] = b[pivot], b[k]
        for i in range(k + 1, n):
            share = A[i, k] / A[k, k]
            for j in range(k + 1, n):
                A[i, j] -= share * A[k, j]
            b[i] -= share * b[k]
    for i in range(n - 1, -1, -1):
        s = b[i]
        for k in range(i + 1, n):
            s -= A[i, k] * x[k]
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
def blended_steps(steps, z, v, wrench, table, h, poses):
    anchors, r = table.z.shape
    w, c = np.empty(anchors), np.empty(table.maps.shape[1])
    A, M = np.empty((r, r)), np.empty((r, r))
    force, right, basis = np.empty(r), np.empty(r), np.empty((6, r))
    tips, xi = np.empty((3, 6)), np.empty((8, _BLOCK))
    for _ in range(steps):
        _shepard(z, table.z, table.scale, w)
        _blend_coordinates(w, z, table.z, c)
        _blended_tip_force(c, w, wrench, table.tip_maps, table.tip_basis, table.tip_R, table.com,
                           basis, tips, force)  # fmt: skip
        for i in range(r):
            for j in range(r):
                m, more = 0.0, 0.0
                for k in range(anchors):
                    m += w[k] * table.mass[k, i, j]
                    more += w[k] * (h * table.damping[k, i, j] + h * h * table.stiffness[k, i, j])
                M[i, j], A[i, j] = m, m + more
            for k in range(anchors):
                elastic = table.force[k, i]
                for j in range(r):
                    elastic += table.stiffness[k, i, j] * (z[j] - table.z[k, j])
                force[i] -= w[k] * elastic
        _implicit(M, A, force, h, right, v, z)
        _shepard(z, table.z, table.scale, w)
        _blend_coordinates(w, z, table.z, c)
        _pose_blocks(c, table.maps, table.rest, poses, 0, table.rest.shape[1], xi)


@_compiled
def _implicit(M, A, force, h, right, v, z):
    """A v⁺ = M v + h f, z⁺ = z + h v⁺; A is lost."""
    r = z.shape[0]
    for i in range(r):
        s = h * force[i]
        for j in range(r):
            s += M[i, j] * v[j]
        right[i] = s
    _solve(A, right, v)
    for i in range(r):
        z[i] += h * v[i]


@_compiled
def _shepard(z, anchors, scale, w):
    total = 0.0
    for k in range(w.shape[0]):
        d2 = 0.0
        for i in range(z.shape[0]):
            d2 += (anchors[k, i] - z[i]) ** 2
        d2 = d2 / scale + CLOSE
        w[k] = 1.0 / (d2 * d2)
        total += w[k]
    for k in range(w.shape[0]):
        w[k] /= total


@_compiled
def _blend_coordinates(w, z, anchors, c):
    at = 0
    for k in range(w.shape[0]):
        for i in range(z.shape[0]):
            c[at] = w[k] * (z[i] - anchors[k, i])
            at += 1
        c[at] = w[k]
        at += 1


@_compiled
def _blended_tip_force(c, w, wrench, tip_maps, tip_basis, tip_R, com, basis, room, out):
    """``c`` times ``tip_maps`` (E, 6, …) are the twists; ``basis`` (6, r) is room."""
    r = out.shape[0]
    for i in range(r):
        out[i] = 0.0
    xi = room[0]
    for e in range(wrench.shape[0]):
        for k in range(6):
            s = 0.0
            for i in range(c.shape[0]):
                s += tip_maps[e, k, i] * c[i]
            xi[k] = s
            for i in range(r):
                s = 0.0
                for a in range(w.shape[0]):
                    s += w[a] * tip_basis[a, e, k, i]
                basis[k, i] = s
        _add_tip_force(xi, wrench[e], basis, tip_R[e], com[e], out, room[1], room[2])


@_compiled
def posed_step(w, z, v, wrench, table, h, rest, poses):
    count, r = w.shape[0], z.shape[0]
    A, M, tips, R = np.empty((r, r)), np.empty((r, r)), np.empty((3, 6)), np.empty((3, 3))
    force, right, basis = np.zeros(r), np.empty(r), np.empty((6, r))
    c, xi = np.empty(count * r), tips[0]
    for e in range(wrench.shape[0]):
        for k in range(6):
            xi[k] = 0.0
            for i in range(r):
                s = 0.0
                for a in range(count):
                    s += w[a] * table.tip_basis[a, e, k, i]
                basis[k, i] = s
                xi[k] += s * z[i]
        for k in range(9):
            R[k // 3, k % 3] = rest[k, table.rows[e]]
        _add_tip_force(xi, wrench[e], basis, R, table.com[e], force, tips[1], tips[2])
    for i in range(r):
        force[i] -= z[i]
        for j in range(r):
            m, d = 0.0, 0.0
            for a in range(count):
                m += w[a] * table.mass[a, i, j]
                d += w[a] * table.damping[a, i, j]
            M[i, j], A[i, j] = m, m + h * d
        A[i, i] += h * h
    _implicit(M, A, force, h, right, v, z)
    for a in range(count):
        for i in range(r):
            c[a * r + i] = w[a] * z[i]
    pose_links(c, table.maps, rest, poses, 0, rest.shape[1])


@_compiled
def hinge_tree(angles, parent, T_parent, first, axes, out):
    for k in range(parent.shape[0]):
        T = out[k]
        T[3, 3] = 1.0
        if parent[k] < 0:
            T[0, 0] = T[1, 1] = T[2, 2] = 1.0
        else:
            above, rest = out[parent[k]], T_parent[k]
            for i in range(3):
                for j in range(4):
                    s = above[i, 3] if j == 3 else 0.0
                    for m in range(3):
                        s += above[i, m] * rest[m, j]
                    T[i, j] = s
        for joint in range(first[k], first[k + 1]):
            s, c = sin(angles[joint]), 1.0 - cos(angles[joint])
            x, y, z = axes[joint, 0], axes[joint, 1], axes[joint, 2]
            for i in range(3):
                # A row times 1 + sin θ k̂ + (1 − cos θ) k̂², with qᵀk̂ = q × k.
                g0, g1, g2 = T[i, 0], T[i, 1], T[i, 2]
                s0, s1, s2 = g1 * z - g2 * y, g2 * x - g0 * z, g0 * y - g1 * x
                T[i, 0] = g0 + s * s0 + c * (s1 * z - s2 * y)
                T[i, 1] = g1 + s * s1 + c * (s2 * x - s0 * z)
                T[i, 2] = g2 + s * s2 + c * (s0 * y - s1 * x)
