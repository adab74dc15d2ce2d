"""The surface of a captured object, and where a fingertip is on it."""

import numpy as np

from prehensile.compliance.model.compliant_hand import Place
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.kinematics.capsules import segment_capsules
from prehensile.lie import se3
from prehensile.mesh.sample import random_points

SPACING = 1.0e-3
"""[m] between samples of the surface, about"""
MOST = 40_000
"""samples"""
AROUND = 8
"""samples over which a normal is the mean: facets of a round thing do not show"""
ALONG = 9
"""points along a fingertip's axis that are looked at"""
PRESSED = 4.0e-4
"""[m] by which parts of a fingertip may be farther away and still press: flesh gives way"""


class ObjectSurface:
    """Samples of a surface with their normals.

    Args:
        vertices: (V, 3) [m]
        faces: (F, 3) counter-clockwise seen from outside.

    Raises:
        InputError: there is no surface.
    """

    def __init__(self, vertices: np.ndarray, faces: np.ndarray):
        from scipy.spatial import KDTree

        corners = np.asarray(vertices, float)[np.asarray(faces, int)]
        across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        area = 0.5 * float(np.linalg.norm(across, axis=1).sum())
        if not area > 0:
            raise InputError("the surface of the object has no area.")
        count = min(max(int(area / SPACING**2), 500), MOST)
        drawn = random_points(vertices, faces, count, np.random.default_rng(0))
        self._points, self._normals = drawn
        self._tree = KDTree(self._points)

    def nearest(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Signed distances (N,) [m] of points (N, 3) near by, and unit normals (N, 3) outwards."""
        _, at = self._tree.query(points, k=AROUND)
        normals = self._normals[at].mean(1)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
        off = points[:, None] - self._points[at]
        return np.einsum("nki,ni->nk", off, normals).mean(1), normals


def pressed_point(
    hand: Hand, place: Place, T_object_segment: np.ndarray, surface: ObjectSurface
) -> tuple[np.ndarray, np.ndarray]:
    """Where a segment presses on a surface: points (m, 3) [m] and normals (m, 3) outwards.

    Both are in the object's frame; the point is on the skin. Where a segment lies flat it is the
    mean of what presses.

    Args:
        hand: whose.
        place: whose segment.
        T_object_segment: (m, 4, 4)
        surface: of the object.
    """
    capsules = segment_capsules(hand.segment(place.segment))
    part = np.linspace(0.0, 1.0, ALONG)[:, None]
    axis = capsules.start[:, None] + part * (capsules.end - capsules.start)[:, None]
    axis, radius = axis.reshape(-1, 3), np.repeat(capsules.radius, ALONG)
    there = se3.apply(T_object_segment[:, None], axis)
    m, k = there.shape[:2]
    distance, normal = surface.nearest(there.reshape(-1, 3))
    gap, normal = distance.reshape(m, k) - radius, normal.reshape(m, k, 3)
    weight = np.exp(-(gap - gap.min(1, keepdims=True)) / PRESSED)
    weight /= weight.sum(1, keepdims=True)
    skin = there - radius[:, None] * normal
    mean = np.einsum("mk,mki->mi", weight, normal)
    mean /= np.linalg.norm(mean, axis=1, keepdims=True)
    return np.einsum("mk,mki->mi", weight, skin), mean
