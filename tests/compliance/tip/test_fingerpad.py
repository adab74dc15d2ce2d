"""Hertz against its own closed form; stiffness against a derivative."""

import numpy as np
import pytest

from prehensile.compliance.tip.fingerpad import (
    hertz_fit,
    phases,
    root_compliance,
    stiffness_under_load,
)
from prehensile.errors import InputError


def test_youngs_modulus_is_that_of_the_sphere_that_was_pressed(rng) -> None:
    young, radius = 130e3, 7.5e-3
    star = young / (1 - 0.25)
    force = rng.uniform(0.01, 2.0, 500)
    depth = (3 * force / (4 * star * np.sqrt(radius))) ** (2 / 3) + 1e-4
    fit = hertz_fit(force, depth)
    assert fit.young(radius) == pytest.approx(young, rel=1e-6)
    assert fit.reduced(radius) == pytest.approx(star, rel=1e-6)
    assert fit.young() == pytest.approx(9 / (16 * fit.k**1.5 * np.sqrt(radius)))
    assert fit.offset == pytest.approx(1e-4)
    assert np.allclose(fit.compression(force), depth)


def test_the_thesis_values_are_three_quarters_of_what_it_prints() -> None:
    k = (3 / (4 * 120.18e3 * np.sqrt(7.5e-3))) ** (2 / 3)
    force = np.linspace(0.01, 1, 50)
    assert hertz_fit(force, k * force ** (2 / 3)).young() == pytest.approx(90.1e3, rel=1e-2)


def test_stiffness_under_load_is_a_slope() -> None:
    force = np.linspace(0.1, 4, 400)
    depth = 1e-3 * (1 - np.exp(-force))
    assert stiffness_under_load(force, depth, 2.0) == pytest.approx(1e3 * np.exp(2), rel=0.05)
    assert root_compliance(4000.0) == pytest.approx(2.5e-4)


def test_loading_comes_before_the_top() -> None:
    force = np.array([0, 1, 2, 1.5, 0.2])
    loading, unloading = phases(force)
    assert loading.tolist() == [True, True, True, False, False]
    assert unloading.tolist() == [False, False, True, True, True]


def test_what_is_no_pad_is_refused() -> None:
    force = np.linspace(0.1, 0.9, 30)
    with pytest.raises(InputError, match="grows"):
        hertz_fit(force, -force)
    with pytest.raises(InputError, match="samples below"):
        hertz_fit(force + 5, force)
    with pytest.raises(InputError, match="near"):
        stiffness_under_load(force, force, 5.0)
    with pytest.raises(InputError, match="give way"):
        stiffness_under_load(force, -force, 0.5)
