"""`landing_points`: places on a new object that correspond to those touched on the captured one.

The two bounding boxes, along the captured object's axes, say which point corresponds to which. From
there, the way towards the middle of the grip leads onto the surface.
"""

import numpy as np

from prehensile.mesh.first_hit import first_hit
from prehensile.world.objects.object import Object

OPPOSED = 0
"""Row of the digit that opposes all others: the thumb"""


def grip_middle(points: np.ndarray, digits: np.ndarray) -> np.ndarray:
    """(3,) [m] halfway between the thumb's point and the middle of the others (k, 3)."""
    thumb = digits == OPPOSED
    if not thumb.any() or thumb.all():
        return points.mean(axis=0)
    return 0.5 * (points[thumb][0] + points[~thumb].mean(axis=0))


def landing_points(
    points: np.ndarray,
    digits: np.ndarray,
    captured: Object,
    new: Object,
    T_captured_new: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """Where fingers land, and the middle of the grip.

    Args:
        points: (k, 3) [m] touched, captured object's frame.
        digits: (k,) rows of whose they are.
        captured: object.
        new: object.
        T_captured_new: (4, 4) where it stands.

    Returns:
        (k, 3) and (3,) [m], captured object's frame.
    """
    R, t = T_captured_new[:3, :3], T_captured_new[:3, 3]
    vertices = new.vertices @ R.T + t
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    larger, centre = (high - low) / captured.extents, 0.5 * (low + high)
    middle = centre + larger * (grip_middle(points, digits) - captured.centre)
    guess = centre + larger * (points - captured.centre)
    far = float(np.linalg.norm(high - low)) + float(np.linalg.norm(guess - middle, axis=1).max())
    out = guess - middle
    out /= np.maximum(np.linalg.norm(out, axis=1), 1e-9)[:, None]
    found = []
    for at, way in zip(guess, out, strict=True):
        hit = first_hit(vertices, new.faces, middle + far * way, -way)
        # A way that misses, as past a thin handle: the nearest corner will do.
        found.append(
            middle + (far - hit) * way
            if np.isfinite(hit)
            else vertices[np.linalg.norm(vertices - at, axis=1).argmin()]
        )
    return np.array(found), middle
