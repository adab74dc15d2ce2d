"""Outlines for the lathe: corners joined by straight lines, each rounded by an arc."""

from collections.abc import Sequence

import numpy as np

from prehensile.world.objects.object import FloatArray

_STEP = np.radians(13.0)  # of an arc: far below the angle where a drawing shows an edge


def rounded_outline(corners: Sequence[Sequence[float]]) -> FloatArray:
    """(n, 2) [m] the line through the corners with an arc in place of each rounded one.

    Args:
        corners: rows (radius, height) or (radius, height, rounding) [m]. The arc of a corner
            touches both of its lines, so each line must be long enough for the arcs at its ends.
    """
    padded = np.array([[*corner, 0.0][:3] for corner in corners], dtype=float)
    points, roundings = padded[:, :2], padded[:, 2]
    outline = [points[:1]]
    for i in range(1, len(points) - 1):
        outline.append(_arc(points[i - 1], points[i], points[i + 1], roundings[i]))
    return np.concatenate([*outline, points[-1:]])


def _arc(before: FloatArray, corner: FloatArray, after: FloatArray, rounding: float) -> FloatArray:
    """(n, 2) points of the arc that rounds ``corner``; the corner itself if there is none."""
    arriving, leaving = _unit(corner - before), _unit(after - corner)
    turn = np.arctan2(
        arriving[0] * leaving[1] - arriving[1] * leaving[0], float(arriving @ leaving)
    )
    if rounding == 0.0 or abs(turn) < 1e-9:
        return corner[None]
    reach = rounding * np.tan(abs(turn) / 2.0)
    left = np.array([-arriving[1], arriving[0]]) * np.sign(turn)
    middle = corner - reach * arriving + rounding * left
    angle = np.linspace(0.0, turn, max(2, int(np.ceil(abs(turn) / _STEP)) + 1))[:, None]
    spoke = -rounding * left
    across = np.array([-spoke[1], spoke[0]])
    return middle + np.cos(angle) * spoke + np.sin(angle) * across


def _unit(v: FloatArray) -> FloatArray:
    return v / np.linalg.norm(v)
