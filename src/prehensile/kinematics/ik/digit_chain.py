"""One digit of a hand as the solvers see it: a root, a plane it turns, three bones."""

from math import atan2, hypot
from typing import Literal, NamedTuple

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, THUMB_JOINTS
from prehensile.hand.segments import PALM, digit_segments

TipPoint = Literal["pad", "tip"]
TIP_POINTS = ("pad", "tip")
FINGER_JOINTS = ("mcp_abd", "mcp_flex", "pip_flex", "dip_flex")
SQUARE = 1e-9
"""[m] and [rad] How exactly a digit must be a chain of parallel hinges."""


class DigitChain(NamedTuple):
    """What places a point of one digit."""

    digit: str
    joints: tuple[str, ...]
    """abduction, flexion, then the two joints that bend: mcp_abd, mcp_flex, pip_flex, dip_flex of
    a finger; cmc_abd, cmc_flex, mp_flex, ip_flex of the thumb"""
    T_palm_root: np.ndarray
    """(4, 4) x along the straight digit, −z palmar; a finger's knuckle, the thumb's saddle joint"""
    axis: np.ndarray
    """(3,) unit vector abduction turns about, in the root's frame: ±z for a finger, oblique for
    the thumb"""
    lengths: np.ndarray
    """(3,) [m] two bones, then the last joint to the point"""
    tip_angle: float
    """[rad] of the point about the last joint, palmar of the bone"""
    lower: np.ndarray
    """(4,) [rad]"""
    upper: np.ndarray
    """(4,) [rad]"""


def digit_chain(hand: Hand, digit: str, point: TipPoint = "pad") -> DigitChain:
    """Read one digit of a hand.

    Args:
        hand: any hand whose digit is an abducting root with parallel hinges after it.
        digit: thumb, index, middle, ring or little.
        point: ``pad``, the centre of the fingertip pad, or ``tip``, the end of the distal segment.

    Raises:
        UnknownNameError: no such digit or point.
        InputError: a loaded hand whose digit is built otherwise.
    """
    if digit not in DIGITS:
        raise UnknownNameError("digit", str(digit), DIGITS)
    if point not in TIP_POINTS:
        raise UnknownNameError("point", str(point), TIP_POINTS)
    is_thumb = digit == "thumb"
    names = THUMB_JOINTS if is_thumb else tuple(f"{digit}_{joint}" for joint in FINGER_JOINTS)
    called = "thumb" if is_thumb else f"{digit} finger"
    segments = [hand.segments.get(name) for name in digit_segments(digit)]
    if any(s is None for s in segments) or not set(names) <= set(hand.joint_names):
        raise InputError(f"this hand's {called} lacks one of {', '.join(names)}.")
    first, second, last = (s for s in segments if s is not None)
    joints = [j for s in (first, second, last) for j in s.joints]
    end = last.pad if point == "pad" else np.array([last.length, 0.0, 0.0])
    assert end is not None, "every fingertip has a pad"
    steps = [s.T_parent_rest for s in (second, last)]
    fits = (
        first.parent == PALM
        and [j.name for j in joints] == list(names)
        and (is_thumb or abs(abs(joints[0].axis[2]) - 1) < SQUARE)
        and all(abs(j.axis[1] - 1) < SQUARE for j in joints[1:])
        and all(np.abs(T[:3, :3] - np.eye(3)).max() < SQUARE for T in steps)
        and all(abs(T[2, 3]) < SQUARE for T in steps)
        # Where on its axis a hinge is drawn changes nothing, if the point is in the plane.
        and abs(steps[0][1, 3] + steps[1][1, 3] + end[1]) < SQUARE
        and end[2] <= 0 < end[0]
    )
    if not fits:
        raise InputError(
            f"this hand's {called} does not bend in one plane behind an abducting root; the closed "
            "form needs that."
        )
    index = [hand.joint_index(name) for name in names]
    return DigitChain(
        digit=digit,
        joints=tuple(names),
        T_palm_root=first.T_parent_rest,
        axis=joints[0].axis,
        lengths=np.array([steps[0][0, 3], steps[1][0, 3], hypot(end[0], end[2])]),
        tip_angle=atan2(abs(end[2]), end[0]),
        lower=hand.lower[index],
        upper=hand.upper[index],
    )
