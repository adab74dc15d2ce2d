"""Poses of a hand and Jacobians of its contacts, compiled; ``_plain`` says what they are."""

from math import cos, sin

import numpy as np
from numba import njit


@njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})
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
            a, b = sin(angle), 1.0 - cos(angle)
            R[0, 0], R[1, 1], R[2, 2] = (
                1 - b * (y * y + z * z),
                1 - b * (x * x + z * z),
                1 - b * (x * x + y * y),
            )
            R[0, 1], R[1, 0] = b * x * y - a * z, b * x * y + a * z
            R[0, 2], R[2, 0] = b * x * z + a * y, b * x * z - a * y
            R[1, 2], R[2, 1] = b * y * z - a * x, b * y * z + a * x
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
