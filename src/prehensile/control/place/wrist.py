"""Wrists bent in many ways, each with the forearm that lies behind it."""

from itertools import product
from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM
from prehensile.kinematics.capsules import Capsules, segment_capsules
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3

BENT = {"wrist_flex": range(-60, 75, 15), "wrist_dev": (-15, 0, 15)}
"""[degrees] in which the wrist is tried"""


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
