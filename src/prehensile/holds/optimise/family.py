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
from prehensile.lie import so3


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
CURLED = (80.0, 95.0, 45.0)
"""[deg] MCP, PIP and DIP of a finger without room"""
LIFT = 0.030
"""[m] above and in front of the grasp, where a hand passes on its way"""

STARTS: dict[str, tuple[Style, ...]] = {
    "jug": (
        Style(35, 90, 45, -5, 5, 0, 0, 0, 0, -4, 12, -10, 0, 0),
        Style(75, 60, 25, 15, 10, 0, 0, 0, -3, 0, 12, -10, 0, 0),
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
        Style(28, 21, 8, -10, 24, 50, -8, 27, -9, -1, 39, 48, 8, 16),
        Style(33, 35, 16, -7, 11, 69, -8, 23, 4, 8, 35, 58, 17, 16),
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


class StyleShape(NamedTuple):
    """What a style is before it is put anywhere."""

    style: Style
    q: np.ndarray
    """(dof,) [rad] when the pads touch"""
    turn: np.ndarray
    """(3, 3) of the forearm, from hanging in line with the pull"""
    pads: np.ndarray
    """(3,) [m] middle of the pads, forearm frame"""


def style_shape(hand: Hand, style: Style, fingers: tuple[str, ...]) -> StyleShape:
    """The shape of a style for a hold with room for ``fingers``."""
    q = _posture(hand, style, fingers)
    # About the forearm's own axes: y its tilt, z its lean, then x, its length.
    turn = so3.exp(np.radians([0.0, style.tilt, 0.0]))
    turn = turn @ so3.exp(np.radians([0.0, 0.0, style.lean]))
    turn = turn @ so3.exp(np.radians([style.turn, 0.0, 0.0]))
    used = [1 + FINGERS.index(f) for f in fingers]
    return StyleShape(style, q, turn, pad_positions(hand, q)[0][used].mean(axis=0))


def shape_grasp(hold: Hold, hand: Hand, shape: StyleShape, direction: np.ndarray) -> HoldGrasp:
    """A shape put on a hold that is pulled in ``direction`` (3,)."""
    style = shape.style
    R = hanging_rotation(direction) @ shape.turn
    across = np.cross(-direction, OUT)
    goal = hold.grip + 1e-3 * (style.out * OUT - style.up * direction + style.aside * across)
    forearm = pose7(goal - R @ shape.pads, R)
    via = forearm.copy()
    via[:3] += LIFT * (OUT - direction)
    squeezed = shape.q + np.radians(style.squeeze) * flexors(hand)
    opened = np.clip(shape.q - OPEN * flexors(hand), hand.lower, hand.upper)
    return HoldGrasp(forearm, squeezed, via, opened)


def style_grasp(hold: Hold, hand: Hand, style: Style, direction: np.ndarray) -> HoldGrasp:
    """The grasp that a style means on a hold pulled in ``direction`` (3,)."""
    return shape_grasp(hold, hand, style_shape(hand, style, hold.fingers), direction)


def _posture(hand: Hand, style: Style, fingers: tuple[str, ...]) -> np.ndarray:
    q = np.zeros(hand.dof)

    def bend(joint: str, degrees: float) -> None:
        k = hand.joint_index(joint)
        q[k] = np.clip(np.radians(degrees), hand.lower[k], hand.upper[k])

    bend("wrist_flex", style.wrist)
    for finger in FINGERS:
        angles = style[:3] if finger in fingers else CURLED
        for joint, value in zip(("mcp", "pip", "dip"), angles, strict=True):
            bend(f"{finger}_{joint}_flex", value)
    bend("thumb_cmc_abd", style.thumb_abd)
    bend("thumb_cmc_flex", style.thumb_flex)
    bend("thumb_mp_flex", style.thumb_bend)
    bend("thumb_ip_flex", style.thumb_bend)
    return planted(hand, q, fingers)


def flexors(hand: Hand) -> np.ndarray:
    """(dof,) 1 for flexion of the digits, 0 for wrist and spread"""
    return np.array(
        [float(n.endswith("_flex") and not n.startswith("wrist")) for n in hand.joint_names]
    )
