"""Where a forearm comes from, before anything is played: as far as a wrist may bend it.

A palm is laid against an object; the arm behind it need not be straight. People bend the wrist, so
that the elbow stays on their side and not below the hand. The bounds are those in which the rubric
calls a forearm and a wrist human (`quality.judge.likeness`), and a little within.
"""

from collections.abc import Sequence

import numpy as np

from prehensile.control.place.approach import Wrist
from prehensile.control.place.candidate import Candidate
from prehensile.hand.hand import Hand
from prehensile.quality.judge.likeness import (
    ELBOW_ASIDE,
    ELBOW_BELOW,
    LEAST_LEVEL,
    WRIST_DEVIATED,
    WRIST_FLEXED,
)

MOST_BENT = {"wrist_flex": WRIST_FLEXED, "wrist_dev": WRIST_DEVIATED}
"""[degrees]"""
WITHIN = 3.0
"""[degrees] that forearm and wrist keep from the bounds: what carries something gives a little"""
ASIDE, FAR_SIDE = 0.3, 2.0
"""What it costs to turn the forearm off the person's side, and to reach from the far side"""
ABEAM = 0.34
"""Cosine of the angle off the person's side, 70°, beyond which nobody's forearm comes easily"""
STEEP = 0.4
"""Level part of a forearm's direction, below which it comes from no side"""
BEND = 0.6
"""What it costs to bend the wrist by a radian"""
UNEASY = 2.0
"""What it costs that no wrist brings the forearm to where a person has it"""


class Forearms:
    """The forearms of a hand's bent wrists, seen by who stands there.

    Args:
        hand: whose they are.
        wrists: the least bent first.
        up: (3,) unit, object frame.
        person: (3,) unit, object frame, to where the person stands.
    """

    def __init__(self, hand: Hand, wrists: Sequence[Wrist], up: np.ndarray, person: np.ndarray):
        self._wrists, self._up, self._person = wrists, up, person
        self._elbows = np.array([-w.T_palm_forearm[:3, 0] for w in wrists])
        """(W, 3) unit, palm frame, to the elbow"""
        self._easy = np.array([_easily_bent(hand, w.joints, w.angles) for w in wrists])
        self._bent = np.array([float(w.angles @ w.angles) ** 0.5 for w in wrists])

    def worth(self, T: np.ndarray) -> np.ndarray:
        """(...,) What the best of them is worth, for palms (..., 4, 4) in the object's frame."""
        elbows = self._behind(T)
        high = elbows @ self._up
        level = np.sqrt(np.maximum(1 - high * high, STEEP**2))
        ahead = elbows @ self._person / level
        cost = ASIDE * (1 - ahead) + FAR_SIDE * np.maximum(ABEAM - ahead, 0) + BEND * self._bent
        return -(cost + UNEASY * ~self.at_ease(T)).min(axis=-1)

    def at_ease(self, T: np.ndarray) -> np.ndarray:
        """(..., W) bool: with which wrists a person would stand at a palm (..., 4, 4)."""
        return self._easy & from_the_person(self._behind(T), self._up, self._person)

    def easiest_first(self, T: np.ndarray) -> list[Wrist]:
        """All of them for a palm (4, 4): those that a person would have, the least bent first."""
        easy = self.at_ease(T)
        return [self._wrists[k] for k in np.argsort(~easy, kind="stable")]

    def _behind(self, T: np.ndarray) -> np.ndarray:
        """(..., W, 3) unit, object frame, to the elbow."""
        return np.swapaxes(T[..., :3, :3] @ self._elbows.T, -1, -2)


def from_the_person(elbow: np.ndarray, up: np.ndarray, person: np.ndarray) -> np.ndarray:
    """(...,) bool: whether forearms come from the person's side and not from below, and surely so.

    Args:
        elbow: (..., 3) unit, from the wrist to the elbow.
        up: (3,) unit, in the same frame.
        person: (3,) unit, level, to where the person stands.
    """
    high = elbow @ up
    level = np.sqrt(np.maximum(1 - high * high, 0.0))
    aside = elbow @ person < level * np.cos(np.radians(ELBOW_ASIDE - WITHIN))
    return (high >= -np.sin(np.radians(ELBOW_BELOW - WITHIN))) & ~(aside & (level >= LEAST_LEVEL))


def comes_easily(candidate: Candidate, hand: Hand, up: np.ndarray, person: np.ndarray) -> bool:
    """Whether a candidate's forearm comes from the person, and its wrist is not bent too far."""
    easily = _easily_bent(hand, np.arange(hand.dof), candidate.q_open)
    return easily and bool(from_the_person(-candidate.T_object_forearm[:3, 0], up, person))


def _easily_bent(hand: Hand, joints: np.ndarray, angles: np.ndarray) -> bool:
    """Whether the wrist's joints, among these, are within the rubric's bounds; (J,) which, (J,)
    [rad].
    """
    most = [MOST_BENT.get(hand.joint_names[k], np.inf) - WITHIN for k in joints]
    return bool((np.degrees(np.abs(angles)) <= np.array(most)).all())
