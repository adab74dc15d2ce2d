"""How hard a hand holds on: stiffness and the largest torques of its joints."""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand

TORQUES = {"wrist": 15.0, "cmc": 5.0, "mcp": 5.0, "mp": 3.0, "pip": 3.0, "dip": 1.5, "ip": 1.5}
"""[Nm] that a joint's muscles bring up at most, by the joint's name"""
GIVE = 0.2
"""[rad] by which a joint is off its setpoint when it reaches its largest torque"""
DAMPING_TIME = 0.05
"""[s] damping over stiffness"""


class Grip(NamedTuple):
    """Gains of a Command, (dof,) each."""

    stiffness: np.ndarray
    """[Nm/rad]"""
    damping: np.ndarray
    """[Nms/rad]"""
    limit: np.ndarray | None
    """[Nm]; None for none"""


def climbing_grip(hand: Hand) -> Grip:
    """That of a hand on a hold."""
    limit = np.array([TORQUES[_joint(name)] for name in hand.joint_names])
    stiffness = limit / GIVE
    return Grip(stiffness, DAMPING_TIME * stiffness, limit)


def _joint(name: str) -> str:
    """``wrist`` of wrist_flex, ``mcp`` of index_mcp_flex."""
    digit, joint = name.split("_")[:2]
    return "wrist" if digit == "wrist" else joint
