import numpy as np
import pytest

from prehensile.capture.live.loss import LossCounter


def counted(time, rate, chunk=17):
    counter = LossCounter(rate)
    for k in range(0, len(time), chunk):
        counter.follow(time[k : k + chunk])
    return counter.lost


@pytest.mark.parametrize("rate", [30.0, 100.0, 1000.0])
@pytest.mark.parametrize("gone", [0, 1, 7, 40])
def test_holes_are_counted(rate, gone):
    time = np.arange(round(10 * rate)) / rate
    kept = np.delete(time, np.arange(100, 100 + gone))
    assert counted(kept, rate) == gone


def test_samples_that_are_late_are_not_lost():
    rng = np.random.default_rng(0)
    time = np.arange(5000) / 1000
    late = np.maximum.accumulate(time + rng.exponential(0.002, len(time)))
    assert counted(late, 1000.0) == 0


def test_a_clock_that_drifts_loses_nothing():
    assert counted(np.arange(60_000) / 1000 * (1 + 1e-4), 1000.0) == 0


def test_nothing_is_counted_without_a_rate():
    assert counted(np.array([0.0, 5.0, 100.0]), 0.0) == 0


def test_a_clock_that_is_set_anew_loses_nothing():
    time = np.arange(2000) / 100
    for jump in (1e6, -1e6):
        assert counted(np.where(time < 10, time, time + jump), 100.0) == 0
