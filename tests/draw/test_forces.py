from dataclasses import replace

import numpy as np
import pytest
from tests.draw.looks import read

from prehensile.draw.forces import COLORS, draw_forces
from prehensile.errors import InputError
from prehensile.motion.clip import Clip
from prehensile.motion.contacts import ContactTrack


def test_has_the_asked_size_and_a_line_of_each_colour(clip, tmp_path):
    plot = read(draw_forces(clip, tmp_path / "f.png", size=(800, 400)))
    assert plot.shape == (400, 800, 3)
    for color in COLORS.values():
        wanted = [int(color[i : i + 2], 16) for i in (1, 3, 5)]
        assert (np.abs(plot[:, :640] - wanted).max(-1) < 12).sum() > 50


def test_phases_are_optional_and_hands_are_plotted_below_one_another(clip, tmp_path):
    other = replace(clip.hands[0], name="other")
    two = replace(
        clip,
        hands=(clip.hands[0], other),
        finger_force=np.tile(clip.finger_force, (1, 2, 1)),
        palm_force=np.tile(clip.palm_force, (1, 2)),
        meta={},
    )
    assert read(draw_forces(two, tmp_path / "f.png", size=(500, 200))).shape == (400, 500, 3)


def test_does_not_touch_pyplot(clip, tmp_path):
    import matplotlib

    before = dict(matplotlib.rcParams)
    draw_forces(clip, tmp_path / "f.png")
    assert dict(matplotlib.rcParams) == before


def test_a_clip_without_hands_is_an_error_and_leaves_nothing(tmp_path):
    empty = Clip(np.zeros(1), (), (), ContactTrack.empty(1), np.zeros((1, 0, 5)), np.zeros((1, 0)))
    with pytest.raises(InputError, match="no hand"):
        draw_forces(empty, tmp_path / "f.png")
    assert not list(tmp_path.iterdir())
