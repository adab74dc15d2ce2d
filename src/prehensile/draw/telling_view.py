"""From where does a picture tell most: the direction that hides least of any part."""

from collections.abc import Sequence

import numpy as np

ELEVATIONS_DEG = (18.0, 34.0)
"""How far above the horizon the eye may stand."""
AZIMUTHS = 24
CELL = 0.004
"""[m] of the coarse picture in which parts hide one another."""
MOST_CELLS = 4_000_000
"""of the coarse picture as a whole"""
DEPTH = 0.008
"""[m] A point this much behind the nearest one of its cell still counts as seen."""


def telling_direction(frames: Sequence[Sequence[np.ndarray]]) -> np.ndarray:
    """Direction (3,) from the scene to the eye, unit, world (z up).

    The score of a direction is the mean over parts of √(share of the part's points that is
    seen): half of two parts tells more than all of one.

    Args:
        frames: for each frame its parts, each (n, 3) [m] points all over it, world.
    """
    best, best_score = np.array([0.0, -1.0, 0.0]), -1.0
    for elevation in np.radians(ELEVATIONS_DEG):
        for azimuth in np.arange(AZIMUTHS) * (2 * np.pi / AZIMUTHS):
            level = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
            direction = np.cos(elevation) * level + np.sin(elevation) * np.array([0, 0, 1.0])
            score = sum(np.sqrt(seen_shares(parts, direction)).mean() for parts in frames)
            if score > best_score:
                best, best_score = direction, score
    return best


def seen_shares(parts: Sequence[np.ndarray], direction: np.ndarray) -> np.ndarray:
    """Share (n_parts,) of each part's points not hidden from an eye far along ``direction``."""
    points = np.concatenate(parts)
    right = np.cross([0.0, 0.0, 1.0], direction)
    right /= np.linalg.norm(right)
    across = points @ np.stack([right, np.cross(direction, right)], axis=1)
    cells = ((across - across.min(0)) / CELL).astype(int)
    cell = cells[:, 0] * (cells[:, 1].max() + 1) + cells[:, 1]
    if cell.max() > MOST_CELLS:  # things far apart: only the cells that hold a point
        cell = np.unique(cell, return_inverse=True)[1]
    depth = points @ direction
    nearest = np.full(cell.max() + 1, -np.inf)
    np.maximum.at(nearest, cell, depth)
    seen = depth > nearest[cell] - DEPTH
    part = np.repeat(np.arange(len(parts)), [len(p) for p in parts])
    return np.bincount(part, seen) / np.bincount(part)
