"""One finger of a hand as the solvers see it: a knuckle, a plane it turns, three bones."""

from math import atan2, hypot
from typing import Literal, NamedTuple

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.hand.segments import PALM, digit_segments

TipPoint = Literal["pad", "tip"]
TIP_POINTS = ("pad", "tip")
JOINTS = ("mcp_abd", "mcp_flex", "pip_flex", "dip_flex")
SQUARE = 1e-9
"""[m] and [rad] How exactly a finger must be a chain of parallel hinges."""


class FingerChain(NamedTuple):
    """What places a point of one finger."""

    joints: tuple[str, ...]
    """mcp_abd, mcp_flex, pip_flex, dip_flex of this finger"""
    T_palm_knuckle: np.ndarray
    """(4, 4) x along the straight finger, −z palmar, abduction about z"""
    sideways: float
    """+1 where abduction turns x towards y, −1 where away from it"""
    lengths: np.ndarray
    """(3,) [m] proximal, intermediate, DIP joint to the point"""
    tip_angle: float
    """[rad] of the point about the DIP joint, palmar of the bone"""
    lower: np.ndarray
    """(4,) [rad]"""
    upper: np.ndarray
    """(4,) [rad]"""


def finger_chain(hand: Hand, finger: str, point: TipPoint = "pad") -> FingerChain:
    """Read one of the four fingers of a hand.

    Args:
        hand: any hand whose finger is a knuckle with two crossed hinges and parallel ones after it.
        finger: index, middle, ring or little.
        point: ``pad``, the centre of the fingertip pad, or ``tip``, the end of the distal segment.

    Raises:
        UnknownNameError: no such finger or point.
        InputError: a loaded hand whose finger is built otherwise.
    """
    if finger not in FINGERS:
        raise UnknownNameError("finger", str(finger), FINGERS)
    if point not in TIP_POINTS:
        raise UnknownNameError("point", str(point), TIP_POINTS)
    names = tuple(f"{finger}_{joint}" for joint in JOINTS)
    segments = [hand.segments.get(name) for name in digit_segments(finger)]
    if any(s is None for s in segments) or not set(names) <= set(hand.joint_names):
        raise InputError(f"this hand's {finger} finger lacks one of {', '.join(names)}.")
    proximal, intermediate, distal = (s for s in segments if s is not None)
    axes = [j.axis for s in (proximal, intermediate, distal) for j in s.joints]
    end = distal.pad if point == "pad" else np.array([distal.length, 0.0, 0.0])
    assert end is not None, "every fingertip has a pad"
    steps = [s.T_parent_rest for s in (intermediate, distal)]
    fits = (
        proximal.parent == PALM
        and [j.name for s in (proximal, intermediate, distal) for j in s.joints] == list(names)
        and abs(abs(axes[0][2]) - 1) < SQUARE
        and all(abs(axis[1] - 1) < SQUARE for axis in axes[1:])
        and all(np.abs(T[:3, :3] - np.eye(3)).max() < SQUARE for T in steps)
        and all(np.abs(T[1:3, 3]).max() < SQUARE for T in steps)
        and abs(end[1]) < SQUARE
        and end[2] <= 0 < end[0]
    )
    if not fits:
        raise InputError(
            f"this hand's {finger} finger does not bend in one plane behind an abducting knuckle; "
            "the closed form needs that."
        )
    index = [hand.joint_index(name) for name in names]
    return FingerChain(
        joints=names,
        T_palm_knuckle=proximal.T_parent_rest,
        sideways=float(np.sign(axes[0][2])),
        lengths=np.array([steps[0][0, 3], steps[1][0, 3], hypot(end[0], end[2])]),
        tip_angle=atan2(abs(end[2]), end[0]),
        lower=hand.lower[index],
        upper=hand.upper[index],
    )
