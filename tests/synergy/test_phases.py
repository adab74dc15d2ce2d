"""Phases of recordings whose boundaries are known by construction."""

import numpy as np
import pytest

from prehensile.synergy.phases import find_phases

TIME = np.arange(0, 6, 0.01)


def trapezoid(edges: tuple[float, float, float, float]) -> np.ndarray:
    return np.interp(TIME, edges, [0, 1, 1, 0])


def test_a_ramp_up_and_down_has_five_phases() -> None:
    frames = np.outer(trapezoid((1.0, 1.5, 3.0, 3.8)), [1.0, 2.0, 0.5])
    frames += np.random.default_rng(0).normal(0, 0.01, frames.shape)
    found = find_phases(TIME, frames)
    assert found.changing.tolist() == [False, True, False, True, False]
    assert found.boundaries == pytest.approx([1.0, 1.5, 3.0, 3.8], abs=0.08)
    assert (found.start[0], found.end[-1]) == pytest.approx((TIME[0], TIME[-1]))
    assert np.array_equal(found.start[1:], found.end[:-1])


def test_load_that_moves_from_one_finger_to_another_is_a_phase_though_its_sum_is_constant() -> None:
    moved = np.interp(TIME, [2.0, 2.6], [0, 1])
    frames = np.stack([1 - moved, moved, 0.5 * np.ones_like(moved)], axis=1)
    found = find_phases(TIME, frames)
    assert np.ptp(frames.sum(axis=1)) < 1e-12
    assert found.changing.tolist() == [False, True, False]
    assert found.boundaries == pytest.approx([2.0, 2.6], abs=0.08)


def test_strong_and_weak_changes_have_their_own_measure_of_rest() -> None:
    load = np.interp(TIME, [1, 1.4, 3, 3.4], [0, 1, 1, 1.3])
    found = find_phases(TIME, np.outer(load, [1.0, 0.3]))
    assert found.boundaries == pytest.approx([1, 1.4, 3, 3.4], abs=0.08)


def test_drift_is_no_change() -> None:
    load = np.interp(TIME, [1, 1.3, 4, 4.3], [0, 1, 1.15, 0])
    assert find_phases(TIME, np.outer(load, [1.0, 2.0])).changing.sum() == 2


def test_pressing_and_releasing_without_a_rest_between_are_two_changes() -> None:
    found = find_phases(TIME, np.outer(trapezoid((1.0, 2.0, 2.001, 3.0)), [1.0, 2.0]))
    assert found.changing.tolist() == [False, True, True, False]
    assert found.boundaries == pytest.approx([1, 2, 3], abs=0.08)
