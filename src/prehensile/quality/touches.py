"""Who touched a body in a clip, how deep and how hard: what every verdict needs."""

from typing import NamedTuple

import numpy as np

from prehensile.motion.clip import Clip

PENETRATION = 0.002
"""[m] A finger may sink in by this much at most."""
PRESSING = 40.0
"""[N] One segment may press with this much at most."""


class Touches(NamedTuple):
    """What happened to one body over a whole clip."""

    hand: list[tuple[int, str]]
    """(frame, segment) wherever a segment of the hand pressed on it"""
    others: list[tuple[int, str]]
    """(frame, name) wherever anything else did"""
    depth: float
    """[m] deepest contact with the hand"""
    pressing: float
    """[N] strongest single segment in any frame"""


def touches(clip: Clip, body: str, hand: str) -> Touches:
    """Who touched the body in which frame, and how deep and hard the hand did."""
    c = clip.contacts
    if body not in c.names:
        return Touches([], [], 0.0, 0.0)
    target = c.names.index(body)
    frame = np.repeat(np.arange(clip.n_frames), np.diff(c.offsets))
    involved = ((c.a == target) | (c.b == target)) & (np.abs(c.force).sum(axis=1) > 0)
    other = np.where(c.a == target, c.b, c.a)
    is_hand = np.array([name.startswith(f"{hand}/") for name in c.names])[other] & involved
    size = np.linalg.norm(c.force, axis=1)
    pressing = 0.0
    if is_hand.any():
        key = frame[is_hand] * len(c.names) + other[is_hand]
        pressing = float(np.bincount(key, size[is_hand]).max())

    def pairs(mask: np.ndarray) -> list[tuple[int, str]]:
        unique = {(int(k), c.names[n]) for k, n in zip(frame[mask], other[mask], strict=True)}
        return sorted(unique)

    depth = float(c.depth[is_hand].max(initial=0.0))
    return Touches(pairs(is_hand), pairs(involved & ~is_hand), depth, pressing)


def first_failure(checks: list[tuple[bool, str]]) -> str:
    """The first reason whose check failed, or an empty text."""
    return next((why for failed, why in checks if failed), "")
