"""Did it bear the load? For what is fixed to a wall: a climbing hold."""

from dataclasses import dataclass

import numpy as np

from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure
from prehensile.quality.judge.judgement import Judgement
from prehensile.quality.judge.touches import (
    ELSEWHERE,
    first_failure,
    hand_contacts,
    pressing_checks,
    touches,
)

LOAD = 20.0
"""[N] that the hand must bear, at least"""
SECONDS = 3.0
"""[s] at the end, over which it must be borne"""


@dataclass(frozen=True)
class Carried(Judgement):
    """Whether a hand hung on something, and the numbers this rests on."""

    WORD = "carried"

    load: float
    """[N] least pull on the body over the last three seconds"""

    @property
    def carried(self) -> bool:
        """Whether the load was borne."""
        return self.ok

    def in_short(self) -> str:
        """The load and how long it was borne."""
        return f"at least {self.load:.0f} N for {SECONDS:.0f} s"

    def figures(self) -> dict[str, Figure]:
        """Load and pressing."""
        return {"load": Figure(self.load, "N"), **self.pressing_figures()}


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
    return Carried(failure, touch.depth, touch.pressing, load)
