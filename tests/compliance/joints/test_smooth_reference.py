"""Minimum-jerk moves and random functions against what they integrate."""

import numpy as np
import pytest
from scipy.integrate import quad

from prehensile.compliance.joints.smooth_reference import (
    ROUGHNESS,
    Roughness,
    move_shape,
    random_modes,
    spline_covariance,
)
from prehensile.motion.minimum_jerk import minimum_jerk


def test_the_move_is_the_one_of_motion() -> None:
    t = np.linspace(-0.5, 1.5, 101)
    shape = move_shape(t, 0.1, 0.8)
    assert np.allclose(shape.share, minimum_jerk((t - 0.1) / 0.8)[0])
    h = 1e-6
    for k, (a, b) in enumerate([(h, 0.0), (0.0, h)]):
        ahead, behind = (move_shape(t, 0.1 + s * a, 0.8 + s * b).share for s in (1, -1))
        assert np.allclose(shape.by_timing[:, k], (ahead - behind) / (2 * h), atol=1e-6)


@pytest.mark.parametrize(("s", "t"), [(0.3, 0.9), (1.0, 1.0), (2.0, 0.5)])
def test_the_covariance_is_the_integral(s, t) -> None:
    exact = quad(lambda u: (s - u) ** 2 / 2 * (t - u) ** 2 / 2, 0, min(s, t))[0]
    assert spline_covariance(np.array([s, t]))[0, 1] == pytest.approx(exact, rel=1e-9)


def test_the_modes_make_up_the_covariance() -> None:
    t = np.linspace(-0.4, 0.5, 80)
    modes = random_modes(t)
    exact = spline_covariance((t - t[0]) / 0.1)
    assert np.abs(modes @ modes.T - exact).max() < 2e-3 * exact.max()


def test_the_likelihood_finds_the_roughness_that_made_the_data(rng) -> None:
    t = np.linspace(0, 0.9, 150)
    modes, fixed = random_modes(t), np.ones((150, 1))
    weight, total = np.ones(150), np.zeros(len(ROUGHNESS))
    for _ in range(30):
        y = 0.1 * modes @ rng.normal(size=modes.shape[1]) + rng.normal(size=150)
        total += Roughness(fixed, modes, weight).likelihoods(y[:, None], np.ones(1))[0]
    assert ROUGHNESS[int(total.argmax())] == pytest.approx(0.01, rel=1.5)
