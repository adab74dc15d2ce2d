"""A style fitted to a recording: the whole way from a clip or a file to six setpoints."""

from dataclasses import replace
from pathlib import Path

from prehensile.control.example.example import AIR, grasp_example
from prehensile.control.example.fit import fit_setpoints
from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.library import example_library
from prehensile.control.example.shown_rates import with_shown_rates
from prehensile.control.example.taking_part import kind_and_digits
from prehensile.control.law.gains import EVERYDAY
from prehensile.errors import InputError
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.description import hand_from_json
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.read import read_motion


def style_of_clip(clip: Clip, hand: Hand, name: str, about: str = "") -> GraspStyle:
    """Fit the grasp that a clip shows.

    A recording in the air shows the closed hand without anything in it: its gripping frames are
    part of the fit, for there is nothing whose push would be unknown.

    Args:
        clip: the recording, of one hand.
        hand: that made it.
        name: of the style.
        about: where the recording comes from.

    Raises:
        InputError: the clip shows no grasp.
    """
    passive = example_library([clip], hand).passive_term()
    example = grasp_example(clip, hand)
    poses = fit_setpoints(example, passive, EVERYDAY, gripping=example.driven_by == AIR)
    fit = with_shown_rates(poses, example, passive)
    style = GraspStyle(name, about, fit.setpoints, passive.neutral)
    kind, fingers = kind_and_digits(hand, *style.poses(hand))
    return replace(style, kind=kind, fingers=fingers)


def style_of_recording(path: Path) -> GraspStyle:
    """Fit the grasp that a file shows, anything that `read_motion` reads.

    Raises:
        FileError: it cannot be read.
        InputError: it shows no grasp, or not one hand.
    """
    clip = read_motion(path)
    if len(clip.hands) != 1:
        raise InputError(f"{path} shows {len(clip.hands)} hands; an example has one.")
    hand = hand_from_json(clip.hands[0].model)
    if isinstance(hand.spec, HandSpec):
        hand = bare_hand(hand)
    return style_of_clip(clip, hand, path.stem, f"fitted to {path.name}")
