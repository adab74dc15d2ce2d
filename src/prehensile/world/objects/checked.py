"""What makes up a rigid body, held against what rigid bodies can be."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prehensile.errors import InputError
from prehensile.frozen import frozen

FloatArray = NDArray[np.float64]


def frozen_faces(value: ArrayLike, vertex_count: int) -> NDArray[np.int32]:
    """Triangles (F, 3), read-only, of vertices that exist."""
    faces = frozen(value, np.int32, (None, 3), "faces")
    if len(faces) == 0:
        raise InputError("there are no faces; expected at least one.")
    if faces.min() < 0 or faces.max() >= vertex_count:
        raise InputError(
            f"faces name vertices {faces.min()} to {faces.max()}; there are only {vertex_count}."
        )
    return faces


def checked_inertia(value: ArrayLike, who: str) -> FloatArray:
    """An inertia (3, 3) [kg m²], read-only, that a rigid body can have."""
    inertia = frozen(value, np.float64, (3, 3), f"inertia of {who}")
    scale = float(np.abs(inertia).max())
    if np.abs(inertia - inertia.T).max() > 1e-9 * scale:
        raise InputError(f"inertia of {who} must be symmetric.")
    moments = np.linalg.eigvalsh(inertia)
    if moments[0] <= 0.0:
        raise InputError(
            f"inertia of {who} must be positive definite; its principal moments are "
            f"{moments.tolist()} kg m²."
        )
    if moments[0] + moments[1] < moments[2] * (1.0 - 1e-9):
        raise InputError(
            f"inertia of {who} breaks the triangle inequality: no body has the principal "
            f"moments {moments.tolist()} kg m²."
        )
    return inertia


def checked_numbers(value: ArrayLike, what: str, highest: float) -> tuple[float, float, float]:
    """Three numbers from 0 to ``highest``."""
    numbers = frozen(value, np.float64, (3,), what)
    if numbers.min() < 0.0 or numbers.max() > highest:
        limit = "not negative" if np.isinf(highest) else f"from 0 to {highest:g}"
        raise InputError(f"{what} must be three numbers, each {limit}; got {numbers.tolist()}.")
    a, b, c = numbers.tolist()
    return a, b, c


def thickness(points: FloatArray) -> float:
    """[m] root mean square distance of the points from their best plane; 0 for fewer than four."""
    if len(points) < 4:
        return 0.0
    spread = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)
    return float(spread[-1] / np.sqrt(len(points)))
