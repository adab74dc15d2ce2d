"""Pressing: force and depth of the clip are those of the stated law."""

import numpy as np
import pytest

from prehensile.capture.lab.session import lab_session
from prehensile.capture.lab.touches import contact_force
from prehensile.hand.segments import TIP_SEGMENT


@pytest.fixture(scope="module")
def pressed():
    return lab_session("press", 3, contacts=2).truth


def test_loading_and_unloading_have_their_moduli(pressed):
    clip, law = pressed.clip, pressed.laws["fingerpad"]
    force = -contact_force(clip, f"right/{TIP_SEGMENT['index']}", "plank")[:, 2]
    depth = np.zeros(clip.n_frames)
    rows = np.repeat(np.arange(clip.n_frames), np.diff(clip.contacts.offsets))
    depth[rows] = clip.contacts.depth
    for touch in pressed.touches:
        during = np.flatnonzero((clip.time >= touch.onset) & (clip.time <= touch.end))
        top = during[force[during].argmax()]
        for part, ratio in ((during[during <= top], 1.0), (during[during > top], law["rho"])):
            low = part[(force[part] > 0.02) & (force[part] < 1)]
            k, _ = np.polyfit(force[low] ** (2 / 3), depth[low], 1)
            assert k == pytest.approx(ratio * law["k"], rel=0.02)


def test_it_presses_beyond_two_newtons_and_does_not_ring(pressed):
    force = -contact_force(pressed.clip, f"right/{TIP_SEGMENT['index']}", "plank")[:, 2]
    assert 2 < force.max() < 5
    assert np.abs(np.diff(force, 2)).max() < 0.1


def test_the_plank_flexes(pressed):
    height = pressed.clip.body("plank").pose[:, 2]
    assert 5e-5 < np.ptp(height) < 2e-3
