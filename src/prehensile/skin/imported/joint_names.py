"""Joint names of other people's rigs, told apart by the words and numbers in them.

=====================  =============================================================================
WebXR, OpenXR, Godot   ``index-finger-phalanx-proximal``, ``Index_Proximal_R``, ``LeftIndexDistal``
Mixamo                 ``mixamorig:RightHandIndex1`` … 4 (the tip), ``RightHandThumb1`` … 4
Unreal                 ``index_metacarpal_r``, ``index_01_r`` … 03, ``thumb_01_r`` … 03, ``hand_r``
VRM, Unity             ``J_Bip_R_Index1`` … 3, ``rightIndexProximal``, ``rightThumbIntermediate``
Rigify                 ``DEF-f_index.01.R`` … 03, ``thumb.01.R``, ``palm.01.R`` … 04, ``hand.R``
Character Creator      ``CC_Base_R_Index1`` … 3, ``CC_Base_R_Mid1``, ``CC_Base_R_Hand``
3ds Max Biped          ``Bip01 R Finger1``, ``Finger11``, ``Finger12``; ``Finger0`` is the thumb
phalanges              ``r_index_metacarpal``, ``proxPhalanx``, ``intPhalanx``, ``distPhalanx``
joints                 ``index_mcp``, ``_pip``, ``_dip``, ``_tip``; ``thumb_cmc``, ``_mcp``, ``_ip``
=====================  =============================================================================

What stands before, between or after does not matter, nor do capitals. What a name means may hang on
the others: a thumb that has an ``Intermediate`` has no ``Metacarpal`` by that name.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.segments import PALM, WEBXR_DIGIT
from prehensile.hand.spec import Side
from prehensile.kinematics.fit.keypoint_layout import PALM_CENTRE

DIGIT_WORD = {
    "thumb": "thumb", "index": "index", "pointer": "index", "middle": "middle", "mid": "middle",
    "ring": "ring", "little": "little", "pinky": "little", "pinkie": "little", "pinkey": "little",
}  # fmt: skip
"""Words of rigs that mean a digit."""
FINGER_PART = {
    "metacarpal": 0, "metacarpus": 0, "meta": 0, "carpal": 0, "proximal": 1, "prox": 1, "mcp": 1,
    "intermediate": 2, "intermed": 2, "inter": 2, "int": 2, "medial": 2, "pip": 2,
    "distal": 3, "dist": 3, "dip": 3, "tip": 4, "end": 4, "nub": 4,
}  # fmt: skip
"""Words that mean a part of a finger, and its number where fingers count from the knuckle."""
THUMB_PART = {
    "metacarpal": 1, "metacarpus": 1, "meta": 1, "cmc": 1, "proximal": 2, "prox": 2, "mcp": 2,
    "mp": 2, "intermediate": 2.5, "intermed": 2.5, "inter": 2.5, "int": 2.5, "medial": 2.5,
    "distal": 3, "dist": 3, "ip": 3, "tip": 4, "end": 4, "nub": 4,
}  # fmt: skip
"""The same of a thumb; a half is a joint that only some rigs have, and that shifts the others."""
PARTS = ("metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip")
"""WebXR's, of a finger, by number."""
THUMB_PARTS = (None, "metacarpal", "phalanx-proximal", "phalanx-distal", "tip")
SIDE_WORD: dict[str, Side] = {"r": "right", "right": "right", "l": "left", "left": "left"}
"""Words of rigs that mean a side."""
NO_JOINT = {
    "ik", "fk", "mch", "org", "ctrl", "control", "target", "pole", "twist", "roll", "weapon",
    "socket", "gun", "helper", "master", "tweak", "inner", "outer", "half", "bulge", "toe", "toes",
    "foot",
}  # fmt: skip
"""Words of bones that steer others, or stand beside a joint."""
DEFORMS = "def"
"""What Rigify writes before the bones that carry the skin."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
"""Runs of capitals, words with or without one, numbers: ``XRHandLeft2`` is XR, Hand, Left, 2."""
_KNOWN = "|".join(
    sorted(
        {*DIGIT_WORD, *FINGER_PART, "phalanx", "finger", "hand", "right", "left"},
        key=len,
        reverse=True,
    )
)
_GLUED, _EACH = re.compile(rf"(?:{_KNOWN}){{2,}}"), re.compile(_KNOWN)
"""Words that were written without anything between: ``indexmetacarpal``."""
_COPY = re.compile(r"\.\d{3,}")
"""What Blender hangs behind the name of a copy."""


class JointName(NamedTuple):
    """What the name of a rig's bone says."""

    joint: str | None
    """WebXR's name, or ``palm`` for OpenXR's extra joint; None where it is none of them"""
    side: Side | None
    """None where the name does not tell"""


class _Read(NamedTuple):
    """A name taken apart, before the others are looked at."""

    side: Side | None
    digit: str | None
    number: float | None
    """of the part, counted from 0 for the metacarpal of a finger and from 1 for that of a thumb"""
    counted: bool
    """whether a number in the name said so, and not a word"""
    whole: str | None
    """the joint, where it is of no digit"""


def read_joint_name(name: str) -> JointName:
    """The joint and the side that a name of a rig's bone stands for, whatever others there are."""
    return read_joint_names([name])[0]


def read_joint_names(names: Sequence[str]) -> tuple[JointName, ...]:
    """The joint and the side that each name of a rig stands for.

    Of several names for one joint one counts: Rigify's ``DEF-``, which carries the skin, else
    ``wrist`` before ``hand``, else that of fewest words, else the first.
    """
    read = [_read(_words(name)) for name in names]
    found = [JointName(_joint(one, read), one.side) for one in read]
    best: dict[JointName, int] = {}
    for k, name in enumerate(found):
        if name not in best or _rank(names[k]) < _rank(names[best[name]]):
            best[name] = k
    return tuple(
        name if name.joint is None or best[name] == k else JointName(None, name.side)
        for k, name in enumerate(found)
    )


def _words(name: str) -> list[str]:
    """In lower case, without a subject's or an armature's name before."""
    own = _COPY.sub("", re.split(r"[:|]", name)[-1])
    words: list[str] = []
    for word in _WORD.findall(own):
        word = word.lower()
        words += _EACH.findall(word) if _GLUED.fullmatch(word) else [word]
    return words


def _rank(name: str) -> tuple[bool, bool, int]:
    words = _words(name)
    return DEFORMS not in words, PALM not in words, len(words)


def _read(words: list[str]) -> _Read:
    sides: set[Side] = {SIDE_WORD[word] for word in words if word in SIDE_WORD}
    side = sides.pop() if len(sides) == 1 else None
    nobody = _Read(side, None, None, False, None)
    if NO_JOINT & set(words):
        return nobody
    at = [k for k, word in enumerate(words) if word in DIGIT_WORD]
    if not at:
        digit, number = _biped(words) or _palm_ray(words) or (None, None)
        return nobody._replace(digit=digit, number=number, whole=_whole(words))
    digit = DIGIT_WORD[words[at[0]]]
    parts = THUMB_PART if digit == "thumb" else FINGER_PART
    said = [parts[word] for word in words if word in parts]
    if not said and [DIGIT_WORD[words[k]] for k in at[1:]] == ["middle"]:  # as in index_middle
        said = [parts["intermediate"]]
    if len(said) == 1 or said == [3, 4]:  # Blender hangs an ``…_end`` behind the last bone
        return nobody._replace(digit=digit, number=said[-1])
    numbers = _numbers(words[at[0] + 1 :])
    if not said and len(numbers) == 1 and numbers[0] <= 4:
        return nobody._replace(digit=digit, number=numbers[0], counted=True)
    return nobody


def _whole(words: list[str]) -> str | None:
    """The wrist or the palm's centre, of no digit."""
    if PALM in words:
        return PALM
    if PALM_CENTRE in words:
        return PALM_CENTRE
    # Godot calls the wrist a hand; OpenXR begins every name with it.
    return PALM if words and words[-1] in ("hand", *SIDE_WORD) and "hand" in words else None


def _palm_ray(words: list[str]) -> tuple[str, float] | None:
    """Rigify's ``palm.01`` to ``palm.04`` and Daz's ``Carpal1`` are metacarpals of fingers."""
    numbers = _numbers(words)
    if len(numbers) != 1 or not 1 <= numbers[0] <= 4 or not {PALM_CENTRE, "carpal"} & set(words):
        return None
    return FINGERS[numbers[0] - 1], 0


def _biped(words: list[str]) -> tuple[str, float] | None:
    """3ds Max's: ``Finger0`` is the first bone of the thumb, ``Finger12`` the last of the index."""
    if words[:1] not in (["bip"], ["cc"]) or "finger" not in words[:-1]:
        return None
    number = words[words.index("finger") + 1]
    if not number.isdigit() or len(number) > 2 or int(number[0]) > 4 or words[-1] == "nub":
        return None
    part = 1 if len(number) == 1 else 1 + int(number[1])
    return (DIGITS[int(number[0])], part) if part <= 3 else None


def _numbers(words: list[str]) -> list[int]:
    return [int(word) for word in words if word.isdigit() and len(word) < 3]


def _joint(one: _Read, others: list[_Read]) -> str | None:
    """WebXR's name of what was read, by what else the rig has."""
    if one.digit is None or one.number is None:
        return one.whole
    beside = [o for o in others if o.side == one.side and o.digit == one.digit]
    counted = {o.number for o in beside if o.counted}
    number = one.number
    if one.counted and 0 in counted and 3 not in counted:
        number += 1  # they count from nought
    if one.digit != "thumb":
        return f"{WEBXR_DIGIT[one.digit]}-{PARTS[int(number)]}"
    # Unity's and VRM 0's thumb is proximal, intermediate, distal.
    has = {o.number for o in beside}
    three = {2, 2.5} <= has and 1 not in has
    if number == 2.5:
        number = 2 if three else 0
    elif number == 2 and three:
        number = 1
    part = THUMB_PARTS[int(number)]
    return None if part is None else f"{WEBXR_DIGIT['thumb']}-{part}"
