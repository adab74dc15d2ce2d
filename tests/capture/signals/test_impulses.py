import numpy as np

from prehensile.capture.signals.impulses import impulses
from prehensile.capture.signals.traces import Trace

TIME = np.arange(0, 10, 0.002)
TAPS = np.array([1.3003, 2.7711, 5.005, 8.4])


def test_rises_of_a_force_are_found_once_though_it_rings():
    rng = np.random.default_rng(0)
    past = TIME - TAPS[:, None]
    rings = np.exp(-past * 20) * (1 - np.cos(past * 400))
    load = np.where(past > 0, rings, 0).sum(0) + rng.normal(0, 0.05, len(TIME))
    found = impulses(Trace(TIME, load[:, None], 2))
    assert found.shape == TAPS.shape and np.abs(found - TAPS).max() < 0.012


def test_kinks_of_a_motion_are_found_over_gaps():
    rng = np.random.default_rng(1)
    place = np.cumsum(np.sign(np.sin(np.searchsorted(TAPS, TIME) * np.pi + 1))) * 0.002 * 0.3
    columns = np.stack([place, np.sin(TIME)], 1) + rng.normal(0, 3e-4, (len(TIME), 2))
    columns[100:120, 0] = np.nan
    found = impulses(Trace(TIME, columns, 0))
    assert all(np.abs(found - tap).min() < 0.006 for tap in TAPS)


def test_noise_and_short_or_missing_signals_have_none():
    rng = np.random.default_rng(2)
    assert len(impulses(Trace(TIME, rng.normal(size=(len(TIME), 1)), 2))) == 0
    assert len(impulses(Trace(TIME[:9], np.ones((9, 1)), 2))) == 0
    assert len(impulses(Trace(TIME, np.full((len(TIME), 1), np.nan), 2))) == 0
