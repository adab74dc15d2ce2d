"""Grasps of climbers in a dozen numbers: how bent the fingers are, where the pads go, how hard.

Unlike three synergy coordinates they plant all fingertips on one line. The forearm hangs in line
with the pull.
"""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.holds.kinds.directions import OUT
from prehensile.holds.kinds.hold import Hold
from prehensile.holds.optimise.arm import hanging_rotation, pose7
from prehensile.holds.optimise.planted import planted
from prehensile.holds.optimise.reach import HoldGrasp
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3, so3


class Style(NamedTuple):
    """One grasp of the family; angles in degrees, lengths in millimetres."""

    mcp: float
    """flexion of the middle finger's joints"""
    pip: float
    dip: float
    wrist: float
    """flexion of the wrist"""
    tilt: float
    """of the forearm: elbow away from the wall"""
    turn: float
    """of the forearm about its own axis"""
    lean: float
    """of the forearm: elbow to the left"""
    aside: float
    """of the pads from where fingers go, to the right"""
    out: float
    """away from the wall"""
    up: float
    """against the pull"""
    squeeze: float
    """further flexion of all joints of the digits, as a setpoint"""
    thumb_abd: float
    thumb_flex: float
    thumb_bend: float
    """of its two last joints"""


LOW = Style(-5, 0, -10, -60, -30, -90, -30, -35, -25, -12, 0, -30, -25, -10)
HIGH = Style(90, 100, 60, 40, 50, 90, 30, 35, 30, 15, 40, 60, 35, 75)
STEP = Style(10, 10, 8, 8, 8, 10, 6, 5, 4, 3, 6, 10, 10, 10)
"""spread of the first generation"""

OPEN = np.radians(25.0)
"""[rad] by which fingers are straighter on their way"""
LIFT = 0.030
"""[m] above and in front of the grasp, where a hand passes on its way"""

STARTS: dict[str, tuple[Style, ...]] = {
    "jug": (
        Style(35, 90, 45, -5, 5, 0, 0, 0, 0, -4, 12, -10, 0, 0),
        Style(50, 75, 30, 0, 5, 0, 0, 0, 0, 0, 12, -10, 0, 0),
    ),
    "edge": (
        Style(15, 70, 15, 0, 5, 0, 0, 0, 2, 0, 10, -10, 0, 0),
        Style(35, 80, 0, -15, 5, 0, 0, 0, 2, 0, 10, -10, 0, 0),
    ),
    "crimp": (
        Style(30, 90, -5, -15, 5, 0, 0, 0, 0, 0, 10, -10, 0, 0),
        Style(15, 75, 10, -5, 5, 0, 0, 0, 0, 0, 10, -10, 0, 0),
    ),
    "sloper": (
        Style(55, 40, 20, -10, 10, 0, 0, 0, 0, 0, 15, -10, 0, 0),
        Style(70, 30, 15, -20, 15, 0, 0, 0, 0, 0, 15, -10, 0, 0),
    ),
    "pinch": (
        Style(40, 30, 10, 0, 0, 70, 0, 28, 0, 0, 20, 55, 20, 15),
        Style(60, 30, 10, 0, 0, 45, 0, 28, 0, 0, 20, 55, 20, 15),
    ),
    "pocket": (
        Style(10, 75, 15, 0, 10, 0, 0, 0, 0, 0, 10, -10, 0, 0),
        Style(30, 80, 5, -10, 10, 0, 0, 0, 0, 0, 10, -10, 0, 0),
    ),
}
"""kind → where the search begins; other holds begin like an edge and like a jug"""


def starts(hold: Hold) -> tuple[Style, ...]:
    """Where a search for a hold begins."""
    return STARTS.get(hold.kind, (STARTS["edge"][0], STARTS["jug"][0]))


def style_grasp(hold: Hold, hand: Hand, style: Style, direction: np.ndarray) -> HoldGrasp:
    """The grasp that a style means on a hold pulled in ``direction`` (3,)."""
    q = _posture(hold, hand, style)
    R = hanging_rotation(direction)
    # About the forearm's own axes: y to the left elbow-tilt, x its length, z the back of the hand.
    R = R @ so3.exp(np.radians([0.0, style.tilt, 0.0])) @ so3.exp(np.radians([0.0, 0.0, style.lean]))
    R = R @ so3.exp(np.radians([style.turn, 0.0, 0.0]))
    pads = pad_positions(hand, q, se3.from_pose7(pose7(np.zeros(3), R)))[0]
    used = [1 + FINGERS.index(f) for f in hold.fingers]
    across = np.cross(-direction, OUT)
    goal = hold.grip + 1e-3 * (style.out * OUT - style.up * direction + style.aside * across)
    forearm = pose7(goal - pads[used].mean(axis=0), R)
    via = forearm.copy()
    via[:3] += LIFT * (OUT - direction)
    return HoldGrasp(forearm, _squeezed(hand, q, np.radians(style.squeeze)), via, _opened(hand, q))


def _posture(hold: Hold, hand: Hand, style: Style) -> np.ndarray:
    q = np.zeros(hand.dof)

    def bend(joint: str, degrees: float) -> None:
        k = hand.joint_index(joint)
        q[k] = np.clip(np.radians(degrees), hand.lower[k], hand.upper[k])

    bend("wrist_flex", style.wrist)
    for finger in FINGERS:
        free = finger not in hold.fingers
        # A finger without room is curled into the palm.
        for joint, value in zip(("mcp", "pip", "dip"), (80, 95, 45) if free else style[:3]):
            bend(f"{finger}_{joint}_flex", value)
    bend("thumb_cmc_abd", style.thumb_abd)
    bend("thumb_cmc_flex", style.thumb_flex)
    bend("thumb_mp_flex", style.thumb_bend)
    bend("thumb_ip_flex", style.thumb_bend)
    return planted(hand, q, hold.fingers)


def _squeezed(hand: Hand, q: np.ndarray, by: float) -> np.ndarray:
    return q + by * _flexors(hand)


def _opened(hand: Hand, q: np.ndarray) -> np.ndarray:
    return np.clip(q - OPEN * _flexors(hand), hand.lower, hand.upper)


def _flexors(hand: Hand) -> np.ndarray:
    """(dof,) 1 for flexion of the digits, 0 for wrist and spread"""
    return np.array(
        [float(n.endswith("_flex") and not n.startswith("wrist")) for n in hand.joint_names]
    )
