"""Cycles of signals whose number is known by construction."""

import numpy as np
import pytest

from prehensile.synergy.cycles import count_cycles, turning_points
from prehensile.synergy.generated_recordings import generated_recording

RATE = 100


def bump(level: float, seconds: float = 0.6) -> np.ndarray:
    s = np.linspace(0, 1, round(seconds * RATE), endpoint=False)
    return level * np.sin(np.pi * s) ** 2


def counted(signal: np.ndarray, *others: np.ndarray, noise: float = 0.0) -> int:
    """Cycles of frames whose cells follow some signals, each with cells of its own."""
    rng = np.random.default_rng(0)
    frames = np.concatenate(
        [np.outer(s, rng.uniform(0.5, 1, 9)) for s in (signal, *others)], axis=1
    )
    frames += rng.normal(0, max(noise, 1e-6), frames.shape)
    return count_cycles(np.arange(len(signal)) / RATE, frames).count


@pytest.mark.parametrize("cycles", [1, 2, 3, 5, 9])
def test_squeezes_of_unequal_strength_are_counted(cycles: int) -> None:
    levels = np.linspace(0.25, 1, cycles)
    signal = np.concatenate([np.zeros(40), *(bump(v) for v in levels), np.zeros(40)])
    assert counted(signal) == cycles
    assert counted(signal, noise=0.05) == cycles


def test_peaks_are_when_it_is_pressed_hardest() -> None:
    signal = np.concatenate([np.zeros(40), bump(1), bump(0.5), np.zeros(40)])
    found = count_cycles(np.arange(len(signal)) / RATE, np.outer(signal, [1.0, 2.0]))
    assert found.peaks == pytest.approx([0.7, 1.3], abs=0.02)
    assert found.signal[70] > found.signal[0]


def test_ripples_on_a_plateau_are_no_cycles() -> None:
    ripples = 1 + 0.03 * np.sin(2 * np.pi * 3 * np.arange(400) / RATE)
    signal = np.concatenate([np.zeros(50), bump(1)[:30], ripples, bump(1)[30:], np.zeros(50)])
    assert counted(signal) == 1


def test_load_that_goes_to_and_fro_between_fingers_is_counted_once_a_turn() -> None:
    first = np.concatenate([np.ones(50), *[1 - bump(1)] * 4, np.ones(50)])
    assert counted(first, 1 - first) == 4


def test_taking_up_and_putting_down_are_no_cycles() -> None:
    """An empty hand is as far from the first digits' load as the other digits' is."""
    ramp = bump(1)[:30]
    first = np.concatenate([np.zeros(60), ramp, np.ones(40), *[1 - bump(1, 1.0)] * 3, np.ones(40)])
    other = np.concatenate([np.zeros(130), *[bump(0.6, 1.0)] * 3, np.zeros(40)])
    first = np.concatenate([first, ramp[::-1], np.zeros(60)])
    other = np.concatenate([other, np.zeros(90)])
    assert counted(first, other, noise=0.02) == 3


def test_turning_points_are_highs_and_lows_by_turns() -> None:
    signal = np.array([0.0, 0.2, 3, 2.9, 3.1, 1, 1.2, 0.9, 4, 0])
    assert turning_points(signal, 1.0).tolist() == [0, 4, 7, 8, 9]
    assert turning_points(-signal, 1.0).tolist() == [0, 4, 7, 8, 9]
    assert turning_points(np.array([0.0, 0.5, 0.2]), 1.0).tolist() == []


@pytest.mark.long
@pytest.mark.parametrize("kind", ["squeeze", "turn"])
def test_generated_recordings_are_counted(kind: str) -> None:
    for seed in range(900, 908):
        time, frames, truth = generated_recording(seed, kind)
        assert count_cycles(time, frames).count == truth.cycles, seed
