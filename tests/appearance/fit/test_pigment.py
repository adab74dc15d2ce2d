import numpy as np
import pytest

from prehensile.appearance.fit.pigment import fitted_pigment, typical_pigment

TRUE = np.array([0.2, 0.75, 0.63]) / np.linalg.norm([0.2, 0.75, 0.63])


def pictures(rng, noise):
    zero = rng.uniform(0.2, 1.0, (64, 64, 3))
    amount = rng.normal(-0.2, 0.1, (6, 64, 64, 1))
    return zero, zero + amount * TRUE + noise * rng.normal(size=(6, 64, 64, 3))


@pytest.mark.parametrize("centre", ["zero", "mean"])
def test_a_planted_pigment_is_found_and_points_to_more_blood(rng, centre):
    zero, pressed = pictures(rng, 0.0)
    found, share = fitted_pigment(zero, pressed, np.ones((64, 64)), centre)
    np.testing.assert_allclose(found, TRUE, atol=1e-9)
    assert share > 1 - 1e-9


def test_noise_of_one_channel_does_not_turn_it_far(rng):
    zero, pressed = pictures(rng, 0.0)
    pressed[..., 2] += 0.1 * rng.normal(size=pressed.shape[:-1])
    found, _ = fitted_pigment(zero, pressed, np.ones((64, 64)))
    assert np.degrees(np.arccos(found @ TRUE)) < 2


def test_what_is_not_finger_does_not_count(rng):
    zero, pressed = pictures(rng, 0.0)
    weight = np.zeros((64, 64))
    weight[:32] = 1
    pressed[:, 32:] += rng.normal(size=(6, 32, 64, 3))
    np.testing.assert_allclose(fitted_pigment(zero, pressed, weight)[0], TRUE, atol=1e-9)


def test_it_is_positive_whatever_changes(rng):
    zero = rng.uniform(0.2, 1.0, (16, 16, 3))
    pressed = zero + rng.normal(size=(3, 16, 16, 1)) * np.array([0.5, -0.5, 0.7])
    found, _ = fitted_pigment(zero, pressed, np.ones((16, 16)))
    assert (found > 0).all() and abs(np.linalg.norm(found) - 1) < 1e-12
    assert abs(np.linalg.norm(typical_pigment()) - 1) < 1e-12
