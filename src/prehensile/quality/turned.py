"""Was it turned? For what is mounted on a hinge: a dial, a lid."""

from typing import NamedTuple

import numpy as np

from prehensile.lie import so3
from prehensile.motion.clip import Clip
from prehensile.quality.touches import PENETRATION, PRESSING, first_failure, touches

TURNED = np.radians(30)
"""[rad] at least"""


class Turned(NamedTuple):
    """The verdict and the numbers it rests on."""

    turned: bool
    reason: str
    """Why not; empty if turned."""
    angle: float
    """[rad] between the first frame and the last"""
    penetration: float
    """[m]"""
    pressing: float
    """[N]"""

    def __str__(self) -> str:
        if self.turned:
            return f"turned: yes (by {np.degrees(self.angle):.0f}°)"
        return f"turned: no ({self.reason})"


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
    reason = first_failure(
        [
            (not touch.hand, "the hand never touched it"),
            (angle < TURNED, f"turned by {np.degrees(angle):.0f}°, 30° are needed"),
            (touch.depth > PENETRATION, f"fingers sank in by {touch.depth * 1e3:.1f} mm"),
            (touch.pressing > PRESSING, f"a segment pressed with {touch.pressing:.0f} N"),
        ]
    )
    return Turned(not reason, reason, angle, touch.depth, touch.pressing)
