"""Turned: each clause alone."""

import numpy as np
import pytest

from prehensile.lie import so3
from prehensile.quality.turned import TURNED, judge_turned


@pytest.fixture(scope="module")
def dial_clip(store):
    return store.grasped("dial")


def test_a_dial_is_turned(dial_clip):
    verdict = judge_turned(dial_clip, "dial")
    assert verdict.turned, verdict
    quat = dial_clip.body("dial").pose[[0, -1], 3:]
    assert verdict.angle == pytest.approx(
        np.linalg.norm(so3.log(so3.from_quat(quat[0]).T @ so3.from_quat(quat[1])))
    )


def test_too_small_an_angle_is_refused(dial_clip):
    early = dial_clip.at_times(dial_clip.time[: dial_clip.n_frames // 3])
    verdict = judge_turned(early, "dial")
    assert not verdict.turned and verdict.angle < TURNED
    assert "30°" in verdict.reason or "never" in verdict.reason


def test_the_clip_keeps_the_judges_verdict(dial_clip):
    turned = judge_turned(dial_clip, "dial")
    assert dial_clip.verdict == turned.verdict
    by = dial_clip.verdict.figures["turned"]
    assert (by.value, by.unit) == (pytest.approx(np.degrees(turned.angle)), "°")
