"""Blood over time: a first-order lag, in closed form; a force as people press."""

import numpy as np
import pytest

from prehensile.appearance.generate.series import (
    BEFORE,
    CLOCK,
    FORCE,
    HELD,
    MOMENTS,
    PressPath,
    moved_blood,
    press_and_release,
)


def test_blood_follows_a_step_in_closed_form():
    target = np.array([-0.8, 0.3], np.float32)
    since = np.array(MOMENTS)
    moments = [0.0, *(BEFORE + since), *(BEFORE + HELD + since)]
    pressed = lambda t: target * (BEFORE < t < BEFORE + HELD)  # noqa: E731
    found = np.stack(moved_blood(pressed, moments, 0.2, 0.6))
    n = len(MOMENTS)
    np.testing.assert_allclose(
        found[1 : n + 1], target * (1 - np.exp(-since / 0.2))[:, None], atol=1e-5
    )
    gone = found[n + 1]
    np.testing.assert_allclose(found[n + 1 :], gone * np.exp(-since / 0.6)[:, None], atol=1e-5)


def test_blood_follows_a_growing_force_in_closed_form():
    moments = [0.0, *np.linspace(0.02, 0.3, 12)]
    found = np.stack(moved_blood(lambda t: np.array([-t]), moments, 0.15, 0.6))[:, 0]
    t = np.array(moments)
    np.testing.assert_allclose(found, -(t - 0.15 * (1 - np.exp(-t / 0.15))), atol=2e-4)


def test_a_press_comes_is_held_and_goes():
    path = PressPath(10.0, 0.1, np.zeros(1000))
    assert path.at(BEFORE) == 0 and path.at(BEFORE + HELD + 0.1) == pytest.approx(0)
    assert path.at(BEFORE + 0.05) == pytest.approx(5)
    assert path.at(BEFORE + 1.0) == pytest.approx(10)


def test_what_is_written_down_is_near_what_was(rng):
    for _ in range(20):
        series = press_and_release(rng, 6.5)
        assert len(series.times) == len(series.moments) == len(series.loads) == 1 + 2 * len(MOMENTS)
        assert (np.diff(series.times) > 0).all() and (np.diff(series.moments) > 0).all()
        assert np.abs(np.subtract(series.times, series.moments)).max() <= CLOCK
        said = np.array([load.force for load in series.loads])
        true = np.array([series.path.at(t) for t in series.moments])
        assert said[0] == 0 and not said[true == 0].any() and (said >= 0).all()
        assert 0 < np.abs(said - true).max() < 0.1 * FORCE[1]


def test_a_held_force_wanders_as_much_as_people_s(rng):
    shares = np.concatenate([press_and_release(rng, 6.5).path.wander for _ in range(200)])
    assert 0.03 < shares.std() < 0.05
