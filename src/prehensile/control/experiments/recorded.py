"""Recordings of the reference data as examples of a grasp: fitted, and played back."""

from typing import NamedTuple

import numpy as np

from prehensile.control.example.example import GraspExample, grasp_example
from prehensile.control.example.fit import SetpointFit, fit_as_published, fit_setpoints
from prehensile.control.example.library import example_library
from prehensile.control.example.style import load_style
from prehensile.control.experiments.tracking import Tracked, track_example
from prehensile.control.law.gains import EVERYDAY, GRASPS, Gains
from prehensile.control.law.passive import PassiveTerm
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.description import hand_from_json
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.keypoint_clip import clip_from_keypoints
from prehensile.motion.mocap.read import read_motion
from prehensile.reference_data import reference_data

RECORDINGS = ("grab", "pinch", "HandSplay-110fps", "Waiting-110fps", "brian")
"""Leap recordings among the reference data."""
DOOR_TAKE = 4
"""Of 25 openings of a door, by its handle: the hand opens wide, holds long and relaxes."""


class Recorded(NamedTuple):
    """A recording, ready to be fitted."""

    hand: Hand
    """that made it, without tissue"""
    passive: PassiveTerm
    example: GraspExample


def leap_clip(name: str) -> Clip:
    """One recording, fitted to a hand of its own.

    Raises:
        FileError: the reference data are not there.
    """
    recorded = np.load(reference_data("motion", "leap", f"{name}.npz"))
    points = 1e-3 * recorded["joints_mm"]
    return clip_from_keypoints(
        points.reshape(len(points), -1, 3),
        time=recorded["t"],
        layout="leap",
        side="right",
        up="y",
        lost="drop",
    )


def door_clip(take: int = DOOR_TAKE) -> Clip:
    """One hand that opens a door, from the angles of a glove.

    Raises:
        FileError: the reference data are not there.
    """
    return read_motion(reference_data("motion", "dapg_door", "door_demos.npz"), take=take)


def style_clip(style: str) -> Clip:
    """The recording to which a shipped style was fitted.

    Raises:
        FileError: the reference data are not there.
    """
    return door_clip() if style == "door_handle" else leap_clip(style.removeprefix("leap_"))


def recorded_example(clip: Clip) -> Recorded:
    """The grasp that a recording of one hand shows, in that hand."""
    hand = bare_hand(hand_from_json(clip.hands[0].model))
    return Recorded(hand, example_library([clip], hand).passive_term(), grasp_example(clip, hand))


def track_recording(name: str, gains: Gains = GRASPS) -> tuple[Tracked, SetpointFit]:
    """Fit six setpoints to a recording and play them back with its own arm motion."""
    _, passive, example = recorded_example(leap_clip(name))
    fit = fit_setpoints(example, passive, gains)
    return track_example(example, fit.setpoints, passive, gains), fit


def track_style(style: str, gains: Gains = EVERYDAY) -> Tracked:
    """Play a shipped style back as `load_style` gives it, beside the recording it comes from."""
    hand, passive, example = recorded_example(style_clip(style))
    mine = load_style(style).on(hand)
    own = PassiveTerm(mine.neutral, passive.lower, passive.upper)
    return track_example(example, mine.setpoints, own, gains)


def track_as_published(style: str, gains: Gains = EVERYDAY) -> Tracked:
    """Play back what the paper's least squares finds in the recording of a shipped style."""
    _, passive, example = recorded_example(style_clip(style))
    fit = fit_as_published(example, passive, gains)
    return track_example(example, fit.setpoints, passive, gains)
