"""Which vertices a joint corrects, and how much: Kry 2005, sections 7.2 and 7.5."""

import numpy as np

THRESHOLD = 0.04
"""Share of a joint's largest displacement above which a vertex is corrected in full."""
FADED = 0.25
"""Below the threshold the correction fades, to nothing at this share of it."""
SUPPORTS = 4
"""Joints that may correct one vertex: with five displacements each, twenty a vertex."""


def support_masks(
    largest: np.ndarray, threshold: float = THRESHOLD, supports: int = SUPPORTS
) -> np.ndarray:
    """How much of each joint's displacement each vertex keeps, (J, V) from 0 to 1.

    Fading smoothly, so that a correction does not end with a step, and nil for all but the
    strongest joints of a vertex.

    Args:
        largest: (J, V) [m] each joint's largest displacement of each vertex.
        threshold: share of each joint's largest one of all.
        supports: most joints at one vertex.
    """
    full = threshold * largest.max(axis=1, keepdims=True)
    none = FADED * full
    if len(largest) > supports:
        next_best = np.sort(largest, axis=0)[-supports - 1]
        full, none = np.maximum(full, 2 * next_best), np.maximum(none, next_best)
    t = np.clip((largest - none) / np.maximum(full - none, 1e-30), 0, 1)
    return t * t * (3 - 2 * t)
