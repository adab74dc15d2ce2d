"""How fast blood leaves and comes back, from photographs of a press over time (Andrews 2014, 5.6).

y(t) runs after the load's own coefficients as `prehensile.appearance.model.blood` says. Given both
time constants that is linear in these coefficients: they are solved for, and the two searched.
"""

from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError

KNOTS = 6
"""Forces between which the load's coefficients are taken as straight, at most."""
RANGE = (0.005, 20.0)
"""[s] in which time constants are sought."""
GRID = 13
"""Tried in this range, of each, before the search."""
FEWEST = 6
"""Photographs of a series that is worth a fit."""


class TimeConstants(NamedTuple):
    """What a series tells."""

    blanch_s: float
    refill_s: float
    knots: np.ndarray
    """(m,) [N] the first 0"""
    targets: np.ndarray
    """(m, 4) coefficients at rest under these forces; the first 0"""
    time: np.ndarray
    """(T,) [s]"""
    seen: np.ndarray
    """(T, 4) coefficients of the photographs"""
    fitted: np.ndarray
    """(T, 4) the same by this fit"""


def fitted_time_constants(time: np.ndarray, force: np.ndarray, seen: np.ndarray) -> TimeConstants:
    """Time constants of blanching and refill.

    Args:
        time: (T,) [s] of the photographs, rising; the first is at rest.
        force: (T,) [N] acts from its photograph to the next.
        seen: (T, 4) coefficients of the photographs.

    Raises:
        InputError: too few photographs, times that do not rise, or no press and release among them.
    """
    if len(time) < FEWEST or not (np.diff(time) > 0).all():
        raise InputError(
            f"a timed series needs at least {FEWEST} photographs, each later than the one before."
        )
    if not ((np.diff(force) > 0).any() and (np.diff(force) < 0).any()):
        raise InputError("a timed series needs a press and a release: its force never turns back.")
    knots = _knots(force)
    weights = _hats(force, knots)
    from scipy.optimize import minimize

    def cost(logs: np.ndarray) -> float:
        return _solved(time, weights, seen, np.exp(logs))[0]

    steps = np.log(np.geomspace(*RANGE, GRID))
    start = min(((a, b) for a in steps for b in steps), key=lambda pair: cost(np.array(pair)))
    found = minimize(
        cost, start, method="Nelder-Mead", options={"xatol": 1e-4, "fatol": 1e-12, "maxiter": 400}
    )
    taus = np.clip(np.exp(found.x), *RANGE)
    _, targets, fitted = _solved(time, weights, seen, taus)
    return TimeConstants(float(taus[0]), float(taus[1]), knots, targets, time, seen, fitted)


def _knots(force: np.ndarray) -> np.ndarray:
    different = np.unique(np.round(force, 3))
    if len(different) > KNOTS:
        different = np.quantile(force, np.linspace(0, 1, KNOTS))
    return np.unique(np.r_[0.0, different])


def _hats(force: np.ndarray, knots: np.ndarray) -> np.ndarray:
    """(T, m − 1) straight interpolation between knots; that of no force has no coefficients."""
    return np.stack(
        [np.interp(force, knots, np.arange(len(knots)) == k) for k in range(1, len(knots))], axis=1
    )


def _solved(
    time: np.ndarray, weights: np.ndarray, seen: np.ndarray, taus: np.ndarray
) -> tuple[float, np.ndarray, np.ndarray]:
    """Squared error, targets (m, 4) and coefficients (T, 4) for time constants (2,)."""
    load = weights.sum(axis=1) * np.linalg.norm(weights, axis=1)
    leaving = np.r_[False, np.diff(load) > 0]
    for k in range(1, len(leaving)):  # held: as at its beginning
        if load[k] == load[k - 1]:
            leaving[k] = leaving[k - 1]
    error, targets, fitted = np.inf, np.zeros((weights.shape[1], 4)), np.zeros_like(seen)
    for _ in range(3):
        filtered = _filtered(time, weights, np.where(leaving, taus[0], taus[1]))
        targets = np.linalg.lstsq(filtered, seen, rcond=1e-10)[0]
        fitted = filtered @ targets
        error = float(((fitted - seen) ** 2).sum())
        ends = weights @ targets
        # Blood leaves where the load wants more of it gone than is gone already.
        now = (ends**2).sum(axis=1) > (fitted**2).sum(axis=1)
        if (now[:-1] == leaving[:-1]).all():
            break
        leaving = now
    return error, np.vstack([np.zeros(4), targets]), fitted


def _filtered(time: np.ndarray, weights: np.ndarray, tau: np.ndarray) -> np.ndarray:
    """(T, m) weights as blood follows them; tau (T,) acts from a photograph to the next."""
    result = np.array(weights)
    keep = np.exp(-np.diff(time) / tau[:-1])
    for k in range(1, len(time)):
        result[k] = weights[k - 1] + (result[k - 1] - weights[k - 1]) * keep[k - 1]
    return result
