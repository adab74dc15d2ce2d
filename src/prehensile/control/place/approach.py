"""The arm behind a seated hand: a bent wrist, and a way in on which nothing is touched."""

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from prehensile.control.arm.carry import reach
from prehensile.control.place.easing import STILL_CLEAR
from prehensile.control.place.surroundings import Surroundings
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM
from prehensile.kinematics.capsules import Capsules, segment_capsules
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3, so3

CLEARANCE = 0.003
"""[m] that the open hand keeps from everything on its way in"""
FOREARM_CLEARANCE = 0.005
"""[m] that the forearm keeps from the table"""
BENT = {"wrist_flex": range(-60, 75, 15), "wrist_dev": (-15, 0, 15)}
"""[degrees] in which the wrist is tried"""
APPROACH = 0.13
"""[m] over which the hand comes"""
APPROACHES = ((0, 0, 1), (-0.5, 0, 0.87), (-0.87, 0, 0.5), (-1, 0, 0), (-0.6, 0.5, 0.6),
              (-0.6, -0.5, 0.6), (0, 0.5, 0.87), (0, -0.5, 0.87))  # fmt: skip
"""Ways to back off from the grasp, palm frame (+z: away from the palm; −x: towards the arm)"""
SWEPT = (0.015, 0.03, 0.05, 0.075, 0.1, APPROACH)
"""[m] along the way, where the open hand must be clear of object and stand"""
REACHED = (0.4, 0.55, 0.7, 0.85, 1.0)
"""Shares of the whole reach, beyond the straight way, where it must be clear too"""


class Wrist(NamedTuple):
    """A bent wrist, and the forearm behind it."""

    joints: np.ndarray
    """(2,) which of the hand's joints"""
    angles: np.ndarray
    """(2,) [rad]"""
    forearm: Capsules
    """palm frame"""
    T_palm_forearm: np.ndarray
    """(4, 4)"""

    @classmethod
    def of(cls, hand: Hand, q: np.ndarray, joints: np.ndarray) -> "Wrist":
        """That of a hand whose wrist alone is bent: q (dof,) [rad], and which of it bend."""
        T = se3.inverse(palm_transform(hand, q))
        return cls(joints, q[joints], segment_capsules(hand.segments[FOREARM]).moved(T), T)


def wrists(hand: Hand) -> list[Wrist]:
    """Ways to bend the wrist within its limits, the least bent first."""
    joints = np.array([hand.joint_names.index(n) for n in BENT if n in hand.joint_names], int)
    grids = [np.radians(BENT[hand.joint_names[k]]) for k in joints]
    found = []
    for angles in sorted(product(*grids), key=lambda a: float(np.abs(a).sum())):
        q = np.zeros(hand.dof)
        q[joints] = np.clip(angles, hand.lower[joints], hand.upper[joints])
        found.append(Wrist.of(hand, q, joints))
    return found


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
    for way in APPROACHES:
        approach = APPROACH * np.array(way) / np.linalg.norm(way)
        if clear_along(scene, side, T, whole, wrist, obstacles, approach):
            return approach
    return None


def clear_along(
    scene: Surroundings,
    side: str,
    T: np.ndarray,
    whole: Capsules,
    wrist: Wrist,
    obstacles: np.ndarray,
    approach: np.ndarray,
    above: float = STILL_CLEAR,
) -> bool:
    """Whether a hand touches nothing on one way in, nor on the reach before it.

    Args:
        scene: what is there.
        side: of the hand, which says where its shoulder is.
        T: (4, 4) of the palm where it arrives, object frame
        whole: hand and forearm, palm frame
        wrist: which the forearm belongs to
        obstacles: (N, 3) [m] points of object and stand, palm frame
        approach: (3,) [m] from where it arrives back to where the straight way begins, palm frame
        above: [m] that it must be above the table where it arrives
    """
    room = float(scene.above_table(whole.moved(T)).min())
    rise, order = scene.up @ T[:3, :3], scene.order_with_stand
    if room + min(0.0, float(rise @ approach)) < above:
        return False
    direction = approach / np.linalg.norm(approach)
    # Moving the hand by +d is moving everything else by −d.
    if any(whole.nearest(obstacles - s * direction, order) < CLEARANCE for s in SWEPT):
        return False
    arc, pivot = (
        reach(wrist.T_palm_forearm[:3, :3], approach, rise, side),
        wrist.T_palm_forearm[:3, 3],
    )
    return all(_clear(scene, T, whole, pivot, arc.off(s), obstacles) for s in REACHED)


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
