"""Laying a photograph onto the zero-force one by itself: coarse to fine, by a smooth warp.

The thesis did this by hand (Andrews 2014, 5.2). Blood moves, and must not be taken for motion: what
is matched first is colour without its blood part, which force hardly changes, and then also fine
detail of all the colour, since blood comes and goes in large patches.
"""

from typing import NamedTuple

import numpy as np

from prehensile.appearance.fit.spline_warp import SplineWarp, bending, spline_basis

SIZE = 512
"""[pixels] along a side of a photograph that is registered; it is matched at half of that."""
LEVELS = ((64, 1, 6), (128, 3, 5), (256, 8, 6))
"""Side of the picture [pixels], cells of the warp along it, and steps."""
DETAIL = 3.0
"""[pixels of 256] Blood's own pattern is wider than this, wrinkles and ridges are finer."""
SMOOTHING = 1.0
"""[pixels of a level] by which its features are blurred, against noise."""
STIFFNESS = 1e-6
"""Cost of bending, against an error of one standard deviation in every pixel."""
OUTLIER = 2.5
"""Errors beyond so many robust standard deviations count for little."""


class Features(NamedTuple):
    """What is matched, at each level."""

    levels: tuple[np.ndarray, ...]
    """(size, size, 2 or 3): remainder in two axes across the pigment, and detail of its own"""


def features(alpha: np.ndarray, pigment: np.ndarray) -> Features:
    """Of absorptions (512, 512, 3)."""
    from scipy.ndimage import gaussian_filter

    across = np.linalg.svd(pigment[None])[2][1:]
    finest = LEVELS[-1][0]
    alpha = _reduced(alpha, finest)
    own = alpha @ pigment
    detail = own - gaussian_filter(own, DETAIL)
    planes = np.concatenate([alpha @ across.T, detail[..., None]], axis=-1)
    levels = []
    for size, _, _ in LEVELS:
        # Detail is lost in the coarse levels anyway.
        small = _reduced(planes if size == finest else planes[..., :2], size)
        levels.append(gaussian_filter(small, (SMOOTHING, SMOOTHING, 0)))
    return Features(tuple(levels))


def _reduced(planes: np.ndarray, size: int) -> np.ndarray:
    step = len(planes) // size
    return planes.reshape(size, step, size, step, -1).mean(axis=(1, 3))


def matched(
    moving: Features,
    fixed: Features,
    weight: np.ndarray,
    warp: SplineWarp | None = None,
) -> SplineWarp:
    """The warp that lays one photograph's features onto another's.

    Gauss–Newton on Σ ρ((M(x + u) − F) / s) + bending of u, with the slopes of both pictures'
    mean; ρ forgives what no motion explains, s is the errors' robust spread in each channel.

    Args:
        moving: of the photograph.
        fixed: of the zero-force one.
        weight: (512, 512) how much each place counts, 0 … 1.
        warp: to start from.
    """
    warp = warp or SplineWarp.identity(LEVELS[0][1])
    for index, (size, cells, steps) in enumerate(LEVELS):
        warp = warp.refined(cells)
        here = _reduced(weight[..., None], size)[..., 0]
        for _ in range(steps):
            step = _step(moving.levels[index], fixed.levels[index], here, warp)
            warp = SplineWarp(warp.control + step)
            if np.abs(step).max() * SIZE < 0.02:
                break
    return warp


def _step(moving: np.ndarray, fixed: np.ndarray, weight: np.ndarray, warp: SplineWarp):
    """Change (n, n, 2) of the control points."""
    size, cells = len(fixed), warp.cells
    laid = warp.warped(moving, order=1)
    error = laid - fixed
    middle = 0.5 * (laid + fixed)
    down, across = np.gradient(middle, axis=0), np.gradient(middle, axis=1)
    inside = weight > 0.05
    sums = np.zeros((3, size, size))
    pull = np.zeros((2, size, size))
    for k in range(error.shape[-1]):
        e, gy, gx = error[..., k], down[..., k], across[..., k]
        # Exposure and white balance may still differ: an even shift is no motion.
        shift = np.median(e[inside])
        spread = 1.4826 * np.median(np.abs(e[inside] - shift)) + 1e-6
        e = e - shift
        w = weight / (1 + (e / (OUTLIER * spread)) ** 2) ** 2 / spread**2
        sums += w * np.stack([gy * gy, gy * gx, gx * gx])
        pull += w * e * np.stack([gy, gx])
    basis = spline_basis(size, cells)
    n = cells + 3
    pairs = (basis[:, :, None] * basis[:, None, :]).reshape(size, n * n)
    blocks = []
    for image in sums:
        block = (pairs.T @ image @ pairs).reshape(n, n, n, n)  # (i, i', j, j')
        blocks.append(block.transpose(0, 2, 1, 3).reshape(n * n, n * n))
    # Pixels of this level per share of the side, in error and slope alike.
    matrix = size**2 * np.block([[blocks[0], blocks[1]], [blocks[1].T, blocks[2]]])
    force = size * np.concatenate([(basis.T @ p @ basis).ravel() for p in pull])
    # An error of one spread in every pixel, against a bend of one pixel of 512 over the side.
    stiff = STIFFNESS * size**2 * SIZE**2 * bending(cells)
    slack = 1e-6 * np.trace(matrix) / len(matrix) + 1e-9
    control = warp.control.reshape(-1, 2).T
    system = matrix + np.kron(np.eye(2), stiff) + slack * np.eye(len(matrix))
    resisting = np.concatenate([stiff @ control[0], stiff @ control[1]])
    solved = np.linalg.solve(system, -(force + resisting))
    return solved.reshape(2, n, n).transpose(1, 2, 0)
