"""`CapturedMotion`: what a hand did, as a reference that it can follow again."""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.stage.scene import SceneOptions
from prehensile.stage.shows.where_it_stood import Place, held_up, where_it_stood
from prehensile.synthesis.captured.box_grasp import box_grasp, box_hand
from prehensile.synthesis.clip_reference import clip_hand, clip_references
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.play.playing import RATE_HZ
from prehensile.synthesis.setting import Reference


class CapturedMotion(NamedTuple):
    """A hand, its springs, and where it goes."""

    hand: Hand
    name: str
    compliance: np.ndarray
    """(n, n) C"""
    references: list[Reference]
    """at `RATE_HZ`"""
    place: Place
    """of the thing that was there"""
    held: int
    """step at which the hand is up, and waits"""
    rise: float
    """[m] of the hand until then"""


def captured_motion(options: SceneOptions) -> CapturedMotion:
    """The clip of the command line, or the shipped grasp of a box.

    Compliances that are not given are assumed with a clip of one's own, and the subject's with the
    shipped one.

    Raises:
        InputError: no hand in the clip, or a compliance of another one.
        FileError: a file that is no clip.
    """
    own = options.clip
    clip = options.dress.on(box_grasp() if own is None else Clip.load(own))
    hand, soft = clip_hand(clip), options.compliance
    if soft is None:
        soft = box_hand() if own is None else assumed_compliance(hand)
    C = soft.of(hand)
    references = clip_references(clip, hand, C, RATE_HZ)
    place = where_it_stood(clip, hand, references)
    return CapturedMotion(hand, clip.hands[0].name, C, references, place, *held_up(references))
