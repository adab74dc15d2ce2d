"""Where forces lead, compiled; ``_plain`` says how."""

from math import cos, sin, sqrt

import numpy as np
from numba import njit

from prehensile.synthesis.moving._plain import MIDPOINT_ROUNDS
from prehensile.synthesis.tables import FREELY, HINGE, NEVER

_compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})


@_compiled
def _exp(x, y, z, R):
    """Rotation by a vector [rad] (Rodrigues)."""
    square = x * x + y * y + z * z
    angle = sqrt(square)
    a, b = 1.0 - square / 6.0, 0.5 - square / 24.0
    if angle > 1e-4:
        a, b = sin(angle) / angle, (1.0 - cos(angle)) / square
    R[0, 0] = 1.0 - b * (y * y + z * z)
    R[1, 1] = 1.0 - b * (x * x + z * z)
    R[2, 2] = 1.0 - b * (x * x + y * y)
    R[0, 1], R[1, 0] = b * x * y - a * z, b * x * y + a * z
    R[0, 2], R[2, 0] = b * x * z + a * y, b * x * z - a * y
    R[1, 2], R[2, 1] = b * y * z - a * x, b * y * z + a * x


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
def moved_all(contacts, bodies, given, built, wrench, hinge, theta):
    count, n, m = wrench.shape[0], built.J.shape[2], built.maps.shape[2]
    h, moves, push = given.h, built.moves.copy(), built.drive.copy()
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
            moves[k] += built.springs[k, l] * bent[l]
    for k in range(m):
        push[k] += h * hinge[k]
    for k in range(m):
        for l in range(m):
            velocity[k] += built.inverse[k, l] * push[l]
    for i in range(count):
        if not wrench[i].any():
            continue
        along = 0.0
        for a in range(3):
            s = built.carried[i, a]
            for k in range(n):
                s += built.J[i, a, k] * moves[k]
            for k in range(m):
                s += h * built.maps[i, a, k] * velocity[k]
            slip[i, a] = s / h
            along += slip[i, a] * contacts.normal[i, a]
        for a in range(3):
            slip[i, a] -= along * contacts.normal[i, a]
    turned = given.turned.copy()
    for b in range(turned.shape[0]):
        if bodies.kind[b] == HINGE:
            for i in range(3):
                for k in range(m):
                    turned[b] += h * bodies.axis[b, i] * bodies.subspace[b, 3 + i, k] * velocity[k]
    T, phi = moved_bodies(bodies, given.T, velocity, h)
    return theta + moves, T, phi, turned, slip, bent
