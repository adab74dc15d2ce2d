"""CyberGlove: offsets of one wearing are constant, steps half a degree, tips off by centimetres."""

import numpy as np
import pytest

from prehensile.capture.sensors.cyberglove import CyberGlove, tip_errors
from prehensile.capture.sensors.trials import range_trial
from prehensile.motion.tracked_hand import angles_of, hand_of

CLIP = range_trial(np.random.default_rng(0), 3.0, 100)


def test_readings_are_multiples_of_the_resolution(rng) -> None:
    steps = np.degrees(CyberGlove().observe(CLIP, rng).values) / 0.5
    assert steps == pytest.approx(np.round(steps), abs=1e-6)


def test_offsets_are_those_of_a_wearing() -> None:
    glove, true = CyberGlove(gain=0), angles_of(CLIP.hands[0])
    offsets = []
    for wearing in range(20):
        off = glove.observe(CLIP, np.random.default_rng(wearing)).values - true
        assert np.degrees(np.ptp(off, axis=0)).max() <= 0.5 + 1e-6
        offsets.append(off.mean(0))
    assert np.degrees(np.std(offsets)) == pytest.approx(1.0, rel=0.15)


def test_errors_add_up_along_the_chain(rng) -> None:
    read = CyberGlove().observe(CLIP, rng).values
    hand = hand_of(CLIP.hands[0])
    off = tip_errors(hand, read, angles_of(CLIP.hands[0]))
    assert off.shape == (len(read), 5)
    assert 0.001 < np.median(off) < 0.02
    assert not tip_errors(hand, read, read).any()
