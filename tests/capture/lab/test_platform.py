"""The platform stays down until it is let go, then rises along its course."""

import numpy as np
import pytest

from prehensile.capture.lab.plank import ARM, PLANK
from prehensile.capture.lab.platform import Platform
from prehensile.capture.lab.tasks.on_plank import plank_room

RISE, SECONDS = 0.008, 0.04


def test_it_rises_when_let_go_and_falls_when_latched(subject):
    platform = Platform(RISE, SECONDS)
    room = plank_room(subject, stepper=platform)
    room.play([], 0.05)
    platform.let_go(room.world)
    room.play([], 0.25)
    platform.latch()
    room.play([], 0.2)
    pose = room.clip().body(PLANK).pose
    height = ARM * np.abs(2 * np.arctan2(pose[:, 5], pose[:, 3]))
    assert height[:50].max() < 1e-6
    assert height[50 + 60 : 290].min() > 0.9 * RISE
    assert height[250:290] == pytest.approx(RISE, rel=0.01)
    assert height[-20:].max() < 0.02 * RISE
    assert pose[280, 2] > pose[0, 2]
