"""Shipped styles beside the recordings they come from."""

import numpy as np
import pytest

from prehensile.control.example.fit import fit_as_published
from prehensile.control.example.style import RECORDED, load_style
from prehensile.control.experiments.recorded import (
    recorded_example,
    style_clip,
    track_as_published,
    track_style,
)
from prehensile.control.law.gains import EVERYDAY


@pytest.fixture(params=RECORDED)
def style(request, reference_data):
    reference_data("motion", "leap", "grab.npz")
    reference_data("motion", "dapg_door", "door_demos.npz")
    return request.param


def test_a_shipped_style_follows_its_recording(style):
    assert np.degrees(track_style(style).rms) < 5.5


def test_the_least_squares_as_published_follows_too_but_leaves_the_hand(style):
    assert np.degrees(track_as_published(style).rms) < 5.5
    _, passive, example = recorded_example(style_clip(style))
    free = fit_as_published(example, passive, EVERYDAY).setpoints.poses(passive.neutral)
    assert np.maximum(free - passive.upper, passive.lower - free).max() > np.radians(3)


def test_a_shipped_style_stands_for_poses_inside_the_hand(style):
    hand, passive, _ = recorded_example(style_clip(style))
    stood_for = load_style(style).on(hand).setpoints.poses(passive.neutral)
    assert np.maximum(stood_for - passive.upper, passive.lower - stood_for).max() < 1e-5
