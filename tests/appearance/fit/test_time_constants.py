"""Time constants come back from what `prehensile.appearance.model.blood` makes of a force."""

from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.fit.time_constants import BEND, fitted_time_constants, gone, shown
from prehensile.appearance.model.blood import blood_over_time
from prehensile.errors import InputError

LARGEST = 8.0
FINE = 0.002
"""[s] of the steps in which the oracle's force is held"""


def series(force, time, blanch, refill, noise=0.0, rng=None, bend=0.4):
    """(T, 4) of a force that is straight between times, by the model's own steps, many of them."""
    model = replace(toy_model(), blanch_s=blanch, refill_s=refill)
    fine = np.unique(np.concatenate([np.arange(time[0], time[-1], FINE), time]))
    held = np.interp(np.r_[0.5 * (fine[1:] + fine[:-1]), fine[-1]], time, force)
    blood = blood_over_time(model, fine, np.abs(model.law.coefficients(held[:, None])))
    most = np.abs(model.law.coefficients(np.array([force.max()])))
    share = np.interp(time, fine, blood[:, 0]) / most[0]
    seen = 20 * shown(share, bend)[:, None] * [1.0, 0.2, 0.0, 0.0]
    return seen if rng is None else seen + noise * rng.normal(size=seen.shape)


RISE = np.r_[0.0, 0.0, np.interp(np.geomspace(0.02, 2, 14), [0, 0.1], [0, LARGEST])]
STEP = np.r_[RISE, LARGEST, LARGEST - RISE[2:]]
STEP_TIME = np.r_[0.0, 0.3, 0.3 + np.geomspace(0.02, 2, 14), 2.6, 2.6 + np.geomspace(0.02, 2, 14)]


@pytest.mark.parametrize(("blanch", "refill"), [(0.1, 0.6), (0.3, 0.3), (0.5, 0.15)])
def test_a_press_and_release(blanch, refill):
    found = fitted_time_constants(STEP_TIME, STEP, series(STEP, STEP_TIME, blanch, refill))
    assert abs(found.blanch_s / blanch - 1) < 0.05
    assert abs(found.refill_s / refill - 1) < 0.05
    np.testing.assert_allclose(found.fitted, found.seen, atol=0.4)


def test_through_a_law_that_is_known():
    law = toy_model().law
    known = fitted_time_constants(
        STEP_TIME, STEP, series(STEP, STEP_TIME, 0.2, 0.5, bend=BEND),
        lambda force: -7 * shown(-law.coefficients(force[:, None])[:, 0] / (1 - np.exp(-2)), BEND),
    )  # fmt: skip
    assert abs(known.blanch_s / 0.2 - 1) < 0.01
    assert abs(known.refill_s / 0.5 - 1) < 0.01
    np.testing.assert_allclose(known.fitted, known.seen, atol=0.05)
    np.testing.assert_allclose(known.targets[-1], [20, 4, 0, 0], rtol=0.01, atol=1e-9)


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


def test_blood_that_drifts_is_borne():
    seen = series(STEP, STEP_TIME, 0.2, 0.5)
    seen[:, 0] += 0.06 * seen.max() * STEP_TIME / STEP_TIME[-1]
    found = fitted_time_constants(STEP_TIME, STEP, seen)
    assert abs(found.blanch_s / 0.2 - 1) < 0.1
    assert abs(found.refill_s / 0.5 - 1) < 0.1


@pytest.mark.parametrize("bend", [0.2, 0.3, 0.5])
def test_how_much_the_colour_lags_behind_blood_is_found_roughly(bend):
    found = fitted_time_constants(STEP_TIME, STEP, series(STEP, STEP_TIME, 0.2, 0.5, bend=bend))
    assert abs(found.blanch_s / 0.2 - 1) < 0.2
    assert abs(found.refill_s / 0.5 - 1) < 0.2


@pytest.mark.parametrize("bend", [0.0, 0.3, 0.9])
def test_what_is_seen_of_blood_goes_back_to_it(bend):
    share = np.linspace(0, 1.2, 20)
    np.testing.assert_allclose(gone(shown(share, bend), bend), share, atol=1e-9)
    assert shown(np.ones(1), bend) == 1 and not gone(np.array([-0.1]), bend).any()


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
