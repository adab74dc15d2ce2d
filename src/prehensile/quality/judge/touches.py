"""Who touched a body in a clip, how deep and how hard: what every verdict needs."""

from typing import NamedTuple

import numpy as np

from prehensile.motion.clip import Clip

PENETRATION = 0.002
"""[m] A finger may sink in by this much at most."""
PRESSING = 40.0
"""[N] One segment may press with this much at most."""

GENTLER = "grip less hard"
"""Advice to a hand that presses too much."""
ELSEWHERE = "try another seed: the hand then grasps in another place"
"""Advice to a hand that is badly placed."""


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


class HandContacts(NamedTuple):
    """Which contacts of a clip are between a body and one hand."""

    mask: np.ndarray
    """(N,) over all contacts of the clip"""
    frame: np.ndarray
    """(N,) the frame each contact of the clip is in"""


def hand_contacts(clip: Clip, body: str, hand: str) -> HandContacts:
    """The contacts in which the hand, always ``a``, touches the body."""
    c = clip.contacts
    frame = np.repeat(np.arange(clip.n_frames), np.diff(c.offsets))
    of_hand = np.array([name.startswith(f"{hand}/") for name in c.names], dtype=bool)
    if body not in c.names:
        return HandContacts(np.zeros(len(c.a), dtype=bool), frame)
    return HandContacts((c.b == c.names.index(body)) & of_hand[c.a], frame)


def penetration_depths(clip: Clip, body: str, hand: str) -> np.ndarray:
    """Deepest contact of hand and body in each frame in which they touch. (K,) [m]"""
    mask, frame = hand_contacts(clip, body, hand)
    deepest = np.zeros(clip.n_frames)
    np.maximum.at(deepest, frame[mask], clip.contacts.depth[mask])
    return deepest[np.unique(frame[mask])]


def touches(clip: Clip, body: str, hand: str) -> Touches:
    """Who touched the body in which frame, and how deep and hard the hand did."""
    c = clip.contacts
    if body not in c.names:
        return Touches([], [], 0.0, 0.0)
    target = c.names.index(body)
    size = np.linalg.norm(c.force, axis=1)
    mask, frame = hand_contacts(clip, body, hand)
    by_hand = mask & (size > 0)
    by_others = ((c.a == target) | (c.b == target)) & (size > 0) & ~mask
    other = np.where(c.a == target, c.b, c.a)
    pressing = 0.0
    if by_hand.any():
        key = frame[by_hand] * len(c.names) + other[by_hand]
        pressing = float(np.bincount(key, size[by_hand]).max())

    def pairs(which: np.ndarray) -> list[tuple[int, str]]:
        unique = {(int(k), c.names[n]) for k, n in zip(frame[which], other[which], strict=True)}
        return sorted(unique)

    depth = float(c.depth[by_hand].max(initial=0.0))
    return Touches(pairs(by_hand), pairs(by_others), depth, pressing)


class Failure(NamedTuple):
    """The first check that failed."""

    reason: str = ""
    """what was wrong; empty if nothing was"""
    advice: str = ""
    """what to do about it; empty where there is nothing to say"""


def first_failure(checks: list[tuple[bool, str, str]]) -> Failure:
    """The first of (failed, reason, advice) that failed; empty if none did."""
    return next((Failure(why, advice) for failed, why, advice in checks if failed), Failure())


def pressing_checks(touch: Touches) -> list[tuple[bool, str, str]]:
    """What every judge asks: no finger sinks in, none presses too hard."""
    return [
        (
            touch.depth > PENETRATION,
            f"fingers sank in by {touch.depth * 1e3:.1f} mm",
            GENTLER,
        ),
        (touch.pressing > PRESSING, f"a segment pressed with {touch.pressing:.0f} N", GENTLER),
    ]
