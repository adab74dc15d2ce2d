"""Experiment 2, in the air: τ_ARM keeps the fingers still on a shaken arm."""

import numpy as np
import pytest

from prehensile.control.experiments.wave import SHAKE, wave_reduction, wave_test
from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.spec import HandSpec

HANDS = {p: bare_hand(HandSpec.at_percentile(p).build()) for p in (10, 75)}


@pytest.mark.parametrize("size", HANDS)
def test_fingers_wave_95_percent_less(size):
    without, with_it = (wave_test(HANDS[size], compensated=c).rms for c in (False, True))
    assert np.degrees(without) > 1  # there is something to take away
    assert with_it < 0.05 * without


@pytest.mark.parametrize("scale", [0.7, 1.3])
def test_60_percent_less_with_wrong_masses(scale):
    hand = HANDS[75]
    right = wave_test(hand, compensated=False).rms
    assert wave_test(hand, mass_scale=scale).rms < 0.4 * right
    assert wave_reduction(hand, scale) > 0.6


def test_the_arm_did_shake():
    wave = wave_test(HANDS[10])
    assert np.abs(wave.height).max() == pytest.approx(SHAKE.amplitude, rel=0.1)
