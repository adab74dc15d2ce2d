"""Capsules that cover a collision shape: what planning asks for distances."""

import numpy as np

from prehensile.hand.segments import Capsule, Solid
from prehensile.lie import so3

SHORTEST = 1e-4
"""[m] A sphere is a capsule this long."""
SQUARE = 1.35
"""Sides of a cross-section whose ratio is below this are covered by one capsule."""


def cover(solid: Solid) -> list[Capsule]:
    """Capsules about the size of the shape: no deeper inside than its corners stick out."""
    R = so3.from_quat(solid.quat)
    a, b, _ = solid.size
    if solid.kind == "sphere":
        return [_along(solid.pos, R[:, 2], 0.0, a)]
    if solid.kind == "capsule":
        return [_along(solid.pos, R[:, 2], b, a)]
    if solid.kind == "cylinder":
        return _box(solid.pos, R, np.array([a, a, b]))
    if solid.kind in ("box", "ellipsoid"):
        return _box(solid.pos, R, solid.size)
    return _hull(solid.vertices @ R.T + solid.pos)


def _hull(points: np.ndarray) -> list[Capsule]:
    middle = points.mean(axis=0)
    _, axes = np.linalg.eigh(np.cov((points - middle).T))
    local = (points - middle) @ axes
    low, high = local.min(axis=0), local.max(axis=0)
    return _box(middle + axes @ (0.5 * (low + high)), axes, 0.5 * (high - low))


def _box(centre: np.ndarray, R: np.ndarray, half: np.ndarray) -> list[Capsule]:
    """Capsules along the longest side, as thick as the shortest, side by side along the third."""
    short, wide, long = np.argsort(half)
    radius = max(float(half[short]), SHORTEST)
    if half[wide] < SQUARE * radius:
        radius = 0.5 * float(half[short] + half[wide])
        return [_along(centre, R[:, long], half[long] - radius, radius)]
    reach = half[wide] - radius
    count = int(np.ceil(reach / radius)) + 1
    return [
        _along(centre + offset * R[:, wide], R[:, long], half[long] - radius, radius)
        for offset in np.linspace(-reach, reach, count)
    ]


def _along(
    centre: np.ndarray, axis: np.ndarray, half: float | np.ndarray, radius: float | np.ndarray
) -> Capsule:
    half = max(float(half), 0.5 * SHORTEST)
    return Capsule(centre - half * axis, centre + half * axis, float(radius))
