import numpy as np
import pytest

from prehensile.capture.signals.zero_line import zero_line

TIME = np.arange(0, 20, 0.002)
LINE = 0.3 + 0.02 * TIME + 0.05 * np.sin(TIME / 3)
PRESSED = np.where(np.sin(2 * np.pi * (TIME - 1) / 4) > 0.3, 0.8, 0.0)


@pytest.mark.parametrize("noise", [0.0, 0.01, 0.05])
def test_the_line_wanders_under_touches(noise):
    rng = np.random.default_rng(0)
    found = zero_line(TIME, LINE + PRESSED + rng.normal(0, noise, len(TIME)))
    assert np.abs(found.line - LINE).max() < 0.02 + noise
    assert found.noise == pytest.approx(noise, rel=0.15, abs=0.002)


def test_a_converter_s_steps_count_as_noise():
    found = zero_line(TIME, 0.1 * np.round((LINE + PRESSED) / 0.1))
    assert 0.04 < found.noise < 0.1


def test_a_constant_has_a_line():
    found = zero_line(TIME, np.full(len(TIME), 3.0))
    assert (found.line == 3.0).all() and found.noise > 0
