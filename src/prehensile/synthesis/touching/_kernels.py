"""Contacts that are kept, compiled; ``_plain`` says which."""

import numpy as np
from numba import njit

from prehensile.synthesis.touching._plain import MERGED, MOST, NOBODY

_compiled = njit(cache=True, nogil=True, error_model="numpy")


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
    kept = np.zeros(n, np.bool_)
    for i in np.argsort(gap, kind="mergesort"):
        others, near = 0, False
        for j in range(n):
            if kept[j] and link[j] == link[i] and above[j] == above[i] and below[j] == below[i]:
                others += 1
                apart = 0.0
                for k in range(3):
                    apart = max(apart, abs(pos[i, k] - pos[j, k]))
                near = near or apart < MERGED
        kept[i] = others < MOST and not near
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
