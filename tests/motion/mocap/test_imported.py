"""Clips with a report of how their import went."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.motion.mocap.imported import (
    Imported,
    imported_clip,
    one_hand_clip,
    residual_report,
    with_report,
)


@pytest.fixture(scope="module")
def clip():
    hand = HandSpec.mean("left").build()
    pose = np.tile([0.0, 0, 0, 1, 0, 0, 0], (3, 1))
    return one_hand_clip(np.arange(3) / 10, hand, np.zeros((3, hand.dof)), pose, {"a": 1})


def test_one_hand_that_touches_nothing(clip):
    assert clip.n_frames == 3 and len(clip.hands) == 1 and not clip.bodies
    assert clip.hands[0].name == "left" and len(clip.contacts) == 0
    assert Imported(clip).report == {"a": 1}


def test_a_report_grows_and_the_clip_stays(clip):
    more = with_report(clip, b=2)
    assert more.meta["import"] == {"a": 1, "b": 2} and clip.meta["import"] == {"a": 1}
    assert more.allclose(clip, 0)


def test_a_clip_as_it_is_says_its_side(clip):
    report = imported_clip(clip, "bvh", lost_frames=2).report
    assert report["format"] == "bvh" and report["side"] == "left" and report["lost_frames"] == 2


def test_a_clip_without_a_hand_is_refused(hand_clip):
    from dataclasses import replace

    frames = hand_clip.n_frames
    bare = replace(
        hand_clip,
        hands=(),
        finger_force=np.zeros((frames, 0, 5)),
        palm_force=np.zeros((frames, 0)),
    )
    with pytest.raises(InputError, match="no hand"):
        imported_clip(bare, "glb")


def test_residuals_are_in_millimetres_and_hidden_points_do_not_count():
    residual = np.array([[0.001, np.nan, np.nan], [0.003, 0.002, np.nan]])
    report = residual_report(("a", "b", "c"), residual)
    assert report["residual_mm_median"] == pytest.approx(2)
    assert report["residual_mm_by_point"] == {"a": pytest.approx(2), "b": pytest.approx(2)}
    assert report["residual_mm_p95"] == pytest.approx(np.quantile([1, 2, 3], 0.95))
