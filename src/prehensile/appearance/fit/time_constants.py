"""How fast blood leaves and comes back, from photographs of a press over time (Andrews 2014, 5.6).

Blood runs after the load as `prehensile.appearance.model.blood` says. Given both time constants
that is linear in what the load leads to in the end, which is solved for, and the two are searched.

What a photograph shows is not quite blood's amount: −ln of what skin throws back grows with about
the root of what absorbs in it, so that the first half of the blood that goes changes the colour
less than the second. Of blood gone by a share s a share s (1 − γ + γ s) is seen; γ is searched as
well, near what that root gives.
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
BEND, BEND_SPREAD = 0.4, 0.2
"""γ for skin that loses most of its blood (1 − √(1 − κ s) with κ = 0.85), and how far it may be
from that, since other things absorb beside it."""
NOISE = 0.05
"""Share of the largest coefficient by which photographs of one state differ."""
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

    def cost(at: np.ndarray) -> float:
        bend = float(np.clip(at[2], 0, 0.9))
        return (
            _solved(time, weights, seen, np.exp(at[:2]), bend)[0]
            + ((at[2] - BEND) / BEND_SPREAD) ** 2
        )

    steps = np.log(np.geomspace(*RANGE, GRID))
    start = min(((a, b, BEND) for a in steps for b in steps), key=lambda at: cost(np.array(at)))
    found = minimize(
        cost, start, method="Nelder-Mead", options={"xatol": 1e-3, "fatol": 1e-6, "maxiter": 600}
    )
    taus, bend = np.clip(np.exp(found.x[:2]), *RANGE), float(np.clip(found.x[2], 0, 0.9))
    _, targets, fitted = _solved(time, weights, seen, taus, bend)
    return TimeConstants(
        blanch_s=float(taus[0]),
        refill_s=float(taus[1]),
        knots=knots,
        targets=shown(targets, targets[-1], bend),
        time=time,
        seen=seen,
        fitted=shown(fitted, targets[-1], bend),
    )


def shown(amounts: np.ndarray, most: np.ndarray, bend: float) -> np.ndarray:
    """Coefficients seen of amounts (..., 4) of blood, where ``most`` (4,) is seen as it is."""
    share = _share(amounts, most)
    return amounts * (1 - bend + bend * share)[..., None]


def amounts_of(seen: np.ndarray, most: np.ndarray, bend: float) -> np.ndarray:
    """The other way round: m = s (1 − γ + γ s) solved for s ≥ 0."""
    if bend < 1e-6:
        return seen
    flat = 1 - bend
    share = 0.5 * (np.sqrt(flat**2 + 4 * bend * _share(seen, most)) - flat) / bend
    return seen / (flat + bend * share)[..., None]


def _share(amounts: np.ndarray, most: np.ndarray) -> np.ndarray:
    return np.maximum(amounts @ most / max(float(most @ most), 1e-30), 0.0)


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
    time: np.ndarray, weights: np.ndarray, seen: np.ndarray, taus: np.ndarray, bend: float
) -> tuple[float, np.ndarray, np.ndarray]:
    """Squared error over the noise, targets (m, 4) and amounts of blood (T, 4)."""
    load = weights.sum(axis=1) * np.linalg.norm(weights, axis=1)
    leaving = np.r_[False, np.diff(load) > 0]
    for k in range(1, len(leaving)):  # held: as at its beginning
        if load[k] == load[k - 1]:
            leaving[k] = leaving[k - 1]
    error, targets, fitted = np.inf, np.zeros((weights.shape[1], 4)), np.zeros_like(seen)
    most = seen[(seen**2).sum(axis=1).argmax()]
    noise = max(NOISE * float(np.linalg.norm(most)), 1e-30)
    for _ in range(4):
        filtered = _filtered(time, weights, np.where(leaving, taus[0], taus[1]))
        amounts = amounts_of(seen, most, bend)
        targets = np.linalg.lstsq(filtered, amounts, rcond=1e-10)[0]
        fitted = filtered @ targets
        most = targets[-1]
        # The first component holds nearly all of the change; the others add their noise.
        error = float(((shown(fitted, most, bend) - seen)[:, 0] ** 2).sum()) / noise**2
        ends = weights @ targets
        # Blood leaves where the load wants more of it gone than is gone already.
        now = (ends**2).sum(axis=1) > (fitted**2).sum(axis=1)
        leaving = now
    return error, np.vstack([np.zeros(4), targets]), fitted


def _filtered(time: np.ndarray, weights: np.ndarray, tau: np.ndarray) -> np.ndarray:
    """(T, m) weights as blood follows them; tau (T,) acts from a photograph to the next."""
    result = np.array(weights)
    keep = np.exp(-np.diff(time) / tau[:-1])
    for k in range(1, len(time)):
        result[k] = weights[k - 1] + (result[k - 1] - weights[k - 1]) * keep[k - 1]
    return result
