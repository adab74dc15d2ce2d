"""How many fingers find room round a short handle: as many as its length has their breadths.

Whoever takes a cup by its handle wraps as many fingers round it as fit; the others lie below it,
curled beside them, and press on nothing. What is meant is said before anything is tried.
"""

from dataclasses import replace

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.forward import segment_transforms

KNUCKLES = ("index-finger-phalanx-proximal", "pinky-finger-phalanx-proximal")
"""Segments that begin at the outer knuckles."""
FEWEST = 2
"""Fingers that wrap a handle, at least: index and middle"""


def finger_breadth(hand: Hand) -> float:
    """[m] that one of the fingers takes up, side by side: a third of the way between the outer
    knuckles.
    """
    poses = segment_transforms(hand, np.zeros(hand.dof))
    first, last = (poses[name][:3, 3] for name in KNUCKLES)
    return float(np.linalg.norm(first - last)) / 3


def finding_room(style: GraspStyle, room: float, hand: Hand) -> GraspStyle:
    """The same style, with the digits that find room [m] side by side along a handle; what is not
    grasped in the palm by all digits has few in any case.
    """
    known = all(name in hand.segments for name in KNUCKLES)
    if style.kind != "power" or style.fingers != DIGITS or not known:
        return style
    fit = max(int(room / finger_breadth(hand)), FEWEST)
    return style if fit >= len(DIGITS) - 1 else replace(style, fingers=DIGITS[: 1 + fit])
