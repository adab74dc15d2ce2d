"""Where things are, and contacts that are kept, compiled; ``_plain`` says how."""

from math import sqrt

import numpy as np
from numba import njit

from prehensile.synthesis.touching._plain import FAR, GRAIN, MERGED, MOST, NOBODY, STEEP

_compiled = njit(cache=True, nogil=True, error_model="numpy")


@_compiled
def place(links, bodies, parts, places):
    T = places.pose
    for s in range(links.shape[0]):
        T[parts.link[s]] = links[s]
    for o in range(parts.object.shape[0]):
        own = T[parts.object[o]]
        for i in range(3):
            own[i, 3] = bodies[o, i, 3]
            for k in range(3):
                own[i, k] = bodies[o, i, k]
                own[i, 3] -= bodies[o, i, k] * parts.com[o, k]
    for b in range(T.shape[0]):
        for i in range(3):
            places.xpos[b, i] = T[b, i, 3]
            for k in range(3):
                places.xmat[b, 3 * i + k] = T[b, i, k]
        _write(T[b], parts.inertial[b], places.xipos[b], places.ximat[b])
    for g in range(parts.geom_body.shape[0]):
        at = T[parts.geom_body[g]]
        _write(at, parts.geom_local[g], places.geom_xpos[g], places.geom_xmat[g])


@_compiled
def _write(T, local, pos, mat):
    """Writes T local, as a place and a matrix."""
    for i in range(3):
        pos[i] = T[i, 3]
        for l in range(3):
            pos[i] += T[i, l] * local[l, 3]
        for k in range(3):
            s = 0.0
            for l in range(3):
                s += T[i, l] * local[l, k]
            mat[3 * i + k] = s


@_compiled
def low_vertices(pose, vertex, body, margin):
    rows, count = np.empty(vertex.shape[0], np.int64), 0
    for v in range(vertex.shape[0]):
        T = pose[body[v]]
        z = T[2, 3] + T[2, 0] * vertex[v, 0] + T[2, 1] * vertex[v, 1] + T[2, 2] * vertex[v, 2]
        if z < margin:
            rows[count] = v
            count += 1
    place = np.empty((count, 3))
    for p in range(count):
        T, v = pose[body[rows[p]]], vertex[rows[p]]
        for i in range(3):
            place[p, i] = T[i, 3] + T[i, 0] * v[0] + T[i, 1] * v[1] + T[i, 2] * v[2]
    return rows[:count], place


@_compiled
def kept_contacts(geom, gap, pos, frame, friction, link_of, body_of):
    n = gap.shape[0]
    link, above, below = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    swap = np.empty(n, np.bool_)
    for i in range(n):
        a, b = body_of[geom[i, 0]], body_of[geom[i, 1]]
        swap[i] = b == NOBODY or (a != NOBODY and b < a)
        above[i], below[i] = (b, a) if swap[i] else (a, b)
        link[i] = link_of[geom[i, 1] if swap[i] else geom[i, 0]]
    kept, done = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    apart, cost = np.empty(n), np.empty(n)
    for i in range(n):
        cost[i] = STEEP * GRAIN * np.rint(gap[i] / GRAIN)
    for first in range(n):
        if done[first]:
            continue
        for j in range(first, n):
            same = link[j] == link[first] and above[j] == above[first] and below[j] == below[first]
            apart[j] = FAR if same else -1.0
            done[j] = done[j] or same
        for _ in range(MOST):
            best, most = -1, -np.inf
            for j in range(first, n):
                if apart[j] >= MERGED and apart[j] - cost[j] > most:
                    best, most = j, apart[j] - cost[j]
            if best < 0:
                break
            kept[best] = True
            for j in range(first, n):
                x, y, z = (
                    pos[j, 0] - pos[best, 0], pos[j, 1] - pos[best, 1], pos[j, 2] - pos[best, 2]
                )  # fmt: skip
                apart[j] = min(apart[j], sqrt(x * x + y * y + z * z))
    rows = np.flatnonzero(kept)
    count = rows.shape[0]
    normal, r, x = np.empty((count, 3)), np.empty((count, 3)), np.empty((count, 3))
    mu, torsion, key = np.empty(count), np.zeros(count), np.empty(count, np.int64)
    for p in range(count):
        i = rows[p]
        sign = 1.0 if swap[i] else -1.0
        for k in range(3):
            normal[p, k] = sign * frame[i, k]
            r[p, k] = pos[i, k] + 0.5 * gap[i] * normal[p, k]
            x[p, k] = pos[i, k] - 0.5 * gap[i] * normal[p, k]
        mu[p] = friction[i, 0]
        if above[i] == NOBODY:
            torsion[p] = friction[i, 2]
        key[p] = (np.int64(geom[i, 0]) * link_of.shape[0] + geom[i, 1]) * 64
        for j in range(p):
            if geom[rows[j], 0] == geom[i, 0] and geom[rows[j], 1] == geom[i, 1]:
                key[p] += 1
    return link[rows], above[rows], below[rows], r, x, normal, mu, torsion, key
