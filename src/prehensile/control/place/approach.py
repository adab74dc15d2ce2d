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
BENT = {"wrist_flex": range(-60, 80, 20), "wrist_dev": (-15, 0, 15)}
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


def clear_wrist(wrists: Sequence[Wrist], scene: Surroundings, T: np.ndarray) -> Wrist | None:
    """The first wrist that keeps the forearm clear of everything; None if none does.

    Args:
        wrists: to choose from, the best first.
        scene: what is there.
        T: (4, 4) of the palm, object frame
    """
    for wrist in wrists:
        if scene.room(wrist.forearm, T) < FOREARM_CLEARANCE:
            continue
        if not scene.everything.reached(wrist.forearm, T[None], CLEARANCE):
            return wrist
    return None


def clear_way(
    scene: Surroundings, side: str, T: np.ndarray, whole: Capsules, wrist: Wrist
) -> np.ndarray | None:
    """The first way in on which the open hand touches nothing, on the reach before it too.
    (3,) [m], palm frame; None if there is none.

    Args:
        scene: what is there.
        side: of the hand, which says where its shoulder is.
        T: (4, 4) of the palm, object frame
        whole: hand and forearm, palm frame
        wrist: which the forearm belongs to
    """
    for way in APPROACHES:
        approach = APPROACH * np.array(way) / np.linalg.norm(way)
        if clear_along(scene, side, T, whole, wrist, approach):
            return approach
    return None


def clear_along(
    scene: Surroundings,
    side: str,
    T: np.ndarray,
    whole: Capsules,
    wrist: Wrist,
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
        approach: (3,) [m] from where it arrives back to where the straight way begins, palm frame
        above: [m] that it must be above the table where it arrives
    """
    rise = scene.up @ T[:3, :3]
    if scene.room(whole, T) + min(0.0, float(rise @ approach)) < above:
        return False
    straight = np.repeat(T[None], len(SWEPT), axis=0)
    straight[:, :3, 3] += np.outer(SWEPT, T[:3, :3] @ (approach / np.linalg.norm(approach)))
    if scene.everything.reached(whole, straight, CLEARANCE):
        return False
    arc = reach(wrist.T_palm_forearm[:3, :3], approach, rise, side)
    curved = np.stack([T @ _carried(wrist.T_palm_forearm[:3, 3], *arc.off(s)[:2]) for s in REACHED])
    if any(scene.room(whole, palm) < CLEARANCE for palm in curved):
        return False
    return not scene.everything.reached(whole, curved, CLEARANCE)


def _carried(pivot: np.ndarray, moved: np.ndarray, turned: np.ndarray) -> np.ndarray:
    """(4, 4) of a palm whose wrist, at a pivot (3,) [m], an arc has brought by (3,) [m] and turned
    by (3,) [rad], in the frame of the palm that grasps.
    """
    M = np.eye(4)
    M[:3, :3] = so3.exp(turned)
    M[:3, 3] = pivot + moved - M[:3, :3] @ pivot
    return M
