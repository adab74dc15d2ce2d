"""Smooth scores and their noise, against noise that was put in."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.synergy.activity import activity


def test_noise_is_what_was_put_in(rng) -> None:
    time = np.arange(0, 60, 1 / 100)
    pattern = np.linalg.qr(rng.normal(size=(30, 1)))[0][:, 0]
    frames = np.outer(20 * np.sin(2 * np.pi * 0.5 * time), pattern)
    found = activity(time, frames + rng.normal(0, 1, frames.shape), 1)
    sigma = 0.035 * 100
    # White noise through a Gaussian of deviation σ: 1/(2 √π σ) of its variance, and 1/(4 √π σ³) of
    # that of its slope.
    assert found.noise == pytest.approx(np.sqrt(1 / (2 * np.sqrt(np.pi) * sigma)), rel=0.1)
    slope = 100 * np.sqrt(1 / (4 * np.sqrt(np.pi) * sigma**3))
    assert found.noise_speed == pytest.approx(slope, rel=0.1)


def test_speed_is_the_derivative(rng) -> None:
    time = np.arange(0, 6, 1 / 100)
    frames = np.outer(np.sin(2 * np.pi * 0.5 * time), [3.0, 4.0])
    found = activity(time, frames)
    inner = slice(30, -30)
    assert found.speed[inner] == pytest.approx(
        5 * np.pi * np.abs(np.cos(np.pi * found.time[inner])), abs=0.15
    )


def test_uneven_times_are_made_even(rng) -> None:
    time = np.sort(rng.uniform(0, 5, 800))
    found = activity(time, np.outer(np.sin(time), [1.0, 2.0]))
    assert np.ptp(np.diff(found.time)) < 1e-9
    line = found.basis.project(np.outer(np.sin(found.time), [1.0, 2.0]))
    assert found.score[80:-80] == pytest.approx(line[80:-80], abs=0.02)


@pytest.mark.parametrize(
    ("time", "frames", "words"),
    [
        (np.arange(5.0), np.arange(10.0).reshape(5, 2), "at least 8 frames"),
        (np.zeros(20), np.arange(40.0).reshape(20, 2), "strictly increasing"),
        (np.append(np.arange(19.0), 1e9), np.arange(40.0).reshape(20, 2), "too uneven"),
        (np.arange(20.0), np.ones((20, 2)), "all the same"),
        (np.arange(20.0), np.ones((19, 2)), "expected"),
    ],
)
def test_recordings_that_tell_nothing_are_refused(time, frames, words: str) -> None:
    with pytest.raises(InputError, match=words):
        activity(time, frames)
