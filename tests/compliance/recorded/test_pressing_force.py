"""The force without its noise, beside forces whose law is known."""

import numpy as np
import pytest

from prehensile.compliance.recorded.pressing_force import pressing_force

T = np.arange(-0.3, 0.4, 0.002)


def ramp(t: np.ndarray) -> np.ndarray:
    """(N, 1) [N] that rises from nought as a cubic."""
    u = np.maximum(t, 0.0)
    return (2.0 * u + 3.0 * u**2 - 4.0 * u**3)[:, None]


def test_a_polynomial_comes_back_exactly():
    np.testing.assert_allclose(pressing_force(T, ramp(T), 0.0, T > -1), ramp(T), atol=1e-10)


def test_noise_is_left_out(rng):
    noise = 0.04
    found = pressing_force(T, ramp(T) + noise * rng.normal(size=(len(T), 1)), 0.0, T > -1)
    assert not found[T < 0].any()
    off = (found - ramp(T))[T > 0]
    # A fit of p of n numbers keeps √(p/n) of their noise; p is seven at most.
    assert np.sqrt((off**2).mean()) < 1.5 * noise * np.sqrt(7 / (T > 0).sum())


def test_a_vibration_stays_as_it_was_measured(rng):
    settled = 0.05
    force = ramp(T) + 0.3 * np.sin(400 * T)[:, None] * ((T > 0) & (settled > T))[:, None]
    found = pressing_force(T, force, settled, T > -1)
    between = (T >= 0) & (settled > T)
    np.testing.assert_array_equal(found[between], force[between])
    np.testing.assert_allclose(found[settled < T], ramp(T)[settled < T], atol=1e-9)


def test_samples_that_do_not_count_change_nothing():
    force, sound = ramp(T), np.ones(len(T), bool)
    spoilt = force.copy()
    sound[200:215] = False
    spoilt[200:215] = 99.0
    np.testing.assert_allclose(pressing_force(T, spoilt, 0.0, sound), force, atol=1e-9)


def test_axes_are_fitted_one_by_one():
    both = np.concatenate([ramp(T), -2 * ramp(T)], axis=1)
    np.testing.assert_allclose(pressing_force(T, both, 0.0, T > -1), both, atol=1e-9)


@pytest.mark.parametrize("count", [0, 3])
def test_too_few_samples_give_no_force(count):
    sound = np.zeros(len(T), bool)
    sound[-count:] = count > 0
    assert not pressing_force(T, ramp(T), 0.0, sound).any()
