"""Fingers of different lengths with their pads side by side: what planting a hand on a ledge takes.

With the last joint given, a finger is two links in its plane of flexion, solved in closed form.
"""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.hand.segments import PALM, TIP_SEGMENT, digit_segments
from prehensile.kinematics.forward import segment_transforms


class TwoLinks(NamedTuple):
    """One finger, in the palm's (x, palmar) plane; last joint and spread given."""

    root: np.ndarray
    """(2,) [m] knuckle"""
    first: float
    """[m] knuckle to middle joint"""
    second: float
    """[m] middle joint to pad"""
    bend: float
    """[rad] by which the pad lies off the second link's direction"""


def planted(
    hand: Hand, q: np.ndarray, fingers: tuple[str, ...] = FINGERS, lead: str = "middle"
) -> np.ndarray:
    """Posture q (dof,) [rad] with MCP and PIP of ``fingers`` such that their pads are as far along
    the hand and as deep as the leading finger's.

    A finger too short comes as near as it can; angles stay within the joints' limits.
    """
    q = np.array(q, dtype=float)
    links = {f: _links(hand, q, f) for f in fingers}
    mcp, pip = (q[hand.joint_index(f"{lead}_{j}_flex")] for j in ("mcp", "pip"))
    goal = _pad(links[lead], mcp, pip)
    for finger in fingers:
        if finger != lead:
            angles = _solve(links[finger], goal)
            for joint, angle in zip(("mcp", "pip"), angles, strict=True):
                k = hand.joint_index(f"{finger}_{joint}_flex")
                q[k] = np.clip(angle, hand.lower[k], hand.upper[k])
    return q


def _links(hand: Hand, q: np.ndarray, finger: str) -> TwoLinks:
    straight = np.zeros(hand.dof)
    for joint in ("dip_flex", "mcp_abd"):
        k = hand.joint_index(f"{finger}_{joint}")
        straight[k] = q[k]
    frames = segment_transforms(hand, straight)
    palm = frames[PALM]
    first, second = digit_segments(finger)[:2]
    tip = hand.segment(TIP_SEGMENT[finger])
    assert tip.pad is not None, "every fingertip has a pad"
    pad = frames[tip.name][:3, :3] @ tip.pad + frames[tip.name][:3, 3]

    def flat(point: np.ndarray) -> np.ndarray:
        local = palm[:3, :3].T @ (point - palm[:3, 3])
        return np.array([local[0], -local[2]])

    a, b, c = flat(frames[first][:3, 3]), flat(frames[second][:3, 3]), flat(pad)
    away = c - b
    base = np.arctan2(*(b - a)[::-1])
    bend = np.arctan2(away[1], away[0]) - base
    return TwoLinks(a, float(np.linalg.norm(b - a)), float(np.linalg.norm(away)), bend)


def _pad(links: TwoLinks, mcp: float, pip: float) -> np.ndarray:
    """(2,) [m]"""
    second = mcp + pip + links.bend
    return (
        links.root
        + links.first * np.array([np.cos(mcp), np.sin(mcp)])
        + links.second * np.array([np.cos(second), np.sin(second)])
    )


def _solve(links: TwoLinks, goal: np.ndarray) -> tuple[float, float]:
    """MCP and PIP [rad] that bring the pad to ``goal``, or towards it."""
    a, b = links.first, links.second
    away = goal - links.root
    square = float(np.clip(away @ away, (a - b) ** 2, (a + b) ** 2))
    turn = np.arccos(np.clip((square - a * a - b * b) / (2 * a * b), -1.0, 1.0))
    aim = np.arctan2(away[1], away[0])
    mcp = aim - np.arctan2(b * np.sin(turn), a + b * np.cos(turn))
    return float(mcp), float(turn - links.bend)
