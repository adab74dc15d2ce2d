"""Time constants come back from what `prehensile.appearance.model.blood` makes of a force."""

from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.fit.time_constants import amounts_of, fitted_time_constants, shown
from prehensile.appearance.model.blood import blood_over_time
from prehensile.errors import InputError


def series(force, time, blanch, refill, noise=0.0, rng=None, bend=0.4):
    model = replace(toy_model(), blanch_s=blanch, refill_s=refill)
    targets = 20 * model.law.coefficients(force[:, None])
    seen = shown(blood_over_time(model, time, targets), targets[force.argmax()], bend)
    return seen if rng is None else seen + noise * rng.normal(size=seen.shape)


STEP = np.r_[0.0, np.full(14, 8.0), np.zeros(14)]
STEP_TIME = np.r_[0.0, 0.3 + np.geomspace(0.02, 2, 14), 2.6 + np.geomspace(0.02, 2, 14)]


@pytest.mark.parametrize(("blanch", "refill"), [(0.1, 0.6), (0.3, 0.3), (0.5, 0.15)])
def test_a_press_and_release(blanch, refill):
    found = fitted_time_constants(STEP_TIME, STEP, series(STEP, STEP_TIME, blanch, refill))
    assert abs(found.blanch_s / blanch - 1) < 0.01
    assert abs(found.refill_s / refill - 1) < 0.01
    np.testing.assert_allclose(found.fitted, found.seen, atol=0.05)


def test_a_force_that_comes_and_goes():
    time = np.arange(0, 6, 1 / 15)
    force = 4 * (1 - np.cos(2 * np.pi * time / 2.5)) * np.linspace(1, 0.6, len(time))
    found = fitted_time_constants(time, force, series(force, time, 0.2, 0.5))
    assert abs(found.blanch_s / 0.2 - 1) < 0.1
    assert abs(found.refill_s / 0.5 - 1) < 0.1


def test_noise_is_borne(rng):
    seen = series(STEP, STEP_TIME, 0.2, 0.5, 0.4, rng)
    found = fitted_time_constants(STEP_TIME, STEP, seen)
    assert abs(found.blanch_s / 0.2 - 1) < 0.15
    assert abs(found.refill_s / 0.5 - 1) < 0.15


@pytest.mark.parametrize("bend", [0.1, 0.3, 0.5])
def test_how_much_the_colour_lags_behind_blood_is_found_roughly(bend):
    found = fitted_time_constants(STEP_TIME, STEP, series(STEP, STEP_TIME, 0.2, 0.5, bend=bend))
    assert abs(found.blanch_s / 0.2 - 1) < 0.2
    assert abs(found.refill_s / 0.5 - 1) < 0.2


@pytest.mark.parametrize("bend", [0.0, 0.3, 0.9])
def test_what_is_seen_of_blood_goes_back_to_it(rng, bend):
    most = rng.normal(size=4)
    blood = np.linspace(0, 1, 20)[:, None] * most
    np.testing.assert_allclose(amounts_of(shown(blood, most, bend), most, bend), blood, atol=1e-9)
    np.testing.assert_allclose(shown(most, most, bend), most)


@pytest.mark.parametrize(
    ("time", "force", "word"),
    [
        (np.arange(4.0), np.array([0, 5.0, 5, 0]), "at least"),
        (np.r_[0, 1, 2, 3, 3, 4.0], np.array([0, 5.0, 5, 0, 0, 0]), "later"),
        (np.arange(8.0), np.r_[0, np.full(7, 5.0)], "release"),
    ],
)
def test_what_is_no_series_is_refused(time, force, word):
    with pytest.raises(InputError, match=word):
        fitted_time_constants(time, force, np.zeros((len(time), 4)))
