"""Joint names of other people's rigs, told apart by the words in them.

WebXR's (``index-finger-phalanx-proximal``), OpenXR's (``XR_HAND_JOINT_INDEX_PROXIMAL_EXT``,
``Index_Proximal_R``) and Godot's (``LeftIndexProximal``), whatever stands before, between or after.
"""

import re
from typing import NamedTuple

from prehensile.hand.segments import PALM, WEBXR_DIGIT
from prehensile.hand.spec import Side
from prehensile.kinematics.fit.keypoint_layout import PALM_CENTRE

DIGIT_WORD = {
    "thumb": "thumb", "index": "index", "middle": "middle", "ring": "ring",
    "little": "little", "pinky": "little", "pinkie": "little", "pinkey": "little",
}  # fmt: skip
"""Words of rigs that mean a digit."""
PART_WORD = {
    "metacarpal": "metacarpal", "metacarpus": "metacarpal", "proximal": "phalanx-proximal",
    "intermediate": "phalanx-intermediate", "distal": "phalanx-distal", "tip": "tip", "end": "tip",
}  # fmt: skip
"""Words of rigs that mean a part of a digit, and WebXR's for them."""
SIDE_WORD: dict[str, Side] = {"r": "right", "right": "right", "l": "left", "left": "left"}
"""Words of rigs that mean a side."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
"""Runs of capitals, or words with or without one: ``XRHandLeft`` is XR, Hand, Left."""


class JointName(NamedTuple):
    """What the name of a rig's bone says."""

    joint: str | None
    """WebXR's name, or ``palm`` for OpenXR's extra joint; None where it is none of them"""
    side: Side | None
    """None where the name does not tell"""


def read_joint_name(name: str) -> JointName:
    """The joint and the side that a name of a rig's bone stands for."""
    words = [word.lower() for word in _WORD.findall(name)]
    sides: set[Side] = {SIDE_WORD[word] for word in words if word in SIDE_WORD}
    return JointName(_joint(words), sides.pop() if len(sides) == 1 else None)


def _joint(words: list[str]) -> str | None:
    digits = [word for word in words if word in DIGIT_WORD]
    if not digits:
        if PALM in words:
            return PALM
        if PALM_CENTRE in words:
            return PALM_CENTRE
        # Godot calls the wrist a hand; OpenXR begins every name with it.
        return PALM if words and words[-1] in ("hand", *SIDE_WORD) and "hand" in words else None
    digit = DIGIT_WORD[digits[0]]
    parts = [PART_WORD[word] for word in words if word in PART_WORD]
    if not parts and digits[1:] == ["middle"]:  # as in index_middle
        parts = ["phalanx-intermediate"]
    # Blender hangs an ``…_end`` behind the last bone of a chain.
    part = "tip" if parts == ["phalanx-distal", "tip"] else parts[0] if len(parts) == 1 else None
    if part is None or (digit == "thumb" and part == "phalanx-intermediate"):
        return None
    return f"{WEBXR_DIGIT[digit]}-{part}"
