"""`SkinMesh`: a closed skin in the bind pose."""

from dataclasses import dataclass, field

import numpy as np


@dataclass(frozen=True, eq=False)
class SkinMesh:
    """A closed skin in the bind pose, palm frame."""

    vertices: np.ndarray
    """(V, 3) float32 [m]"""
    normals: np.ndarray
    """(V, 3) float32 unit, outward"""
    faces: np.ndarray
    """(F, 3) uint32, anticlockwise seen from outside"""
    nail_depth: np.ndarray
    """(V,) float32: above zero on a nail, zero on its outline, 1 in its middle"""
    uv: np.ndarray = field(default_factory=lambda: np.zeros((0, 2), np.float32))
    """(T, 2) float32 places in the atlas, origin upper left; none without the template"""
    uv_faces: np.ndarray = field(default_factory=lambda: np.zeros((0, 3), np.uint32))
    """(F, 3) uint32 rows of ``uv`` for the corners of ``faces``"""
