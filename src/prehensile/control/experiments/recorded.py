"""The Leap recordings of the reference data as examples of a grasp: fitted, and played back."""

import numpy as np

from prehensile.control.example.example import grasp_example
from prehensile.control.example.fit import SetpointFit, fit_setpoints
from prehensile.control.example.library import example_library
from prehensile.control.experiments.tracking import Tracked, track_example
from prehensile.control.law.gains import GRASPS, Gains
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.keypoint_clip import clip_from_keypoints
from prehensile.reference_data import reference_data

RECORDINGS = ("grab", "pinch", "HandSplay-110fps", "Waiting-110fps", "brian")
"""Leap recordings among the reference data."""


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


def track_recording(name: str, gains: Gains = GRASPS) -> tuple[Tracked, SetpointFit]:
    """Fit six setpoints to a recording and play them back with its own arm motion."""
    clip = leap_clip(name)
    hand = bare_hand(HandSpec.from_json(clip.hands[0].model).build())
    passive = example_library([clip], hand).passive_term()
    example = grasp_example(clip, hand)
    fit = fit_setpoints(example, passive, gains)
    return track_example(example, fit, passive), fit
