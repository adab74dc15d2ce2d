"""A way in to where a hand grasps on which arm and open hand touch nothing."""

from collections.abc import Sequence

import numpy as np

from prehensile.control.arm.carry import reach
from prehensile.control.place.easing import STILL_CLEAR
from prehensile.control.place.surroundings import Surroundings
from prehensile.control.place.wrist import Wrist
from prehensile.kinematics.capsules import Capsules
from prehensile.lie import se3, so3

CLEARANCE = 0.003
"""[m] that the open hand keeps from everything on its way in"""
FOREARM_CLEARANCE = 0.005
"""[m] that the forearm keeps from the table"""
APPROACH = 0.13
"""[m] over which the hand comes"""
APPROACHES = ((0, 0, 1), (-0.5, 0, 0.87), (-0.87, 0, 0.5), (-1, 0, 0), (-0.6, 0.5, 0.6),
              (-0.6, -0.5, 0.6), (0, 0.5, 0.87), (0, -0.5, 0.87))  # fmt: skip
"""Ways to back off from the grasp, palm frame (+z: away from the palm; −x: towards the arm)"""
SWEPT = (0.015, 0.03, 0.05, 0.075, 0.1, APPROACH)
"""[m] along the way, where the open hand must be clear of object and stand"""
REACHED = (0.4, 0.55, 0.7, 0.85, 1.0)
"""Shares of the whole reach, beyond the straight way, where it must be clear too"""


def clear_wrist(
    wrists: Sequence[Wrist], scene: Surroundings, T: np.ndarray, obstacles: np.ndarray
) -> Wrist | None:
    """The first wrist that keeps the forearm clear of everything; None if none does.

    Args:
        wrists: to choose from, the best first.
        scene: what is there.
        T: (4, 4) of the palm, object frame
        obstacles: (N, 3) [m] points of object and stand, palm frame
    """
    for wrist in wrists:
        above = scene.above_table(wrist.forearm.moved(T))
        if above.min() < FOREARM_CLEARANCE:
            continue
        if wrist.forearm.nearest(obstacles, scene.order_with_stand) > CLEARANCE:
            return wrist
    return None


def clear_way(
    scene: Surroundings,
    side: str,
    T: np.ndarray,
    whole: Capsules,
    wrist: Wrist,
    obstacles: np.ndarray,
) -> np.ndarray | None:
    """The first way in on which the open hand touches nothing, on the reach before it too.
    (3,) [m], palm frame; None if there is none.

    Args:
        scene: what is there.
        side: of the hand, which says where its shoulder is.
        T: (4, 4) of the palm, object frame
        whole: hand and forearm, palm frame
        wrist: which the forearm belongs to
        obstacles: (N, 3) [m] points of object and stand, palm frame
    """
    room = float(scene.above_table(whole.moved(T)).min())
    rise = scene.up @ T[:3, :3]
    pivot, order = wrist.T_palm_forearm[:3, 3], scene.order_with_stand
    for way in APPROACHES:
        direction = np.array(way) / np.linalg.norm(way)
        if room + APPROACH * min(0.0, float(rise @ direction)) < STILL_CLEAR:
            continue
        # Moving the hand by +d is moving everything else by −d.
        if any(whole.nearest(obstacles - s * direction, order) < CLEARANCE for s in SWEPT):
            continue
        arc = reach(wrist.T_palm_forearm[:3, :3], APPROACH * direction, rise, side)
        if all(_clear(scene, T, whole, pivot, arc.off(s), obstacles) for s in REACHED):
            return APPROACH * direction
    return None


def _clear(
    scene: Surroundings,
    T: np.ndarray,
    whole: Capsules,
    pivot: np.ndarray,
    off: tuple[np.ndarray, np.ndarray, np.ndarray],
    obstacles: np.ndarray,
) -> bool:
    """Whether hand and forearm are clear where an arc has brought the wrist."""
    M = np.eye(4)
    M[:3, :3] = so3.exp(off[1])
    M[:3, 3] = pivot + off[0] - M[:3, :3] @ pivot
    if scene.above_table(whole.moved(T @ M)).min() < CLEARANCE:
        return False
    there = se3.apply(se3.inverse(M), obstacles)
    return whole.nearest(there, scene.order_with_stand) > CLEARANCE
