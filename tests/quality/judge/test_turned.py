"""Turned: each clause alone."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.quality.judge.turned import TURNED, judge_turned
from prehensile.world.catalogue import load_object
from prehensile.world.recorder import Recorder
from prehensile.world.scene import HandInScene
from prehensile.world.world import World


@pytest.fixture(scope="module")
def dial_clip(store):
    return store.grasped("dial")


@pytest.mark.long
def test_a_dial_is_turned(dial_clip):
    verdict = judge_turned(dial_clip, "dial")
    assert verdict.turned, verdict
    quat = dial_clip.body("dial").pose[[0, -1], 3:]
    assert verdict.angle == pytest.approx(
        np.linalg.norm(so3.log(so3.from_quat(quat[0]).T @ so3.from_quat(quat[1])))
    )


def test_what_nobody_turns_is_refused():
    world = World(HandInScene(Hand(), forearm=(1, 0, 0, 1, 0, 0, 0)), load_object("dial"))
    recorder = Recorder(world)
    for _ in range(10):
        recorder.add(world.step())
    verdict = judge_turned(recorder.clip(), "dial")
    assert not verdict.turned and verdict.angle < 0.01 * TURNED
    assert "30°" in verdict.reason or "never" in verdict.reason


@pytest.mark.long
def test_the_clip_keeps_the_judges_verdict(dial_clip):
    turned = judge_turned(dial_clip, "dial")
    assert dial_clip.verdict == turned.verdict
    by = dial_clip.verdict.figures["turned"]
    assert (by.value, by.unit) == (pytest.approx(np.degrees(turned.angle)), "°")
