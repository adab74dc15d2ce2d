"""A hand's kinematics, compiled; ``_plain`` says what they are."""

from math import cos, sin

import numpy as np
from numba import njit

_compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract", "reassoc"})


@_compiled
def hand_contacts(table, theta, T_forearm, link, point):
    segments, joints = table.parent.shape[0], table.axis.shape[0]
    dof, count = theta.shape[0] - 3, link.shape[0]
    poses, J = np.zeros((segments, 4, 4)), np.zeros((count, 6, dof + 3))
    anchor, axis = np.empty((joints, 3)), np.empty((joints, 3))
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
            _turn(T, table.axis[j], sin(angle), cos(angle), anchor[j], axis[j])
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
def _turn(T, local, sine, cosine, anchor, axis):
    """Turns T about one of its own axes, row by row (Rodrigues); writes where that axis is."""
    x, y, z = local[0], local[1], local[2]
    for i in range(3):
        p, q, r = T[i, 0], T[i, 1], T[i, 2]
        along = p * x + q * y + r * z
        anchor[i], axis[i] = T[i, 3], along
        kept = (1.0 - cosine) * along
        T[i, 0] = p * cosine + (q * z - r * y) * sine + x * kept
        T[i, 1] = q * cosine + (r * x - p * z) * sine + y * kept
        T[i, 2] = r * cosine + (p * y - q * x) * sine + z * kept


@_compiled
def directions(table, q, link, local):
    out = np.empty((link.shape[0], 3))
    for i in range(link.shape[0]):
        x, y, z = local[i, 0], local[i, 1], local[i, 2]
        s = link[i]
        while s >= 0:
            for j in range(table.first[s + 1] - 1, table.first[s] - 1, -1):
                angle = table.offset[j] + table.ratio[j] * q[i, table.column[j]]
                a, b, c = table.axis[j, 0], table.axis[j, 1], table.axis[j, 2]
                sine, cosine = sin(angle), cos(angle)
                kept = (1.0 - cosine) * (a * x + b * y + c * z)
                x, y, z = (
                    x * cosine + (b * z - c * y) * sine + a * kept,
                    y * cosine + (c * x - a * z) * sine + b * kept,
                    z * cosine + (a * y - b * x) * sine + c * kept,
                )
            if table.parent[s] >= 0:
                R = table.rest[s]
                x, y, z = (
                    R[0, 0] * x + R[0, 1] * y + R[0, 2] * z,
                    R[1, 0] * x + R[1, 1] * y + R[1, 2] * z,
                    R[2, 0] * x + R[2, 1] * y + R[2, 2] * z,
                )
            s = table.parent[s]
        out[i, 0], out[i, 1], out[i, 2] = x, y, z
    return out
