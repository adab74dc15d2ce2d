"""Taxels of a glove on the skin that a page draws: where each lies in the bind pose, and by which
joints it is carried.
"""

from functools import lru_cache

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.taxel_points import taxel_points
from prehensile.hand.taxels import Taxels
from prehensile.lie import se3
from prehensile.skin.rig.rig import Rig
from prehensile.stage.messages import TaxelPatches

INWARDS = 0.007
"""[m] from the collision shape's surface to where the way out to the skin begins"""
NEAR = 0.02
"""[m] from a taxel, within which its triangle is looked for"""


def taxel_patches(name: str, hand: Hand, rig: Rig, taxels: Taxels) -> TaxelPatches:
    """A glove's taxels for a page. Remembered: the search takes some tenths of a second."""
    return _patches(name, hand, rig, taxels)


@lru_cache(maxsize=16)
def _patches(name: str, hand: Hand, rig: Rig, taxels: Taxels) -> TaxelPatches:
    points = taxel_points(hand, taxels)
    joint = {segment: k for k, segment in reversed(list(enumerate(rig.segments)))}
    bind = np.linalg.inv(rig.inverse_bind.astype(float)) @ se3.inverse(rig.T_segment_joint)
    T = bind[[joint[s] for s in points.segment]]
    pos = se3.apply(T, points.pos)
    out = np.einsum("nij,nj->ni", T[:, :3, :3], points.out)
    along = np.einsum("nij,nj->ni", T[:, :3, :3], points.along)
    joints, weights = np.zeros((len(pos), 4), np.uint8), np.zeros((len(pos), 4))
    vertices, normals = rig.vertices.astype(float), rig.normals.astype(float)
    corners = vertices[rig.faces]
    near = {b: _near(pos[points.block == b], corners) for b in np.unique(points.block)}
    for k in range(len(pos)):
        hit = _first_out(pos[k] - INWARDS * out[k], out[k], corners, near[points.block[k]])
        if hit is None:  # the glove is wider than this hand: it is laid round the edge
            vertex = int(np.argmin(((vertices - pos[k]) ** 2).sum(axis=1)))
            pos[k], skin = vertices[vertex], normals[vertex]
        else:
            face, share, away = hit
            vertex = rig.faces[face][int(np.argmax(share))]
            pos[k], skin = pos[k] + (away - INWARDS) * out[k], share @ normals[rig.faces[face]]
        joints[k], weights[k] = rig.joints[vertex], rig.weights[vertex]
        out[k] = skin / np.linalg.norm(skin)
        along[k] -= (along[k] @ out[k]) * out[k]
        along[k] /= np.linalg.norm(along[k])
    return TaxelPatches(name, points.cell, pos, out, along, joints, weights, taxels.pitch)


def _near(pos: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Rows of triangles that taxels of one block may lie on."""
    low, high = pos.min(axis=0) - NEAR, pos.max(axis=0) + NEAR
    first = corners[:, 0]
    return np.flatnonzero(((first > low) & (first < high)).all(axis=1))


def _first_out(
    origin: np.ndarray, way: np.ndarray, corners: np.ndarray, rows: np.ndarray
) -> tuple[int, np.ndarray, float] | None:
    """The first triangle that a ray leaves a surface through: which, where in it as barycentric
    coordinates (3,), and how far [m]. Möller and Trumbore.
    """
    a, b, c = (corners[rows, k] for k in range(3))
    e1, e2 = b - a, c - a
    p = np.cross(way, e2)
    det = (e1 * p).sum(axis=1)
    leaving = det < -1e-14  # seen from inside
    det = np.where(leaving, det, 1.0)
    s = origin - a
    u = (s * p).sum(axis=1) / det
    q = np.cross(s, e1)
    v = (q @ way) / det
    t = (e2 * q).sum(axis=1) / det
    hits = leaving & (u >= -1e-9) & (v >= -1e-9) & (u + v <= 1 + 1e-9) & (t >= 0) & (t < NEAR)
    if not hits.any():
        return None
    k = int(np.flatnonzero(hits)[np.argmin(t[hits])])
    return int(rows[k]), np.array([1 - u[k] - v[k], u[k], v[k]]), float(t[k])
