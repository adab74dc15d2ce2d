"""The joints that other programs know a hand by: WebXR's 25, or a loaded hand's own segments."""

from dataclasses import dataclass

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.segments import PALM, TIP_SEGMENT, WEBXR_DIGIT
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.hand.spec import HandSpec

R_BONE_WEBXR = np.array([[0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
"""WebXR's axes of a joint (−z along the bone, +y out of the back) in ours (+x along, +z out)."""


@dataclass(frozen=True, eq=False)
class JointTree:
    """Named frames fixed to a hand's segments, parents first."""

    names: tuple[str, ...]
    parents: tuple[int, ...]
    """row of each one's parent; −1 for the first"""
    segments: tuple[str, ...]
    """segment that each is fixed to"""
    T_segment_joint: np.ndarray
    """(J, 4, 4): +x along the bone, +z out of the back"""


def joint_tree(hand: Hand) -> JointTree:
    """WebXR's joints of our own hand, the wrist first; of a loaded one its segments."""
    if not isinstance(hand.spec, HandSpec):
        return segment_tree(hand)
    names, parents = webxr_joints()
    frames = np.stack([_in_segment(hand, name) for name in names])
    if hand.side == "left":
        mirror = np.diag([1.0, -1.0, 1.0, 1.0])
        frames = mirror @ frames @ mirror
    return JointTree(names, parents, tuple(_segment_of(name) for name in names), frames)


def segment_tree(hand: Hand) -> JointTree:
    """A hand's own segments, the forearm first."""
    names = tuple(hand.segments)
    parents = (hand.segments[name].parent for name in names)
    rows = tuple(-1 if parent is None else names.index(parent) for parent in parents)
    return JointTree(names, rows, names, np.tile(np.eye(4), (len(names), 1, 1)))


def webxr_joints() -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The 25 joint names of WebXR, parents first, and the row of each one's parent (−1: none)."""
    names, parents = [PALM], [-1]
    for digit in DIGITS:
        parts = ["metacarpal", "phalanx-proximal", "phalanx-intermediate", "phalanx-distal", "tip"]
        if digit == "thumb":
            parts.remove("phalanx-intermediate")
        for k, part in enumerate(parts):
            parents.append(0 if k == 0 else len(names) - 1)
            names.append(f"{WEBXR_DIGIT[digit]}-{part}")
    return tuple(names), tuple(parents)


def _segment_of(joint: str) -> str:
    """The segment that a WebXR joint is fixed to: fingers' metacarpals are part of the palm."""
    for digit, prefix in WEBXR_DIGIT.items():
        if joint == f"{prefix}-tip":
            return TIP_SEGMENT[digit]
        if joint == f"{prefix}-metacarpal" and digit in FINGERS:
            return PALM
    return joint


def _in_segment(hand: Hand, joint: str) -> np.ndarray:
    """Frame of a WebXR joint in its segment (4, 4), of the right hand with these sizes."""
    T = np.eye(4)
    for digit, prefix in WEBXR_DIGIT.items():
        if joint == f"{prefix}-tip":
            T[0, 3] = hand.segments[TIP_SEGMENT[digit]].length
        elif joint == f"{prefix}-metacarpal" and digit in FINGERS:
            base, head = metacarpal_ends(hand.spec, digit)
            x = (head - base) / np.linalg.norm(head - base)
            z = np.array([0.0, 0.0, 1.0]) - x * x[2]
            z /= np.linalg.norm(z)
            T[:3, :3] = np.stack([x, np.cross(z, x), z], axis=1)
            T[:3, 3] = base
    return T
