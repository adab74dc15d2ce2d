"""A finger never lies twice the same: shifts, turns and bends between photographs."""

import numpy as np
from scipy import ndimage

from prehensile.appearance.generate.noise import blotches

MOST_SHIFT, MOST_TURN_DEG, MOST_BEND = 8.0, 3.0, 4.0
"""[px of 512] of the middle, [deg] about it, [px of 512] of any place besides"""
_NOMINAL = 512


def drawn_motion(rng: np.random.Generator, size: int, amount: float = 1.0) -> np.ndarray:
    """(size, size, 2) [px] right and down: the pixel p shows what lies at p + motion(p) at rest.

    Args:
        rng: of the photograph.
        size: of the picture.
        amount: of the largest shift, turn and bend, 0 … 1.
    """
    scale = size / _NOMINAL * amount
    direction = rng.uniform(0, 2 * np.pi)
    shift = (
        MOST_SHIFT
        * scale
        * np.sqrt(rng.uniform())
        * np.array([np.cos(direction), np.sin(direction)])
    )
    angle = np.radians(MOST_TURN_DEG * amount * rng.uniform(-1, 1))
    place = np.arange(size) - (size - 1) / 2
    x, y = np.meshgrid(place, place)
    cos, sin = np.cos(angle), np.sin(angle)
    turned = np.stack([cos * x - sin * y, sin * x + cos * y])
    bend = np.stack([blotches(rng, size, 8.0) for _ in range(2)])
    bend *= MOST_BEND * scale * rng.uniform(0.3, 1) / np.hypot(*bend).max()
    moved = turned - np.stack([x, y]) + shift[:, None, None] + bend
    return np.moveaxis(moved, 0, -1).astype(np.float32)


def shown_at(motion: np.ndarray) -> np.ndarray:
    """(n, n, 2) [px]: what lies at p at rest is shown at p + warp(p). The inverse of a motion."""
    # A motion changes slowly: what it is between nodes, splines tell to a hundredth of a pixel.
    nodes = nodes_of(motion)
    place = np.linspace(0, len(nodes) - 1, len(motion))
    at = np.meshgrid(place, place, indexing="ij")
    return np.stack([ndimage.map_coordinates(nodes[..., k], at) for k in (0, 1)], axis=-1)


def nodes_of(motion: np.ndarray, count: int = 65) -> np.ndarray:
    """(count, count, 2) [px] of the inverse, at places evenly from the first pixel to the last."""
    nodes = np.linspace(0, len(motion) - 1, count, dtype=np.float32)
    x, y = np.meshgrid(nodes, nodes)
    fields = [ndimage.spline_filter(motion[..., k], order=2) for k in (0, 1)]
    warp = np.zeros((2, *x.shape), np.float32)
    for _ in range(8):
        at = [y + warp[1], x + warp[0]]
        warp = -np.stack(
            [
                ndimage.map_coordinates(f, at, order=2, mode="nearest", prefilter=False)
                for f in fields
            ]
        )
    return np.moveaxis(warp, 0, -1)
