"""An atlas as texels: which face and which point of the skin every texel shows."""

from dataclasses import dataclass

import numpy as np

from prehensile.mesh.flatten import face_gradients, flat_areas

APRON = 6
"""Texels beyond the rim of a chart that show what the skin there would go on to be."""
SMALLEST = 1e-12
"""Area of a face in the picture, over all of it, that shows anything: a millionth of a texel."""


@dataclass(frozen=True, eq=False)
class Texels:
    """The painted texels of an atlas, charts and aprons. Row 0 is the upper one."""

    size: int
    """texels along a side"""
    index: np.ndarray
    """(N,) row · size + column"""
    positions: np.ndarray
    """(N, 3) [m] on the skin; on an apron, on the plane of the nearest face"""
    normals: np.ndarray
    """(N, 3) unit, outward"""
    face: np.ndarray
    """(N,) that is shown; on an apron, the nearest"""
    share: np.ndarray
    """(N, 3) of the face's corners, from 0 to 1 on an apron too"""
    pitch: np.ndarray
    """(N,) [m] a texel's side on the skin"""
    nearest: np.ndarray
    """(size, size) row of the painted texel to copy, for texels in none too"""

    def picture(self, values: np.ndarray) -> np.ndarray:
        """Values (N, ...) of the texels as a picture (size, size, ...) without gaps."""
        return values[self.nearest]


def atlas_texels(
    vertices: np.ndarray,
    normals: np.ndarray,
    faces: np.ndarray,
    uv: np.ndarray,
    uv_faces: np.ndarray,
    size: int,
) -> Texels:
    """Rasterise an atlas: vertices (V, 3) [m], normals (V, 3), faces (F, 3), uv (T, 2)."""
    from scipy.ndimage import distance_transform_edt

    corners = uv[uv_faces].astype(float) * size
    face_of = np.full(size * size, -1)
    face, texel, inside = _candidates(corners, size)
    face_of[texel[inside]] = face[inside]
    empty = (face_of < 0).reshape(size, size)
    rows, columns = np.asarray(
        distance_transform_edt(empty, return_distances=False, return_indices=True)
    )
    source = (rows * size + columns).reshape(-1)
    gap = _centres(source, size) - _centres(np.arange(size * size), size)
    index = np.flatnonzero((gap**2).sum(axis=1) <= APRON**2)
    face = face_of[source[index]]
    share = _barycentric(corners[face], _centres(index, size))
    positions = np.einsum("nk,nkd->nd", share, vertices[faces[face]].astype(float))
    # Normals do not go on beyond a rim: they would turn too far.
    inner = np.clip(share, 0, 1)
    inner /= inner.sum(axis=1, keepdims=True)
    turned = np.einsum("nk,nkd->nd", inner, normals[faces[face]].astype(float))
    turned /= np.linalg.norm(turned, axis=1, keepdims=True)
    flat = flat_areas(corners.reshape(-1, 2), np.arange(faces.size).reshape(-1, 3))
    pitch = np.sqrt(face_gradients(vertices, faces)[0] / np.abs(flat))[face]
    row_of = np.full(size * size, -1)
    row_of[index] = np.arange(len(index))
    beyond = np.where(row_of < 0, row_of[source], row_of)
    return Texels(size, index, positions, turned, face, inner, pitch, beyond.reshape(size, size))


def drawn_faces(faces: np.ndarray, uv: np.ndarray) -> np.ndarray:
    """(F, 3) int64: those of ``faces`` that have an area in the picture, each vertex at its ``uv``.

    Strangers' meshes have faces that show a single point.
    """
    faces = faces.astype(np.int64)
    return faces[np.abs(flat_areas(uv.astype(float), faces)) > SMALLEST]


def _centres(index: np.ndarray, size: int) -> np.ndarray:
    """(N, 2) of texels, in texels: u right, v down."""
    return np.stack([index % size, index // size], axis=1) + 0.5


def _candidates(corners: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs of a face and a texel in the box around it, and whether its centre is inside."""
    low = np.clip(np.floor(corners.min(axis=1) - 0.5), 0, size - 1).astype(int)
    high = np.clip(np.ceil(corners.max(axis=1) - 0.5), 0, size - 1).astype(int)
    wide, tall = (high - low + 1).T
    face = np.repeat(np.arange(len(corners)), wide * tall)
    within = np.arange(len(face)) - np.repeat(np.cumsum(wide * tall) - wide * tall, wide * tall)
    column = low[face, 0] + within % wide[face]
    row = low[face, 1] + within // wide[face]
    texel = row * size + column
    share = _barycentric(corners[face], _centres(texel, size))
    return face, texel, share.min(axis=1) >= -1e-9


def _barycentric(corners: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Shares (N, 3) of the corners (N, 3, 2) in points (N, 2)."""
    a, b, c = (corners[:, k] for k in range(3))
    (ux, uy), (vx, vy), (px, py) = (b - a).T, (c - a).T, (points - a).T
    det = ux * vy - uy * vx
    s, t = (px * vy - py * vx) / det, (ux * py - uy * px) / det
    return np.stack([1 - s - t, s, t], axis=1)
