"""A step's problem, compiled; ``_plain`` says what it is made of."""

from math import atan2, cos, pi, sin, sqrt

import numpy as np
from numba import njit

from prehensile.synthesis.assembly._plain import LEFT, RECOVERY
from prehensile.synthesis.contacts import HAND
from prehensile.synthesis.soft_friction import LEAST
from prehensile.synthesis.tables import NEVER, Assembled

_compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})


@_compiled
def assemble(contacts, bodies, given):
    h, count, n, m = given.h, contacts.key.shape[0], given.J.shape[2], bodies.M.shape[0]
    J, hinge = given.J, bodies.hinge
    gap, friction, c, held, soft = _judged(contacts, given)
    K = 1 + given.sides + (2 if soft else 0)
    D, maps, carried = np.zeros((count, 6, K)), np.zeros((count, 6, m)), np.zeros((count, 6))
    _cones(contacts, friction, soft, D)
    for i in range(count):
        _add_body(contacts.lower[i], -1.0, contacts.r[i], bodies, given.T, maps[i])
        if contacts.upper[i] != HAND:
            _add_body(contacts.upper[i], 1.0, contacts.r[i], bodies, given.T, maps[i])
            for a in range(6):
                for k in range(n):
                    J[i, a, k] = 0.0
    _carry(contacts, given.base, carried)
    springs, moves = _damped_springs(J, c, given)
    drive, velocity, inverse = np.zeros(m), np.zeros(m), np.empty((m, m))
    for b in range(bodies.kind.shape[0]):
        _add_momentum(bodies, given, b, drive)
    for k in range(m):
        for l in range(m):
            inverse[k, l] = bodies.M[k, l] + h * bodies.hinge_damping[k, l]
    _invert(inverse)
    push = drive.copy()
    for f in range(hinge.dry.shape[0]):
        push[hinge.column[f]] -= h * hinge.dry[f]
    for k in range(m):
        for l in range(m):
            velocity[k] += inverse[k, l] * push[l]
    free = np.empty((count, 6))
    for i in range(count):
        for a in range(6):
            s = carried[i, a]
            for k in range(n):
                s += J[i, a, k] * moves[k]
            for k in range(m):
                s += h * maps[i, a, k] * velocity[k]
            free[i, a] = s
    W = _response(contacts, given, J, springs, maps, inverse, 4 if soft else 3)
    held_by = hinge.body.shape[0] + hinge.dry.shape[0]
    M = np.zeros((count * K + count + held_by, count * K + count + held_by))
    q = np.zeros(M.shape[0])
    _fill(M, q, contacts.normal, D, W, free, gap, friction, given.sides)
    if held_by:
        _fill_hinges(M, q, D, maps, inverse, velocity, hinge, given)
    start = _handed_on(contacts, given, K, q.shape[0])
    return Assembled(
        D, J, springs, moves, maps, inverse, drive, carried, free, W, gap, friction, held,
        M, q, start,
    )  # fmt: skip


@_compiled
def _judged(contacts, given):
    """Gaps, μ, damping and last wrenches of all contacts, and whether any twists."""
    count = contacts.key.shape[0]
    gap, friction, c = np.zeros(count), contacts.friction.copy(), np.zeros(count)
    held, soft = np.zeros((count, 6)), False
    for i in range(count):
        soft = soft or contacts.torsion[i] != 0.0
        for k in range(3):
            gap[i] += contacts.normal[i, k] * (contacts.r[i, k] - contacts.x[i, k])
        at = _row_of(given.key, contacts.key[i], i)
        if at >= 0:
            for k in range(6):
                held[i, k] = given.wrench[at, k]
        if contacts.upper[i] != HAND:
            gap[i] = max(gap[i], min(max(gap[i] + LEFT, -RECOVERY * given.h), 0.0))
            continue
        gap[i] += given.skin
        pressed = 0.0
        for k in range(3):
            pressed += held[i, k] * contacts.normal[i, k]
        c[i] = given.damping * pressed
        if given.friction_falls != 0.0:
            friction[i] *= max(pressed, LEAST) ** -given.friction_falls
    return gap, friction, c, held, soft


@_compiled
def _damped_springs(J, c, given):
    """One damper after another: each is a rank-one change."""
    C, x, n = given.compliance.copy(), given.to_reference.copy(), J.shape[2]
    gives = np.empty(n)
    for i in range(J.shape[0]):
        if c[i] <= 0.0:
            continue
        for a in range(3):
            ahead, own = 0.0, given.h / c[i]
            for k in range(n):
                gives[k] = 0.0
            for l in range(n):
                moves = J[i, a, l]
                if moves != 0.0:  # a finger moves by few joints
                    ahead += moves * (given.reference_moves[l] - x[l])
                    for k in range(n):
                        gives[k] += moves * C[l, k]
            for k in range(n):
                own += J[i, a, k] * gives[k]
            for l in range(n):
                share = gives[l] / own
                x[l] += share * ahead
                for k in range(n):
                    C[l, k] -= share * gives[k]
    return C, x


@_compiled
def _row_of(keys, key, guess):
    """Where a key stands, −1 if nowhere; mostly where it stood."""
    if guess < keys.shape[0] and keys[guess] == key:
        return guess
    for j in range(keys.shape[0]):
        if keys[j] == key:
            return j
    return -1


@_compiled
def _handed_on(contacts, given, K, size):
    """The last basis; (0,) where there is none."""
    count, last = contacts.key.shape[0], given.key.shape[0]
    start, any_left = np.zeros(size, np.bool_), given.hinge_basis.shape[0] > 0
    fits = given.basis.shape[1] == K + 1
    if fits and size == count * (K + 1) + given.hinge_basis.shape[0]:
        for i in range(count if last else 0):
            at = _row_of(given.key, contacts.key[i], i)
            if at >= 0:
                any_left = True
                for k in range(K):
                    start[i * K + k] = given.basis[at, k]
                start[count * K + i] = given.basis[at, K]
        for k in range(given.hinge_basis.shape[0]):
            start[count * (K + 1) + k] = given.hinge_basis[k]
        if any_left:
            return start
    return start[:0]


@_compiled
def _carry(contacts, base, carried):
    """Writes how the base moves and turns the structure's points."""
    turn, spin, moves = np.empty((3, 3)), np.empty(3), False
    for i in range(3):
        for k in range(4):
            moves = moves or base[0, i, k] != base[1, i, k]
        for k in range(3):
            turn[i, k] = 0.0
            for l in range(3):
                turn[i, k] += base[1, i, l] * base[0, k, l]
    if not moves:
        return
    spin[0], spin[1], spin[2] = (
        0.5 * (turn[2, 1] - turn[1, 2]), 0.5 * (turn[0, 2] - turn[2, 0]),
        0.5 * (turn[1, 0] - turn[0, 1]),
    )  # fmt: skip
    sine = sqrt(spin[0] ** 2 + spin[1] ** 2 + spin[2] ** 2)
    if sine > 1e-6:
        spin *= atan2(sine, 0.5 * (turn[0, 0] + turn[1, 1] + turn[2, 2] - 1.0)) / sine
    for i in range(carried.shape[0]):
        if contacts.upper[i] == HAND:
            for a in range(3):
                carried[i, a] = base[1, a, 3] - contacts.r[i, a]
                for k in range(3):
                    carried[i, a] += turn[a, k] * (contacts.r[i, k] - base[0, k, 3])
                carried[i, 3 + a] = spin[a]


@_compiled
def _response(contacts, given, J, springs, maps, inverse, wide):
    """(wide N, wide N) motion at the contacts for forces at them; the fourth turns."""
    count, n, m, h = J.shape[0], J.shape[2], maps.shape[2], given.h
    W = np.empty((count * wide, count * wide))
    rows, left = np.zeros((count * wide, n + m)), np.empty(n + m)
    for i in range(count):
        for a in range(6 if wide == 4 else 3):
            to = i * wide + min(a, 3)
            share = 1.0 if a < 3 else contacts.normal[i, a - 3]
            for k in range(n):
                rows[to, k] += share * J[i, a, k]
            for k in range(m):
                rows[to, n + k] += share * maps[i, a, k]
    for p in range(count * wide):
        i, a = p // wide, p % wide
        for k in range(n + m):
            left[k] = 0.0
        for l in range(n):
            moves = rows[p, l]
            if moves != 0.0:  # a finger moves by few joints
                for k in range(n):
                    left[k] += moves * springs[l, k]
        for l in range(m):
            moves = h * h * rows[p, n + l]
            if moves != 0.0:
                for k in range(m):
                    left[n + k] += moves * inverse[l, k]
        for o in range(p + 1):
            s = 0.0
            for k in range(n + m):
                s += left[k] * rows[o, k]
            if o // wide == i and a < 3 and o % wide < 3 and contacts.upper[i] == HAND:
                s += given.pad * contacts.normal[i, a] * contacts.normal[i, o % wide]
            W[p, o] = W[o, p] = s
    return W


@_compiled
def _fill(M, q, normal, D, W, free, gap, friction, sides):
    """Writes the contacts' blocks of (5.21)."""
    count, K = D.shape[0], D.shape[2]
    wide = 3 if sides + 1 == K else 4
    own, left = np.zeros((count, wide, K)), np.empty(count * wide)
    for i in range(count):
        for a in range(6 if wide == 4 else 3):
            share = 1.0 if a < 3 else normal[i, a - 3]
            for k in range(K):
                own[i, min(a, 3), k] += share * D[i, a, k]
    for i in range(count):
        limit = count * K + i
        for k in range(K):
            p = i * K + k
            for a in range(6):
                q[p] += D[i, a, k] * free[i, a]
            if k == 0:
                q[p] += gap[i]
                M[limit, p] = friction[i]
            else:
                M[p, limit], M[limit, p] = 1.0, -1.0
            for o in range(count * wide):
                left[o] = 0.0
            for a in range(wide):
                share = own[i, a, k]
                for o in range(count * wide):
                    left[o] += share * W[i * wide + a, o]
            for j in range(count):
                for e in range(wide):
                    share = left[j * wide + e]
                    for l in range(K):
                        M[p, j * K + l] += share * own[j, e, l]


@_compiled
def _fill_hinges(M, q, D, maps, inverse, velocity, hinge, given):
    """Writes the rows of dry friction and stops."""
    count, K, h, m = D.shape[0], D.shape[2], given.h, inverse.shape[0]
    Q, first = hinge.body.shape[0], D.shape[0] * (D.shape[2] + 1)
    for f in range(Q):
        p, sign, column = first + f, hinge.sign[f], hinge.column[f]
        q[p] = h * sign * velocity[column]
        if f < hinge.dry.shape[0]:
            M[p, p + Q], M[p + Q, p], q[p + Q] = 1.0, -1.0, 2.0 * hinge.dry[f]
        else:
            q[p] += hinge.offset[f] + sign * given.turned[hinge.body[f]]
        for g in range(Q):
            M[p, first + g] = h * h * sign * hinge.sign[g] * inverse[column, hinge.column[g]]
        for i in range(count):
            for a in range(6):
                s = 0.0
                for k in range(m):
                    s += maps[i, a, k] * inverse[k, column]
                s *= h * h * sign
                for l in range(K):
                    M[p, i * K + l] += s * D[i, a, l]
            for l in range(K):
                M[i * K + l, p] = M[p, i * K + l]


@_compiled
def _cones(contacts, friction, soft, D):
    """Writes the directions of all cones."""
    sides = D.shape[2] - (3 if soft else 1)
    t, u, c, s = np.empty(3), np.empty(3), np.empty(sides), np.empty(sides)
    for side in range(sides):
        c[side], s[side] = cos(2.0 * pi * side / sides), sin(2.0 * pi * side / sides)
    for at in range(D.shape[0]):
        normal = contacts.normal[at]
        if abs(normal[0]) < 0.9:
            t[0], t[1], t[2] = 0.0, normal[2], -normal[1]
        else:
            t[0], t[1], t[2] = -normal[2], 0.0, normal[0]
        size = sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2])
        for k in range(3):
            t[k] /= size
        arm = contacts.torsion[at] / friction[at] if soft and friction[at] > 0.0 else 0.0
        for k in range(3):
            p, r = (k + 1) % 3, (k + 2) % 3
            u[k] = normal[p] * t[r] - normal[r] * t[p]
            D[at, k, 0] = normal[k]
            for side in range(sides):
                D[at, k, 1 + side] = c[side] * t[k] + s[side] * u[k]
            if soft:
                D[at, 3 + k, 1 + sides], D[at, 3 + k, 2 + sides] = arm * normal[k], -arm * normal[k]


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
