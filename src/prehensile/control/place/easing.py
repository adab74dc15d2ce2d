"""An open hand that touches something is eased off it in small moves until it is clear."""

import numpy as np

from prehensile.control.place.surroundings import Surroundings
from prehensile.kinematics.capsules import Capsules

STILL_CLEAR = 0.0015
"""[m] that it keeps where it grasps; the surface is only sampled"""
EXTRA = 0.0003
"""[m] that a move goes farther, so that few are needed"""
EASING = 8
"""Small moves in which a hand that touches is eased off until it is clear."""
FARTHEST = 0.03
"""[m] from where the pose belongs"""


def eased(
    opened: Capsules, scene: Surroundings, start: np.ndarray, move: float
) -> np.ndarray | None:
    """A palm (4, 4), object frame, that backs off by ``move`` [m], then out of whatever the open
    hand still touches. None if no clear place is found near where it began.

    Args:
        opened: the open hand, palm frame.
        scene: what is there.
        start: (4, 4) of the palm, object frame
        move: [m] away from what the palm faces.
    """
    backed = start.copy()
    backed[:3, 3] += move * start[:3, 2]  # the palm faces −z: backing off is along +z
    T = scene.surface.eased(opened, backed, scene.up, scene.table, STILL_CLEAR, EXTRA, EASING)
    return T if T is not None and np.linalg.norm(T[:3, 3] - start[:3, 3]) < FARTHEST else None
