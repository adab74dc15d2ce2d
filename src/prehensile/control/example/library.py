"""What all examples together say of a hand: its neutral pose and how far its joints go."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.control.example.smooth_motion import smooth_motion
from prehensile.control.law.passive import PassiveTerm
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip


class Library(NamedTuple):
    """Section 4 of Pollard & Zordan 2005."""

    neutral: np.ndarray
    """(dof,) θ_NEUTRAL [rad], the mean pose of all frames"""
    lower: np.ndarray
    """(dof,) θ_LIMIT [rad]"""
    upper: np.ndarray
    """(dof,) θ_LIMIT [rad]"""

    def passive_term(self) -> PassiveTerm:
        """The torque τ_P of this neutral pose and these limits."""
        return PassiveTerm(self.neutral, self.lower, self.upper)


def example_library(clips: Sequence[Clip], hand: Hand) -> Library:
    """Neutral pose and limits from clips of one hand each.

    The paper's limits come from recordings in which people move every joint as far as it goes.
    The extremes of one grasp would lock the hand; so these are the union of what is seen and what
    anatomy allows.

    Raises:
        InputError: no clips, or one that does not fit the hand.
    """
    if not clips:
        raise InputError("a library needs at least one clip.")
    q = np.concatenate([smooth_motion(clip, hand).q for clip in clips])
    return Library(
        neutral=q.mean(axis=0),
        lower=np.minimum(q.min(axis=0), hand.lower),
        upper=np.maximum(q.max(axis=0), hand.upper),
    )
