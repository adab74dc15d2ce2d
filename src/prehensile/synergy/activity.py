"""What a recording of a sensor does over time: few smooth signals at an even rate."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from scipy.ndimage import gaussian_filter1d

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.synergy.basis import Basis, basis_of

SMOOTH = 0.035
"""[s] Deviation of the Gaussian that smooths. Hands take a tenth of a second or more to change
their load; of their tremor at 10 Hz a tenth is left."""
LEAST_FRAMES = 8
MOST_UNEVEN = 20
"""times as many frames as there were: times that need more to be even have gaps, no rate"""


class Activity(NamedTuple):
    """T frames at an even rate."""

    time: np.ndarray
    """(T,) [s]"""
    score: np.ndarray
    """(T, k) coordinates in the basis, smooth"""
    speed: np.ndarray
    """(T,) of the score, in its unit a second"""
    noise: float
    """deviation of the smooth score of any axis that is noise alone"""
    noise_speed: float
    """speed that noise alone has, root mean square"""
    basis: Basis


def activity(time: ArrayLike, frames: ArrayLike, components: int = 4) -> Activity:
    """Coordinates of frames along their first components, smoothed, and how fast they change.

    Args:
        time: (T,) [s], strictly increasing; made even by the median step.
        frames: (T, n) of any sensor.
        components: at most so many.

    Raises:
        InputError: too few frames, times that do not increase, or frames that are all the same.
    """
    t = frozen(time, np.float64, (None,), "time")
    x = frozen(frames, np.float64, (len(t), None), "frames")
    if len(t) < LEAST_FRAMES:
        raise InputError(f"a recording needs at least {LEAST_FRAMES} frames, got {len(t)}.")
    step = np.diff(t)
    if (step <= 0).any():
        raise InputError("the times of frames must be strictly increasing.")
    if t[-1] - t[0] > MOST_UNEVEN * len(t) * np.median(step):
        raise InputError("the times of frames are too uneven: cut the recording at its gaps.")
    full = basis_of(x)
    basis = full.first(min(components, full.components))
    even = np.arange(t[0], t[-1] + 1e-9, float(np.median(step)))
    raw = np.stack([np.interp(even, t, p) for p in basis.project(x).T], axis=1)
    rate = 1 / float(np.median(step))
    sigma = SMOOTH * rate
    score = gaussian_filter1d(raw, sigma, axis=0, mode="nearest")
    velocity = rate * gaussian_filter1d(raw, sigma, axis=0, order=1, mode="nearest")
    # What changes from frame to frame faster than a hand can is noise: third differences of white
    # noise have 20 times its variance.
    white = np.sqrt((np.diff(raw, 3, axis=0) ** 2).mean(axis=0) / 20).min()
    kernel = 2 * np.sqrt(np.pi) * max(sigma, 0.3)
    noise = float(white / np.sqrt(kernel))
    noise_speed = float(noise * rate / (np.sqrt(2) * max(sigma, 0.3)) * np.sqrt(len(basis.axes)))
    return Activity(even, score, np.linalg.norm(velocity, axis=1), noise, noise_speed, basis)
