"""A card is slid over the edge of the table, taken there and held."""

from functools import cache

import numpy as np
import pytest

from prehensile.control.attempt.attempt import Ask, Attempt
from prehensile.control.attempt.by_sliding import grasp_by_sliding
from prehensile.control.grasp import grasp
from prehensile.errors import PrehensileError
from prehensile.hand.spec import HandSpec
from prehensile.quality.judge.likeness import judge_likeness
from prehensile.world.objects.primitives import box


def _card():
    return box((0.095, 0.058, 0.0014), 0.007, name="card").with_friction(0.6)


@cache
def _slid() -> Attempt:
    attempt = grasp_by_sliding(_card(), HandSpec.mean("right").build(), Ask(put=np.zeros(3)))
    assert attempt is not None
    return attempt


def test_a_card_is_slid_and_held():
    clip = _slid().clip
    assert _slid().judged.half_done, clip.verdict.line
    assert "over the table's edge" in clip.verdict.line
    assert clip.meta["on"] == "edge"
    names = [name for name, _, _ in clip.meta["phases"]]
    assert names[:3] == ["approach", "press", "slide"]
    assert names.index("slide") < names.index("lift") < names.index("hold")


def test_it_was_moved_by_the_fingers_as_far_as_it_is_said():
    clip = _slid().clip
    end = next(end for name, _, end in clip.meta["phases"] if name == "slide")
    k = int(np.searchsorted(clip.time, end))
    moved = clip.body("card").pose[0, 1] - clip.body("card").pose[k, 1]
    assert moved == pytest.approx(clip.meta["slid"], abs=0.006)


def test_the_rubric_does_not_count_the_slide():
    clip = _slid().clip
    figures = judge_likeness(clip, "card").figures
    assert clip.meta["slid"] > 0.05
    assert figures["moved since it stood"].value < 15


def test_the_thumb_keeps_off_while_it_slides():
    clip = _slid().clip
    begin, end = next((b, e) for name, b, e in clip.meta["phases"] if name == "slide")
    during = (clip.time > begin) & (clip.time < end)
    assert clip.finger_force[during, 0, 0].max() == 0.0
    assert np.median(clip.finger_force[during, 0, 1]) > 0.2


def test_what_is_not_flat_is_refused():
    hand = HandSpec.mean("right").build()
    with pytest.raises(PrehensileError, match="lie flat"):
        grasp("mug", hand, on="edge")
