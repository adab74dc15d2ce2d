"""A way in from where someone wants the hand to come."""

import numpy as np

from prehensile.control.place.approach import APPROACH, Wrist, clear_along
from prehensile.control.place.graspable import perpendicular
from prehensile.control.place.surroundings import Surroundings
from prehensile.kinematics.capsules import Capsules

BESIDE = np.radians((10.0, 20.0))
"""[rad] off the direction that is wanted, which are tried too"""
ROUND = 6
"""Directions tried at each of them"""


def clear_way_from(
    direction: np.ndarray,
    scene: Surroundings,
    side: str,
    T: np.ndarray,
    whole: Capsules,
    wrist: Wrist,
) -> np.ndarray | None:
    """The way in, nearest to a direction, on which the open hand touches nothing, (3,) [m] palm
    frame; None if there is none.

    Args:
        direction: (3,) unit, object frame, from where the hand shall come.
        scene: what is there.
        side: of the hand.
        T: (4, 4) of the palm, object frame
        whole: hand and forearm, palm frame
        wrist: which the forearm belongs to
    """
    for way in _cone(direction):
        approach = APPROACH * (way @ T[:3, :3])
        if clear_along(scene, side, T, whole, wrist, approach):
            return approach
    return None


def _cone(direction: np.ndarray) -> list[np.ndarray]:
    """(3,) unit each: a direction, and others round it, the nearest first."""
    e1, e2 = perpendicular(direction)
    turns = np.arange(ROUND) * 2 * np.pi / ROUND
    round_it = [np.cos(t) * e1 + np.sin(t) * e2 for t in turns]
    return [
        direction,
        *(np.cos(a) * direction + np.sin(a) * aside for a in BESIDE for aside in round_it),
    ]
