import numpy as np
import pytest

from prehensile.appearance.fit.balance import gains
from prehensile.appearance.fit.pigment import typical_pigment


@pytest.fixture
def skin(rng):
    zero = rng.uniform(0.2, 1.0, (64, 64, 3))
    y = np.linspace(0, 1, 64)[:, None]
    pale = np.exp(-(((y - 0.8) / 0.15) ** 2)) * np.ones((64, 64))
    share = np.linspace(0.2, 1, 5)[:, None, None, None]
    return zero, zero - 0.4 * share * pale[..., None] * typical_pigment()


def test_exposures_are_found_though_skin_blanches(skin, rng):
    zero, pressed = skin
    true = 0.1 * rng.normal(size=(5, 1)) + 0.01 * rng.normal(size=(5, 3))
    found = gains(zero, pressed + true[:, None, None], typical_pigment(), np.ones((64, 64)))
    assert np.abs(found + true).max() < 0.03
    assert np.abs(found + true).max() < 0.3 * np.abs(true).max()


def test_photographs_that_are_alike_are_left_alone(skin):
    zero, pressed = skin
    assert np.abs(gains(zero, pressed, typical_pigment(), np.ones((64, 64)))).max() < 0.005


def test_nothing_but_background_has_no_gain(skin):
    zero, pressed = skin
    assert not gains(zero, pressed, typical_pigment(), np.zeros((64, 64))).any()
