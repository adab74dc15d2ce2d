"""Where a photograph shows finger, and where a plain background."""

import numpy as np

RING = 6
"""[pixels] of the lower edge, which a finger with its tip down does not reach."""
NOISE_TIMES = 5.0
"""A colour is the background's within so many of its own robust standard deviations …"""
NEAREST = 0.012
"""… or this near (of 1), three levels of a file; a painted background has no noise."""
PLAIN = 0.05
"""[of 1] A background with more spread than this is none: all is taken for finger."""
LEAST, MOST = 0.02, 0.85
"""Shares of a picture that a background may take."""
FEATHER = 0.03
"""Share of the side in which a mask falls from 1 to 0."""
FRAME = 0.01
"""The same at the edges of the picture, where a finger may go on."""


def foreground(color: np.ndarray) -> np.ndarray:
    """(H, W) bool: finger, of a photograph (H, W, 3) in 0 … 1 with the tip down.

    Background is what hangs together with the lower edge and has its colour.
    """
    from scipy.ndimage import binary_fill_holes, binary_opening, gaussian_filter

    everything = np.ones(color.shape[:2], bool)
    smooth = gaussian_filter(color, (1.5, 1.5, 0))
    ring = smooth[-RING:].reshape(-1, 3)
    middle = np.median(ring, axis=0)
    spread = 1.4826 * np.median(np.abs(ring - middle), axis=0)
    if spread.max() > PLAIN:
        return everything
    near = np.abs(smooth - middle) < np.maximum(NEAREST, NOISE_TIMES * spread)
    near = np.logical_and.reduce(near, axis=-1)
    regions = _regions(near)
    at_edge = np.unique(regions[-RING:][near[-RING:]])
    background = np.isin(regions, at_edge[at_edge > 0])
    size = max(3, len(color) // 100)
    found = binary_opening(binary_fill_holes(~background), iterations=size // 2)
    parts = _regions(found)
    if parts.any():
        found = parts == 1 + np.argmax(np.bincount(parts.ravel())[1:])
    if not LEAST <= 1 - found.mean() <= MOST:
        return everything
    return found


def _regions(mask: np.ndarray) -> np.ndarray:
    """(H, W) which connected piece of a mask a pixel belongs to, from 1; 0 outside."""
    from scipy.ndimage import label

    pieces = np.zeros(mask.shape, np.int32)
    label(mask, output=pieces)
    return pieces


def feathered(found: np.ndarray, outwards: bool = False) -> np.ndarray:
    """(H, W) 0 … 1: falling smoothly to 0 at the edges of what was found, and of the picture.

    Args:
        found: (H, W) bool.
        outwards: whether all of what was found stays 1, and the fall lies outside.
    """
    from scipy.ndimage import distance_transform_edt

    size = len(found)
    row = np.minimum(np.arange(size), np.arange(size)[::-1]) + 0.5
    column = np.minimum(np.arange(found.shape[1]), np.arange(found.shape[1])[::-1]) + 0.5
    frame = _smooth(np.minimum.outer(row, column) / (FRAME * size))
    if found.all():
        return frame
    if outwards:
        share = 1 - np.asarray(distance_transform_edt(~found)) / (FEATHER * size)
    else:
        share = (np.asarray(distance_transform_edt(found)) - 0.5) / (FEATHER * size)
    return frame * _smooth(share)


def _smooth(share: np.ndarray) -> np.ndarray:
    share = np.clip(share, 0, 1)
    return share * share * (3 - 2 * share)
