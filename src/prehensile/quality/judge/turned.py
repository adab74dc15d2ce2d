"""Was it turned? For what is mounted on a hinge: a dial, a lid."""

from dataclasses import dataclass

import numpy as np

from prehensile.lie import so3
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure
from prehensile.quality.judge.judgement import Judgement
from prehensile.quality.judge.touches import ELSEWHERE, first_failure, pressing_checks, touches

TURNED = np.radians(30)
"""[rad] that it must be turned by, at least"""
SLIPPED = "grip harder, or try another seed"
"""Advice to a hand that does not turn it far enough."""


@dataclass(frozen=True)
class Turned(Judgement):
    """Whether something was turned, and the numbers this rests on."""

    WORD = "turned"

    angle: float
    """[rad] between the first frame and the last"""

    @property
    def turned(self) -> bool:
        """Whether it was turned far enough."""
        return self.ok

    def in_short(self) -> str:
        """The angle."""
        return f"by {np.degrees(self.angle):.0f}°"

    def figures(self) -> dict[str, Figure]:
        """Angle and pressing."""
        return {
            "turned": Figure(float(np.degrees(self.angle)), "°"),
            **self.pressing_figures(),
        }


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
            (angle < TURNED, slipped, SLIPPED),
            *pressing_checks(touch),
        ]
    )
    return Turned(failure, touch.depth, touch.pressing, angle)
