"""Was it turned? For what is mounted on a hinge: a dial, a lid."""

from typing import NamedTuple

import numpy as np

from prehensile.lie import so3
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.touches import (
    ELSEWHERE,
    first_failure,
    pressing_checks,
    pressing_figures,
    touches,
)

TURNED = np.radians(30)
"""[rad] that it must be turned by, at least"""


class Turned(NamedTuple):
    """Whether something was turned, and the numbers this rests on."""

    turned: bool
    reason: str
    """Why not; empty if turned."""
    angle: float
    """[rad] between the first frame and the last"""
    penetration: float
    """[m] deepest contact with the hand, at any time"""
    pressing: float
    """[N] strongest single segment, at any time"""
    advice: str = ""
    """What to do about it."""

    def __str__(self) -> str:
        if self.turned:
            return f"turned: yes (by {np.degrees(self.angle):.0f}°)"
        return f"turned: no ({self.reason})"

    @property
    def verdict(self) -> Verdict:
        """What was found in the form that every clip carries, whoever judged it."""
        figures = {"turned": Figure(float(np.degrees(self.angle)), "°")}
        figures |= pressing_figures(self.penetration, self.pressing)
        return Verdict(self.turned, str(self), self.reason, self.advice, figures)


def judge_turned(clip: Clip, body: str, hand: str | None = None) -> Turned:
    """Judge a clip in which a hand turns something on a hinge.

    Args:
        clip: with its contacts.
        body: the object's name.
        hand: who should turn it; the clip's first hand if left out.
    """
    quat = clip.body(body).pose[:, 3:]
    turn = so3.from_quat(quat[0]).T @ so3.from_quat(quat[-1])
    angle = float(np.linalg.norm(so3.log(turn)))
    touch = touches(clip, body, clip.hands[0].name if hand is None else clip.hand(hand).name)
    slipped = f"turned by {np.degrees(angle):.0f}°, 30° are needed"
    failure = first_failure(
        [
            (not touch.hand, "the hand never touched it", ELSEWHERE),
            (angle < TURNED, slipped, "grip harder, or try another seed"),
            *pressing_checks(touch),
        ]
    )
    ok = not failure.reason
    return Turned(ok, failure.reason, angle, touch.depth, touch.pressing, failure.advice)
