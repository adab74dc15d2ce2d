"""A step's parts, compiled; ``_plain`` says what they are."""

from math import cos, pi, sin, sqrt

import numpy as np
from numba import njit

from prehensile.synthesis._plain import MIDPOINT_ROUNDS
from prehensile.synthesis.tables import FREELY, NEVER, Assembled

_compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})


@_compiled
def hand_contacts(table, theta, T_forearm, link, point):
    segments, joints = table.parent.shape[0], table.axis.shape[0]
    dof, count = theta.shape[0] - 3, link.shape[0]
    poses, J = np.zeros((segments, 4, 4)), np.zeros((count, 6, dof + 3))
    anchor, axis = np.empty((joints, 3)), np.empty((joints, 3))
    R = np.empty((3, 3))
    for s in range(segments):
        T, up, rest = poses[s], table.parent[s], table.rest[s]
        T[3, 3] = 1.0
        for i in range(3):
            for k in range(4):
                if up < 0:
                    T[i, k] = T_forearm[i, k] + (theta[dof + i] if k == 3 else 0.0)
                else:
                    base = poses[up]
                    T[i, k] = base[i, 0] * rest[0, k] + base[i, 1] * rest[1, k]
                    T[i, k] += base[i, 2] * rest[2, k] + base[i, 3] * rest[3, k]
        for j in range(table.first[s], table.first[s + 1]):
            angle = table.offset[j] + table.ratio[j] * theta[table.column[j]]
            x, y, z = table.axis[j, 0], table.axis[j, 1], table.axis[j, 2]
            _turn(x, y, z, sin(angle), 1.0 - cos(angle), R)
            for i in range(3):
                p, q, r = T[i, 0], T[i, 1], T[i, 2]
                anchor[j, i], axis[j, i] = T[i, 3], p * x + q * y + r * z
                for k in range(3):
                    T[i, k] = p * R[0, k] + q * R[1, k] + r * R[2, k]
    for i in range(count):
        for k in range(3):
            J[i, k, dof + k] = 1.0
        s = link[i]
        while s >= 0:
            for j in range(table.first[s], table.first[s + 1]):
                c, ratio = table.column[j], table.ratio[j]
                x, y, z = axis[j, 0], axis[j, 1], axis[j, 2]
                u, v, w = (
                    point[i, 0] - anchor[j, 0],
                    point[i, 1] - anchor[j, 1],
                    point[i, 2] - anchor[j, 2],
                )
                J[i, 0, c] += ratio * (y * w - z * v)
                J[i, 1, c] += ratio * (z * u - x * w)
                J[i, 2, c] += ratio * (x * v - y * u)
                J[i, 3, c] += ratio * x
                J[i, 4, c] += ratio * y
                J[i, 5, c] += ratio * z
            s = table.parent[s]
    return poses, J


@_compiled
def _turn(x, y, z, a, b, R):
    """1 + a K + b K² (Rodrigues), K the cross product with (x, y, z)."""
    R[0, 0] = 1.0 - b * (y * y + z * z)
    R[1, 1] = 1.0 - b * (x * x + z * z)
    R[2, 2] = 1.0 - b * (x * x + y * y)
    R[0, 1], R[1, 0] = b * x * y - a * z, b * x * y + a * z
    R[0, 2], R[2, 0] = b * x * z + a * y, b * x * z - a * y
    R[1, 2], R[2, 1] = b * y * z - a * x, b * y * z + a * x


@_compiled
def _exp(x, y, z, R):
    """Rotation by a vector [rad]."""
    square = x * x + y * y + z * z
    angle = sqrt(square)
    if angle > 1e-4:
        _turn(x, y, z, sin(angle) / angle, (1.0 - cos(angle)) / square, R)
    else:
        _turn(x, y, z, 1.0 - square / 6.0, 0.5 - square / 24.0, R)


@_compiled
def assemble(contacts, bodies, given):
    h, count, n, m = given.h, given.gap.shape[0], given.J.shape[2], bodies.M.shape[0]
    J, carried = given.J, given.carried
    soft = given.arm.shape[0] > 0
    wide = 6 if soft else 3
    K = 1 + given.sides + (2 if soft else 0)
    D, maps = np.zeros((count, 6, K)), np.zeros((count, 6, m))
    for i in range(count):
        _cone(contacts.normal[i], given.sides, given.arm[i] if soft else 0.0, D[i])
        _add_body(contacts.lower[i], -1.0, contacts.r[i], bodies, given.T, maps[i])
        if contacts.upper[i] >= 0:
            _add_body(contacts.upper[i], 1.0, contacts.r[i], bodies, given.T, maps[i])
            for a in range(6):
                for k in range(n):
                    J[i, a, k] = 0.0
    drive, velocity, inverse = np.zeros(m), np.zeros(m), np.empty((m, m))
    for b in range(bodies.kind.shape[0]):
        _add_momentum(bodies, given, b, drive)
    for k in range(m):
        for l in range(m):
            inverse[k, l] = bodies.M[k, l] + h * bodies.hinge_damping[k, l]
    for i in range(count):
        if given.c[i] != 0.0:
            for a in range(3):
                moved = carried[i, a]
                for k in range(n):
                    moved += J[i, a, k] * given.reference_moves[k]
                for k in range(m):
                    drive[k] -= given.c[i] * maps[i, a, k] * moved
                    for l in range(m):
                        inverse[k, l] += h * given.c[i] * maps[i, a, k] * maps[i, a, l]
    _invert(inverse)
    for k in range(m):
        for l in range(m):
            velocity[k] += inverse[k, l] * drive[l]
    free = np.empty((count, 6))
    for i in range(count):
        for a in range(6):
            s = carried[i, a]
            for k in range(n):
                s += J[i, a, k] * given.to_reference[k]
            for k in range(m):
                s += h * maps[i, a, k] * velocity[k]
            free[i, a] = s
    W = np.empty((count * wide, count * wide))
    left = np.empty(n + m)
    for i in range(count):
        for a in range(wide):
            for k in range(n):
                left[k] = 0.0
            for l in range(n):
                moves = J[i, a, l]
                if moves != 0.0:  # a finger moves by few joints
                    for k in range(n):
                        left[k] += moves * given.compliance[l, k]
            for k in range(m):
                s = 0.0
                for l in range(m):
                    s += maps[i, a, l] * inverse[l, k]
                left[n + k] = h * h * s
            for j in range(i + 1):
                for e in range(wide):
                    s = 0.0
                    for k in range(n):
                        s += left[k] * J[j, e, k]
                    for k in range(m):
                        s += left[n + k] * maps[j, e, k]
                    if i == j and a < 3 and e < 3:
                        s += given.pad[i] * contacts.normal[i, a] * contacts.normal[i, e]
                    W[i * wide + a, j * wide + e] = W[j * wide + e, i * wide + a] = s
    M, q = np.zeros((count * K + count, count * K + count)), np.zeros(count * K + count)
    row = np.empty(wide)
    for i in range(count):
        limit = count * K + i
        for k in range(K):
            p = i * K + k
            for a in range(6):
                q[p] += D[i, a, k] * free[i, a]
            if k == 0:
                q[p] += given.gap[i]
                M[limit, p] = contacts.friction[i]
            else:
                M[p, limit], M[limit, p] = 1.0, -1.0
            at = 0 if k <= given.sides else 3  # columns are forces, or torques
            for j in range(i + 1):
                for e in range(wide):
                    row[e] = 0.0
                    for a in range(at, at + 3):
                        row[e] += D[i, a, k] * W[i * wide + a, j * wide + e]
                for l in range(K):
                    to = 0 if l <= given.sides else 3
                    s = 0.0
                    for e in range(to, to + 3):
                        s += row[e] * D[j, e, l]
                    M[p, j * K + l] = M[j * K + l, p] = s
    return Assembled(D, J, maps, inverse, drive, free, W, M, q)


@_compiled
def _cone(normal, sides, arm, D):
    least = 0
    for k in range(1, 3):
        if abs(normal[k]) < abs(normal[least]):
            least = k
    i, j = (least + 1) % 3, (least + 2) % 3
    size = sqrt(normal[i] * normal[i] + normal[j] * normal[j])
    t, u = np.zeros(3), np.empty(3)
    t[i], t[j] = normal[j] / size, -normal[i] / size
    for k in range(3):
        p, r = (k + 1) % 3, (k + 2) % 3
        u[k] = normal[p] * t[r] - normal[r] * t[p]
        D[k, 0] = normal[k]
        for side in range(sides):
            angle = 2.0 * pi * side / sides
            D[k, 1 + side] = cos(angle) * t[k] + sin(angle) * u[k]
        if arm > 0.0:
            D[3 + k, 1 + sides], D[3 + k, 2 + sides] = arm * normal[k], -arm * normal[k]


@_compiled
def _add_body(b, sign, r, bodies, T, out):
    """Adds the twist at a contact for the velocities of one body."""
    if bodies.kind[b] == NEVER:
        return
    v, w = np.empty(3), np.empty(3)
    x, y, z = r[0] - T[b, 0, 3], r[1] - T[b, 1, 3], r[2] - T[b, 2, 3]
    for k in range(out.shape[1]):
        for i in range(3):
            v[i] = w[i] = 0.0
            for l in range(3):
                v[i] += T[b, i, l] * bodies.subspace[b, l, k]
                w[i] += T[b, i, l] * bodies.subspace[b, 3 + l, k]
        out[0, k] += sign * (v[0] + w[1] * z - w[2] * y)
        out[1, k] += sign * (v[1] + w[2] * x - w[0] * z)
        out[2, k] += sign * (v[2] + w[0] * y - w[1] * x)
        for i in range(3):
            out[3 + i, k] += sign * w[i]


@_compiled
def _add_momentum(bodies, given, b, drive):
    if bodies.kind[b] == NEVER:
        return
    for i in range(3):
        linear, spin = given.phi[b, i], 0.0
        for k in range(3):
            linear += given.h * given.T[b, k, i] * given.gravity[k]
            spin += bodies.inertia[b, i, k] * given.phi[b, 3 + k]
        linear *= bodies.mass[b]
        for k in range(drive.shape[0]):
            drive[k] += bodies.subspace[b, i, k] * linear + bodies.subspace[b, 3 + i, k] * spin


@_compiled
def _invert(A):
    """In place; positive definite, so that no pivot is looked for."""
    n = A.shape[0]
    for k in range(n):
        inverse = 1.0 / A[k, k]
        A[k, k] = 1.0
        for j in range(n):
            A[k, j] *= inverse
        for i in range(n):
            if i != k:
                factor = A[i, k]
                A[i, k] = 0.0
                for j in range(n):
                    A[i, j] -= factor * A[k, j]


@_compiled
def moved_bodies(bodies, T, velocity, h):
    count = T.shape[0]
    after, phi = T.copy(), np.zeros((count, 6))
    R, spin, before = np.empty((3, 3)), np.empty(3), np.empty(3)
    for b in range(count):
        if bodies.kind[b] == NEVER:
            continue
        for i in range(6):
            for k in range(velocity.shape[0]):
                phi[b, i] += bodies.subspace[b, i, k] * velocity[k]
        w, free = phi[b, 3:], bodies.kind[b] == FREELY
        for i in range(3):
            spin[i], before[i] = w[i], 0.0
            for k in range(3):
                before[i] += bodies.inertia[b, i, k] * w[k]
        for _ in range(MIDPOINT_ROUNDS):
            _exp(
                0.5 * h * (w[0] + spin[0]),
                0.5 * h * (w[1] + spin[1]),
                0.5 * h * (w[2] + spin[2]),
                R,
            )
            if free:
                for i in range(3):
                    spin[i] = 0.0
                    for k in range(3):
                        for l in range(3):
                            spin[i] += bodies.inverse[b, i, k] * before[l] * R[l, k]
        for i in range(3):
            s = 0.0
            for k in range(3):
                t = 0.0
                for l in range(3):
                    t += T[b, i, l] * R[l, k]
                after[b, i, k] = t
                s += T[b, i, k] * phi[b, k] * h if free else (T[b, i, k] - t) * bodies.anchor[b, k]
            after[b, i, 3] = T[b, i, 3] + s
        if free:
            x, y, z = phi[b, 0], phi[b, 1], phi[b, 2]
            for i in range(3):
                phi[b, i] = x * R[0, i] + y * R[1, i] + z * R[2, i]
                phi[b, 3 + i] = spin[i]
    return after, phi


@_compiled
def moved_all(contacts, bodies, given, built, wrench, theta):
    count, n, m = wrench.shape[0], built.J.shape[2], built.maps.shape[2]
    h, moves, push = given.h, given.to_reference.copy(), built.drive.copy()
    bent, velocity, slip = np.zeros(n), np.zeros(m), np.zeros((count, 3))
    for i in range(count):
        for a in range(6):
            w = wrench[i, a]
            if w != 0.0:
                for k in range(n):
                    bent[k] += w * built.J[i, a, k]
                for k in range(m):
                    push[k] += h * w * built.maps[i, a, k]
    for k in range(n):
        for l in range(n):
            moves[k] += given.compliance[k, l] * bent[l]
    for k in range(m):
        for l in range(m):
            velocity[k] += built.inverse[k, l] * push[l]
    for i in range(count):
        if not wrench[i].any():
            continue
        along = 0.0
        for a in range(3):
            s = given.carried[i, a]
            for k in range(n):
                s += built.J[i, a, k] * moves[k]
            for k in range(m):
                s += h * built.maps[i, a, k] * velocity[k]
            slip[i, a] = s / h
            along += slip[i, a] * contacts.normal[i, a]
        for a in range(3):
            slip[i, a] -= along * contacts.normal[i, a]
    T, phi = moved_bodies(bodies, given.T, velocity, h)
    return theta + moves, T, phi, slip, bent
