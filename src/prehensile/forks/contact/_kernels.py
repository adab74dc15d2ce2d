"""The compiled contact step; ``_plain`` is the same in NumPy and says what it does."""

from math import cos, sin, sqrt

import numpy as np
from numba import njit

from prehensile.forks.contact.tables import (
    BALL,
    GROUND,
    MARGIN,
    PUSH_OUT,
    RIGID,
    SETTLED,
    SLOP,
    SOFTNESS,
    SWEEPS,
)
from prehensile.forks.reduced import series

_compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz"})
_inlined = njit(
    cache=True, nogil=True, error_model="numpy", fastmath={"contract", "nsz"}, inline="always"
)
# Compiled, and used, in every file of kernels anew: `series` says why.
_versine, _sine_lag = _inlined(series.versine), _inlined(series.sine_lag)
_SERIES = series.REACH
_TERMS = 80
"""Most terms of the Jacobian's series; it ends earlier where they vanish."""


@_compiled
def contact_steps(steps, plant, feet, solids, motion, loads, out):
    r, tips = plant.mass.shape[0], plant.tip_com.shape[0]
    most = feet.tip.shape[0] * solids.kind.shape[0]
    n = r + 6 * int(plant.free_base)
    for b in range(solids.mass.shape[0]):
        n += 6 * int(solids.mass[b] > 0.0)
    on_base, T_tips, J = np.zeros((tips, 4, 4)), np.zeros((tips, 4, 4)), np.zeros((tips, 6, r))
    u, G, AG = np.zeros(n), np.zeros((3 * most, n)), np.zeros((3 * most, n))
    W, impulse, velocity = np.zeros((3 * most, 3 * most)), np.zeros(3 * most), np.zeros(3 * most)
    bias, friction, frames = np.zeros(most), np.zeros(most), np.zeros((most, 3, 3))
    count = 0
    for _ in range(steps):
        for e in range(tips):
            _move_tip(plant, motion, e, on_base[e], T_tips[e], J[e])
        _free_velocities(plant, solids, motion, loads, on_base, T_tips, J, u)
        count = _near(feet, solids, motion, T_tips, out)
        if count > 0:
            _jacobian(plant, solids, motion, feet, out, count, T_tips, J, frames, G)
            _solve_rows(plant, solids, G, 3 * count, AG)
            for c in range(count):
                gap = out.gap[c]
                bias[c] = -(max(gap, 0.0) + PUSH_OUT * min(gap + SLOP, 0.0)) / plant.h
                friction[c] = feet.friction[out.foot[c]]
            _recall(motion, out, count, frames, impulse)
            for i in range(3 * count):
                s = 0.0
                for k in range(n):
                    s += G[i, k] * u[k]
                velocity[i] = s
                for j in range(i + 1):
                    s = 0.0
                    for k in range(n):
                        s += G[i, k] * AG[j, k]
                    W[i, j] = W[j, i] = s
                W[i, i] *= 1.0 + SOFTNESS
            rows = 3 * count
            project_contacts(
                W[:rows, :rows], velocity[:rows], bias[:count], friction[:count], impulse[:rows],
                SWEEPS,
            )  # fmt: skip
            for i in range(rows):
                for k in range(n):
                    u[k] += AG[i, k] * impulse[i]
            for c in range(count):
                for k in range(3):
                    s = 0.0
                    for i in range(3):
                        s += frames[c, i, k] * impulse[3 * c + i]
                    out.force[c, k] = s / plant.h
        motion.impulse[:] = 0.0
        for c in range(count):
            for k in range(3):
                motion.impulse[out.body[c], out.foot[c], k] = plant.h * out.force[c, k]
        _integrate(plant, solids, motion, u)
    return count


@_compiled
def _recall(motion, touch, count, frames, impulse):
    """Begin where the last step ended."""
    for c in range(count):
        last = motion.impulse[touch.body[c], touch.foot[c]]
        for i in range(3):
            s = 0.0
            for k in range(3):
                s += frames[c, i, k] * last[k]
            impulse[3 * c + i] = s


@_compiled
def _move_tip(plant, motion, e, local, T, J):
    """Where an end effector is, and its body velocity J (6, r) for each coordinate."""
    r = plant.mass.shape[0]
    xi = np.zeros(6)
    for k in range(6):
        s = 0.0
        for q in range(r):
            s += plant.tip_basis[e, k, q] * motion.z[q]
        xi[k] = s
    _compose(plant.tip_rest[e], xi, local)
    _product(motion.T_base, local, T)
    A, B = np.zeros((3, 3)), np.zeros((3, 3))
    _right_jacobian(xi, A, B)
    for q in range(r):
        for i in range(3):
            v, w = 0.0, 0.0
            for k in range(3):
                v += A[i, k] * plant.tip_basis[e, k, q] + B[i, k] * plant.tip_basis[e, 3 + k, q]
                w += A[i, k] * plant.tip_basis[e, 3 + k, q]
            J[i, q], J[3 + i, q] = v, w


@_compiled
def _product(T, S, out):
    for i in range(3):
        for j in range(4):
            s = T[i, 3] if j == 3 else 0.0
            for k in range(3):
                s += T[i, k] * S[k, j]
            out[i, j] = s
    out[3, 0] = out[3, 1] = out[3, 2] = 0.0
    out[3, 3] = 1.0


@_compiled
def _compose(T, xi, out):
    """T exp(ξ)."""
    x, y, t = xi[3], xi[4], xi[5]
    x2 = x * x + y * y + t * t
    if x2 > _SERIES:
        angle = sqrt(x2)
        b, c = (1.0 - cos(angle)) / x2, (angle - sin(angle)) / (x2 * angle)
    else:
        b, c = _versine(x2), _sine_lag(x2)
    a = 1.0 - x2 * c
    for k in range(3):
        # Rows of T times 1 + A ŵ + B ŵ², with qᵀŵ = q × ω.
        g0, g1, g2, at = T[k, 0], T[k, 1], T[k, 2], T[k, 3]
        s0, s1, s2 = g1 * t - g2 * y, g2 * x - g0 * t, g0 * y - g1 * x
        u0, u1, u2 = s1 * t - s2 * y, s2 * x - s0 * t, s0 * y - s1 * x
        out[k, 0] = g0 + a * s0 + b * u0
        out[k, 1] = g1 + a * s1 + b * u1
        out[k, 2] = g2 + a * s2 + b * u2
        out[k, 3] = (
            at
            + (g0 + b * s0 + c * u0) * xi[0]
            + (g1 + b * s1 + c * u1) * xi[1]
            + (g2 + b * s2 + c * u2) * xi[2]
        )
    out[3, 0] = out[3, 1] = out[3, 2] = 0.0
    out[3, 3] = 1.0


@_compiled
def _right_jacobian(xi, A, B):
    """J_r(ξ) = [[A, B], [0, A]] = Σ (−ad ξ)ᵏ / (k + 1)!, block by block."""
    a, b, m = np.eye(3), np.zeros((3, 3)), np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            A[i, j], B[i, j] = a[i, j], 0.0
    for n in range(2, _TERMS):
        largest = 0.0
        for i in range(3):
            # The row of (a, b) times −ad = −[[ŵ, v̂], [0, ŵ]], with qᵀŵ = q × ω.
            p0, p1, p2, q0, q1, q2 = a[i, 0], a[i, 1], a[i, 2], b[i, 0], b[i, 1], b[i, 2]
            m[i, 0] = (p1 * xi[5] - p2 * xi[4]) / -n
            m[i, 1] = (p2 * xi[3] - p0 * xi[5]) / -n
            m[i, 2] = (p0 * xi[4] - p1 * xi[3]) / -n
            b[i, 0] = (p1 * xi[2] - p2 * xi[1] + q1 * xi[5] - q2 * xi[4]) / -n
            b[i, 1] = (p2 * xi[0] - p0 * xi[2] + q2 * xi[3] - q0 * xi[5]) / -n
            b[i, 2] = (p0 * xi[1] - p1 * xi[0] + q0 * xi[4] - q1 * xi[3]) / -n
        for i in range(3):
            for j in range(3):
                a[i, j] = m[i, j]
                A[i, j] += a[i, j]
                B[i, j] += b[i, j]
                largest = max(largest, max(abs(a[i, j]), abs(b[i, j])))
        if largest <= 1e-17:
            break


@_compiled
def _to_frame(T, com, wrench, out):
    """A wrench at a centre of mass, world axes, as one at the frame, along its axes."""
    for i in range(3):
        f, t = 0.0, 0.0
        for k in range(3):
            f += T[k, i] * wrench[k]
            t += T[k, i] * wrench[3 + k]
        out[i], out[3 + i] = f, t
    out[3] += com[1] * out[2] - com[2] * out[1]
    out[4] += com[2] * out[0] - com[0] * out[2]
    out[5] += com[0] * out[1] - com[1] * out[0]


@_compiled
def _free_velocities(plant, solids, motion, loads, on_base, T_tips, J, u):
    h, r = plant.h, plant.mass.shape[0]
    right, w, before, total = np.zeros(r), np.zeros(6), np.zeros(6), np.zeros(6)
    R, p = motion.T_base[:3, :3], motion.T_base[:3, 3]
    for k in range(r):
        right[k] = plant.mass[k] * motion.v[k] - h * motion.z[k]
    for e in range(J.shape[0]):
        _to_frame(T_tips[e], plant.tip_com[e], loads.tips[e], w)
        _to_frame(on_base[e], plant.tip_com[e], plant.preload[e], before)
        for k in range(r):
            for i in range(6):
                right[k] += h * J[e, i, k] * (w[i] - before[i])
        if plant.free_base:
            _add_wrench(T_tips[e], w, R, p, total)
    for k in range(r):
        s = 0.0
        for q in range(r):
            s += plant.inverse[k, q] * right[q]
        u[k] = s
    at = r
    if plant.free_base:
        _base_velocity(plant, motion, loads, total, u[at : at + 6])
        at += 6
    for b in range(solids.mass.shape[0]):
        if solids.mass[b] > 0.0:
            _body_velocity(plant, solids, motion, loads, b, u[at : at + 6])
            at += 6


@_compiled
def _add_wrench(T, w, R, p, total):
    """Add a wrench in one frame to one in another, R and p."""
    f, t, d = np.zeros(3), np.zeros(3), np.zeros(3)
    for i in range(3):
        for k in range(3):
            f[i] += T[i, k] * w[k]
            t[i] += T[i, k] * w[3 + k]
        d[i] = T[i, 3] - p[i]
    t[0] += d[1] * f[2] - d[2] * f[1]
    t[1] += d[2] * f[0] - d[0] * f[2]
    t[2] += d[0] * f[1] - d[1] * f[0]
    for i in range(3):
        for k in range(3):
            total[i] += R[k, i] * f[k]
            total[3 + i] += R[k, i] * t[k]


@_compiled
def _base_velocity(plant, motion, loads, total, out):
    w, weight = np.zeros(6), np.zeros(6)
    _to_frame(motion.T_base, plant.base_com, loads.base, w)
    for i in range(3):
        weight[i] = plant.total * plant.gravity[i]
    pull = np.zeros(6)
    _to_frame(motion.T_base, plant.centre, weight, pull)
    phi, momentum = motion.base_velocity, np.zeros(6)
    for i in range(6):
        for k in range(6):
            momentum[i] += plant.base_inertia[i, k] * phi[k]
        total[i] += w[i] + pull[i]
    v0, v1, v2, x, y, z = phi[0], phi[1], phi[2], phi[3], phi[4], phi[5]
    f0, f1, f2 = momentum[0], momentum[1], momentum[2]
    m0, m1, m2 = momentum[3], momentum[4], momentum[5]
    # adᵀ of the momentum: (f × ω, f × v + m × ω).
    total[0] += f1 * z - f2 * y
    total[1] += f2 * x - f0 * z
    total[2] += f0 * y - f1 * x
    total[3] += f1 * v2 - f2 * v1 + m1 * z - m2 * y
    total[4] += f2 * v0 - f0 * v2 + m2 * x - m0 * z
    total[5] += f0 * v1 - f1 * v0 + m0 * y - m1 * x
    for i in range(6):
        s = 0.0
        for k in range(6):
            s += plant.base_inverse[i, k] * total[k]
        out[i] = phi[i] + plant.h * s


@_compiled
def _body_velocity(plant, solids, motion, loads, b, out):
    T, phi, inertia = motion.T_bodies[b], motion.body_velocity[b], solids.inertia[b]
    w0, w1, w2 = phi[3], phi[4], phi[5]
    l0 = inertia[0, 0] * w0 + inertia[0, 1] * w1 + inertia[0, 2] * w2
    l1 = inertia[1, 0] * w0 + inertia[1, 1] * w1 + inertia[1, 2] * w2
    l2 = inertia[2, 0] * w0 + inertia[2, 1] * w1 + inertia[2, 2] * w2
    turn = np.empty(3)
    turn[0], turn[1], turn[2] = l1 * w2 - l2 * w1, l2 * w0 - l0 * w2, l0 * w1 - l1 * w0
    out[0] = phi[0] + plant.h * (phi[1] * w2 - phi[2] * w1)
    out[1] = phi[1] + plant.h * (phi[2] * w0 - phi[0] * w2)
    out[2] = phi[2] + plant.h * (phi[0] * w1 - phi[1] * w0)
    for i in range(3):
        for k in range(3):
            push = plant.gravity[k] + loads.bodies[b, k] / solids.mass[b]
            out[i] += plant.h * T[k, i] * push
            turn[i] += T[k, i] * loads.bodies[b, 3 + k]
    for i in range(3):
        s = 0.0
        for k in range(3):
            s += solids.inverse[b, i, k] * turn[k]
        out[3 + i] = phi[3 + i] + plant.h * s


@_compiled
def _near(feet, solids, motion, T_tips, out):
    """Writes the contacts of all feet near bodies; how many."""
    count = 0
    centre, local, normal = np.zeros(3), np.zeros(3), np.zeros(3)
    for b in range(solids.kind.shape[0]):
        T = motion.T_bodies[b]
        for f in range(feet.tip.shape[0]):
            tip = T_tips[feet.tip[f]]
            for i in range(3):
                s = tip[i, 3]
                for k in range(3):
                    s += tip[i, k] * feet.point[f, k]
                centre[i] = s
            for i in range(3):
                s = 0.0
                for k in range(3):
                    s += T[k, i] * (centre[k] - T[k, 3])
                local[i] = s
            gap = _nearest(solids, b, local, normal) - feet.radius[f]
            if gap >= MARGIN:
                continue
            depth = feet.radius[f] + min(gap, 0.0) / 2
            for i in range(3):
                s = T[i, 0] * normal[0] + T[i, 1] * normal[1] + T[i, 2] * normal[2]
                out.normal[count, i] = s
                out.pos[count, i] = centre[i] - s * depth
                out.force[count, i] = 0.0
            out.foot[count], out.body[count], out.gap[count] = f, b, gap
            count += 1
    return count


@_compiled
def _nearest(solids, b, point, normal):
    """Distance of a point in a body's frame; writes the normal."""
    if solids.kind[b] == GROUND:
        return _ground_nearest(solids, point, normal)
    if solids.kind[b] == BALL:
        size = sqrt(point[0] * point[0] + point[1] * point[1] + point[2] * point[2])
        for k in range(3):
            normal[k] = point[k] / max(size, 1e-12)
        return size - solids.size[b, 0]
    face, deepest, away = 0, -np.inf, 0.0
    for k in range(3):
        past = abs(point[k]) - solids.size[b, k]
        if past > deepest:
            face, deepest = k, past
        normal[k] = max(past, 0.0)
        away += normal[k] * normal[k]
    away = sqrt(away)
    for k in range(3):
        sign = -1.0 if point[k] < 0.0 else 1.0
        inward = 1.0 if k == face else 0.0
        normal[k] = sign * (normal[k] / away if away > 0.0 else inward)
    return away if away > 0.0 else deepest


@_compiled
def _ground_nearest(solids, point, normal):
    grid, pitch = solids.grid, solids.pitch
    x, y = (point[0] - solids.corner) / pitch, (point[1] - solids.corner) / pitch
    i = int(min(max(np.floor(x), 0.0), grid.shape[0] - 2.0))
    j = int(min(max(np.floor(y), 0.0), grid.shape[1] - 2.0))
    s, t = min(max(x - i, 0.0), 1.0), min(max(y - j, 0.0), 1.0)
    for k in range(3):
        normal[k] = (1.0 - s) * ((1.0 - t) * grid[i, j, k] + t * grid[i, j + 1, k]) + s * (
            (1.0 - t) * grid[i + 1, j, k] + t * grid[i + 1, j + 1, k]
        )
    height, dx, dy = normal[0], normal[1], normal[2]
    height += dx * (x - i - s) * pitch + dy * (y - j - t) * pitch
    up = 1.0 / sqrt(1.0 + dx * dx + dy * dy)
    normal[0], normal[1], normal[2] = -dx * up, -dy * up, up
    return (point[2] - height) * up


@_compiled
def _jacobian(plant, solids, motion, feet, touch, count, T_tips, J, frames, G):
    r, row = plant.mass.shape[0], np.zeros(6)
    for c in range(count):
        _contact_frame(touch.normal[c], frames[c])
        tip = feet.tip[touch.foot[c]]
        for i in range(3):
            g = G[3 * c + i]
            _point_row(T_tips[tip], touch.pos[c], frames[c, i], row)
            for q in range(r):
                s = 0.0
                for k in range(6):
                    s += row[k] * J[tip, k, q]
                g[q] = s
            at = r
            if plant.free_base:
                _point_row(motion.T_base, touch.pos[c], frames[c, i], g[at : at + 6])
                at += 6
            for b in range(solids.mass.shape[0]):
                if solids.mass[b] > 0.0:
                    _point_row(motion.T_bodies[b], touch.pos[c], frames[c, i], row)
                    share = -1.0 if touch.body[c] == b else 0.0
                    for k in range(6):
                        g[at + k] = share * row[k]
                    at += 6


@_compiled
def _point_row(T, pos, along, out):
    """Velocity of a point fixed to a frame along a direction, for its body velocity: (g, l × g)."""
    g0 = T[0, 0] * along[0] + T[1, 0] * along[1] + T[2, 0] * along[2]
    g1 = T[0, 1] * along[0] + T[1, 1] * along[1] + T[2, 1] * along[2]
    g2 = T[0, 2] * along[0] + T[1, 2] * along[1] + T[2, 2] * along[2]
    d0, d1, d2 = pos[0] - T[0, 3], pos[1] - T[1, 3], pos[2] - T[2, 3]
    l0 = T[0, 0] * d0 + T[1, 0] * d1 + T[2, 0] * d2
    l1 = T[0, 1] * d0 + T[1, 1] * d1 + T[2, 1] * d2
    l2 = T[0, 2] * d0 + T[1, 2] * d1 + T[2, 2] * d2
    out[0], out[1], out[2] = g0, g1, g2
    out[3], out[4], out[5] = l1 * g2 - l2 * g1, l2 * g0 - l0 * g2, l0 * g1 - l1 * g0


@_compiled
def _contact_frame(n, frame):
    least = 0
    for k in range(1, 3):
        if abs(n[k]) < abs(n[least]):
            least = k
    # n × the axis that it has least of.
    i, j = (least + 1) % 3, (least + 2) % 3
    size = sqrt(n[i] * n[i] + n[j] * n[j])
    for k in range(3):
        frame[0, k] = n[k]
    frame[1, least], frame[1, i], frame[1, j] = 0.0, n[j] / size, -n[i] / size
    t = frame[1]
    frame[2, 0] = n[1] * t[2] - n[2] * t[1]
    frame[2, 1] = n[2] * t[0] - n[0] * t[2]
    frame[2, 2] = n[0] * t[1] - n[1] * t[0]


@_compiled
def _solve_rows(plant, solids, G, rows, AG):
    """A⁻¹ of everything that moves times each row of G; A is symmetric, block by block."""
    r = plant.mass.shape[0]
    for i in range(rows):
        g, out = G[i], AG[i]
        for k in range(r):
            s = 0.0
            for q in range(r):
                s += plant.inverse[k, q] * g[q]
            out[k] = s
        at = r
        if plant.free_base:
            for k in range(6):
                s = 0.0
                for q in range(6):
                    s += plant.base_inverse[k, q] * g[at + q]
                out[at + k] = s
            at += 6
        for b in range(solids.mass.shape[0]):
            if solids.mass[b] > 0.0:
                for k in range(3):
                    out[at + k] = g[at + k] / solids.mass[b]
                    s = 0.0
                    for q in range(3):
                        s += solids.inverse[b, k, q] * g[at + 3 + q]
                    out[at + 3 + k] = s
                at += 6


@_compiled
def project_contacts(delassus, velocity, bias, friction, impulse, sweeps):
    rows = impulse.shape[0]
    rigid = 0.0
    for k in range(rows):
        rigid = max(rigid, RIGID * delassus[k, k])
    for _ in range(sweeps):
        changed, largest = 0.0, 0.0
        for c in range(friction.shape[0]):
            n = 3 * c
            if delassus[n, n] <= rigid:
                continue
            miss = velocity[n] - bias[c]
            for k in range(rows):
                miss += delassus[n, k] * impulse[k]
            p0, p1, p2 = impulse[n], impulse[n + 1], impulse[n + 2]
            impulse[n] = max(p0 - miss / delassus[n, n], 0.0)
            stick = max(delassus[n + 1, n + 1], delassus[n + 2, n + 2])
            if stick > rigid:
                s0, s1 = velocity[n + 1], velocity[n + 2]
                for k in range(rows):
                    s0 += delassus[n + 1, k] * impulse[k]
                    s1 += delassus[n + 2, k] * impulse[k]
                t0, t1 = p1 - s0 / stick, p2 - s1 / stick
                most, size = friction[c] * impulse[n], sqrt(t0 * t0 + t1 * t1)
                share = most / size if size > most else 1.0
                impulse[n + 1], impulse[n + 2] = t0 * share, t1 * share
            changed = max(changed, abs(impulse[n] - p0))
            changed = max(changed, abs(impulse[n + 1] - p1), abs(impulse[n + 2] - p2))
            largest = max(largest, abs(impulse[n]), abs(impulse[n + 1]), abs(impulse[n + 2]))
        if changed <= SETTLED * largest:
            break


@_compiled
def _integrate(plant, solids, motion, u):
    h, r = plant.h, plant.mass.shape[0]
    for k in range(r):
        motion.v[k] = u[k]
        motion.z[k] += h * u[k]
    at = r
    if plant.free_base:
        _turn_on(motion.T_base, motion.base_velocity, u[at : at + 6], h)
        at += 6
    for b in range(solids.mass.shape[0]):
        if solids.mass[b] > 0.0:
            _turn_on(motion.T_bodies[b], motion.body_velocity[b], u[at : at + 6], h)
            at += 6


@_compiled
def _turn_on(T, velocity, u, h):
    step, moved = np.zeros(6), np.zeros((4, 4))
    for k in range(6):
        velocity[k] = u[k]
        step[k] = h * u[k]
    _compose(T, step, moved)
    for i in range(3):
        for j in range(4):
            T[i, j] = moved[i, j]
