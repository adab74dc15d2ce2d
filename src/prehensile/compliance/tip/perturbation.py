"""Mass, damping and stiffness of a fingertip that was pushed by surprise (Kry 2005, 4.13).

f = m z̈ + b ż + k z + f₀ by least squares, forces that would pull clamped to nought. A subject
reacts after some 90 ms, so only a short window counts; the data choose it.
"""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError

SHORTEST_S, LONGEST_S = 0.016, 0.09
"""[s] windows that are tried"""
LEAD_S = 0.02
"""[s] before a push is seen by which it may have begun: before that all is at rest"""
SMOOTH_S = 0.012
"""[s] over which motion is smoothed before differences are taken"""


class Perturbed(NamedTuple):
    """A second-order system."""

    mass: float
    """[kg]"""
    damping: float
    """[Ns/m]"""
    stiffness: float
    """[N/m]"""
    rest_force: float
    """[N]"""
    deviation: np.ndarray
    """(4,) standard deviations of these"""
    seconds: float
    """of the window"""
    residual: float
    """[N] root mean square"""

    @property
    def plausible(self) -> bool:
        """Neither mass nor damping nor stiffness is negative."""
        return min(self.mass, self.damping, self.stiffness) > 0


def fit_window(time: np.ndarray, z: np.ndarray, force: np.ndarray, seconds: float) -> Perturbed:
    """Fit the first seconds after the push, integrated twice from the rest before it.

    Differences of positions would be mostly noise, and least squares would make m and k too small.

    Args:
        time: (N,) [s] from the push, even; it may begin before.
        z: (N,) [m] position of the fingertip along the push.
        force: (N,) [N] on the fingertip along the push.
        seconds: how much of it.

    Raises:
        InputError: fewer than five samples.
    """
    after = (time >= 0) & (time <= seconds)
    if after.sum() < 5:
        raise InputError(f"{after.sum()} samples in {1e3 * seconds:.0f} ms; 5 are needed.")
    rows = (time >= -LEAD_S) & (time <= seconds)
    resting = time < -LEAD_S
    z = z - (z[resting].mean() if resting.any() else z[rows][0])
    t, z, f = time[rows], z[rows], np.maximum(force[rows], 0.0)
    once = _integral(t, z)
    X = np.stack([z, once, _integral(t, once), (t - t[0]) ** 2 / 2], axis=1)
    y = _integral(t, _integral(t, f))
    size = np.abs(X).max(0) + 1e-12
    found, *_ = np.linalg.lstsq(X / size, y, rcond=None)
    left = y - X / size @ found
    variance = float(left @ left) / max(len(y) - 4, 1)
    covariance = np.linalg.pinv((X / size).T @ (X / size)) * variance
    m, b, k, f0 = (float(v) for v in found / size)
    deviation = np.sqrt(np.diagonal(covariance)) / size
    speed, acceleration = derivatives(t, smoothed(t, z))
    given = m * acceleration + b * speed + k * z + f0
    return Perturbed(m, b, k, f0, deviation, seconds, float(np.sqrt(((f - given) ** 2).mean())))


def fit_perturbation(time: np.ndarray, z: np.ndarray, force: np.ndarray) -> Perturbed:
    """The window whose stiffness is surest, of those that make sense; arguments as `fit_window`.

    Raises:
        InputError: no window gives positive mass, damping and stiffness.
    """
    step = float(np.median(np.diff(time)))
    tried = np.arange(max(SHORTEST_S, 5 * step), LONGEST_S, step)
    fits = [fit_window(time, z, force, float(s)) for s in tried if s <= time[-1]]
    good = [fit for fit in fits if fit.plausible]
    if not good:
        raise InputError(
            "no window after the push gives positive mass, damping and stiffness: the push is too "
            "weak, or force and motion are not aligned."
        )
    return min(good, key=lambda fit: fit.deviation[2] / fit.stiffness)


def smoothed(time: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Even samples without their noise, by cubics through neighbours (Savitzky & Golay 1964)."""
    from scipy.signal import savgol_filter

    width = max(5, 2 * round(SMOOTH_S / float(np.median(np.diff(time))) / 2) + 1)
    width = min(width, len(values) - (1 - len(values) % 2))
    return np.asarray(savgol_filter(values, width, 3))


def derivatives(time: np.ndarray, z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """ż and z̈ of samples, by differences."""
    speed = np.gradient(z, time, edge_order=2)
    return speed, np.gradient(speed, time, edge_order=2)


def _integral(t: np.ndarray, values: np.ndarray) -> np.ndarray:
    """(N,) from the first sample on, by trapezia."""
    from scipy.integrate import cumulative_trapezoid

    return cumulative_trapezoid(values, t, initial=0)
