"""Which vertices a joint corrects, and how much: Kry 2005, sections 7.2 and 7.5."""

import numpy as np

THRESHOLD = 0.04
"""Share of a joint's largest displacement below which a vertex is left alone."""
SUPPORTS = 4
"""Joints that may correct one vertex: with five displacements each, twenty a vertex."""


def support_masks(
    largest: np.ndarray, threshold: float = THRESHOLD, supports: int = SUPPORTS
) -> np.ndarray:
    """How much of each joint's displacement each vertex keeps, (J, V) from 0 to 1.

    Zero below the threshold, and for all but the strongest joints of a vertex; rising smoothly
    from there, so that a correction does not end with a step.

    Args:
        largest: (J, V) [m] each joint's largest displacement of each vertex.
        threshold: share of each joint's largest one of all.
        supports: most joints at one vertex.
    """
    least = threshold * largest.max(axis=1, keepdims=True)
    if len(largest) > supports:
        ranked = np.sort(largest, axis=0)
        least = np.maximum(least, ranked[-supports - 1])
    t = np.clip(largest / np.maximum(least, 1e-30) - 1, 0, 1)
    return t * t * (3 - 2 * t)
