"""Did it bear the load? For what is fixed to a wall: a climbing hold."""

from typing import NamedTuple

import numpy as np

from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.touches import (
    ELSEWHERE,
    first_failure,
    hand_contacts,
    pressing_checks,
    pressing_figures,
    touches,
)

LOAD = 20.0
"""[N] that the hand must bear, at least"""
SECONDS = 3.0
"""[s] at the end, over which it must be borne"""


class Carried(NamedTuple):
    """Whether a hand hung on something, and the numbers this rests on."""

    carried: bool
    reason: str
    """Why not; empty if carried."""
    load: float
    """[N] least pull on the body over the last three seconds"""
    penetration: float
    """[m] deepest contact with the hand, at any time"""
    pressing: float
    """[N] strongest single segment, at any time"""
    advice: str = ""
    """What to do about it."""

    def __str__(self) -> str:
        if self.carried:
            return f"carried: yes (at least {self.load:.0f} N for {SECONDS:.0f} s)"
        return f"carried: no ({self.reason})"

    @property
    def verdict(self) -> Verdict:
        """What was found in the form that every clip carries, whoever judged it."""
        figures = {"load": Figure(self.load, "N")}
        figures |= pressing_figures(self.penetration, self.pressing)
        return Verdict(self.carried, str(self), self.reason, self.advice, figures)


def judge_carried(clip: Clip, body: str, direction: np.ndarray, hand: str | None = None) -> Carried:
    """Judge a clip in which a hand hangs on something fixed.

    Args:
        clip: with its contacts.
        body: the object's name.
        direction: (3,) unit, world: where the load pulls.
        hand: who hangs; the clip's first hand if left out.
    """
    holder = clip.hands[0].name if hand is None else clip.hand(hand).name
    touch = touches(clip, body, holder)
    mask, frame = hand_contacts(clip, body, holder)
    along = clip.contacts.force[mask] @ direction
    pull = np.bincount(frame[mask], along, minlength=clip.n_frames)
    load = float(pull[clip.time >= clip.time[-1] - SECONDS].min())
    failure = first_failure(
        [
            (not touch.hand, "the hand never touched it", ELSEWHERE),
            (load < LOAD, f"bore {load:.1f} N, {LOAD:.0f} N are needed", ELSEWHERE),
            *pressing_checks(touch),
        ]
    )
    ok = not failure.reason
    return Carried(ok, failure.reason, load, touch.depth, touch.pressing, failure.advice)
