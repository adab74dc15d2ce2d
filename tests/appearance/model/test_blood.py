from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.model.blood import blood_over_time, next_blood
from prehensile.appearance.model.model import VISCOSITY


def test_the_thesis_decay_at_its_own_rate():
    model, target = toy_model(), np.array([1.0, 0, 0, 0])
    assert next_blood(model, np.zeros(4), target, 0.01)[0] == pytest.approx(0.05, rel=2e-3)
    assert pytest.approx(-0.01 / np.log(0.95), rel=1e-2) == VISCOSITY


def test_many_small_steps_are_one_large_step(rng):
    model, target = replace(toy_model(), blanch_s=0.3, refill_s=0.1), rng.normal(size=(5, 4))
    blood = 0.3 * target
    small = blood
    for _ in range(100):
        small = next_blood(model, small, target, 0.004)
    assert np.allclose(small, next_blood(model, blood, target, 0.4))


def test_blanching_and_refill_have_their_own_times():
    model = replace(toy_model(), blanch_s=0.1, refill_s=0.5)
    pressed = np.array([-1.0, 0.0, 0.0, 0.0])
    leaving = next_blood(model, np.zeros(4), pressed, 0.1)
    coming = next_blood(model, pressed, np.zeros(4), 0.5)
    assert leaving[0] == pytest.approx(-(1 - np.exp(-1)))
    assert coming[0] == pytest.approx(-np.exp(-1))


def test_a_series_begins_at_rest_and_follows_its_targets():
    model, time = toy_model(), np.linspace(0, 3, 91)
    targets = np.zeros((91, 5, 4))
    targets[30:] = [-1.0, 0.2, 0, 0]
    blood = blood_over_time(model, time, targets)
    assert not blood[:31].any()
    assert np.allclose(blood[-1], targets[-1], atol=1e-3)
    assert np.allclose(blood[31:61, 0, 0], -(1 - np.exp(-(time[31:61] - 1) / VISCOSITY)))


def test_compiled_is_as_plain(rng, monkeypatch):
    model = replace(toy_model(), blanch_s=0.2, refill_s=0.6)
    blood, target = rng.normal(size=(2, 3, 5, 4))
    steps = (1 / 60, rng.random((3, 5)))
    compiled = [next_blood(model, blood, target, dt) for dt in steps]
    monkeypatch.setenv("PREHENSILE_PLAIN", "1")
    for dt, found in zip(steps, compiled, strict=True):
        np.testing.assert_allclose(next_blood(model, blood, target, dt), found, rtol=1e-12)


def test_each_finger_may_have_its_own_step(rng):
    model = replace(toy_model(), blanch_s=0.2, refill_s=0.6)
    blood, target = rng.normal(size=(2, 5, 4))
    steps = rng.random(5)
    alone = [next_blood(model, b, t, dt) for b, t, dt in zip(blood, target, steps, strict=True)]
    np.testing.assert_allclose(next_blood(model, blood, target, steps), alone, rtol=1e-12)
