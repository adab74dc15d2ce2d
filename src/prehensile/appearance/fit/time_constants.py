"""How fast blood leaves and comes back, from photographs of a press over time (Andrews 2014, 5.6).

Blood gone by a share s follows what the load leads to in the end, r(F), as
`prehensile.appearance.model.blood` says: ds/dt = (r − s) / τ, with one τ where r > s and another
where blood comes back. The force is straight between photographs, and each piece of it is
integrated in closed form. r is the law's where photographs at rest have told it, else
1 − e^(−F / f) with an f that is searched.

What a photograph shows is not quite blood's amount: −ln of what skin throws back grows with about
the root of what absorbs in it, so that the first half of the blood that goes changes the colour
less than the second. Of a share s gone a share s (1 − γ + γ s) is seen; γ is searched as well,
near what that root gives.

Blood also comes and goes by itself, slowly, and the first photograph, which all are counted from,
shows it at some moment. Errors of photographs taken soon after one another are alike: the fit
weighs them by their covariance.
"""

from collections.abc import Callable
from itertools import pairwise
from math import ceil, exp
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError

RANGE = (0.02, 5.0)
"""[s] in which time constants are sought."""
GRID = 9
"""Tried in this range, of each, before the search."""
BEND, BEND_SPREAD = 0.45, 0.1
"""γ for skin that loses most of its blood (nearest to 1 − √(1 − κ s), κ = 0.85 to 0.9), and how far
it may be from that, since other things absorb beside it."""
HALF_N, HALF_SPREAD = 3.0, 0.5
"""[N] f, and how far its logarithm may be from that: fingertips have lost most at 3 to 8 N."""
NOISE = 0.03
"""Share of the largest coefficient by which photographs of one state differ,"""
DRIFT, DRIFT_S = 0.05, 8.0
"""and by which blood drifts, over so many seconds."""
PIECE, MOST_PIECES = 0.01, 12
"""[s] of force between two photographs that is taken as one, but no more of them than this."""
FEWEST = 6
"""Photographs of a series that is worth a fit."""
LAW_FORCES = (0.1, 0.25, 0.5, 0.75, 1.0)
"""Shares of the largest force at which the end of blood's way is told."""


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


class _Way(NamedTuple):
    """One answer: ln of both times, γ, and ln of f."""

    blanch: float
    refill: float
    bend: float
    half: float

    @property
    def taus(self) -> tuple[float, float]:
        low, high = RANGE
        return min(max(exp(self.blanch), low), high), min(max(exp(self.refill), low), high)

    @property
    def shown_bend(self) -> float:
        return min(max(self.bend, 0.0), 0.9)

    @property
    def surprise(self) -> float:
        """How far from what is usual, squared."""
        return ((self.bend - BEND) / BEND_SPREAD) ** 2 + (
            (self.half - np.log(HALF_N)) / HALF_SPREAD
        ) ** 2


def fitted_time_constants(
    time: np.ndarray,
    force: np.ndarray,
    seen: np.ndarray,
    at_rest: Callable[[np.ndarray], np.ndarray] | None = None,
) -> TimeConstants:
    """Time constants of blanching and refill.

    Args:
        time: (T,) [s] of the photographs, rising; the first is at rest.
        force: (T,) [N] at these moments; straight between them.
        seen: (T, 4) coefficients of the photographs, the first one's being 0.
        at_rest: first coefficients (n,) under forces (n,), where a law is known.

    Raises:
        InputError: too few photographs, times that do not rise, or no press and release among them.
    """
    if len(time) < FEWEST or not (np.diff(time) > 0).all():
        raise InputError(
            f"a timed series needs at least {FEWEST} photographs, each later than the one before."
        )
    if not ((np.diff(force) > 0).any() and (np.diff(force) < 0).any()):
        raise InputError("a timed series needs a press and a release: its force never turns back.")
    from scipy.optimize import minimize

    pieces = _pieces(time, force)
    whiten = _whitening(time)
    largest = float(np.abs(seen[:, 0]).max())

    def course(way: _Way) -> np.ndarray:
        ends = _ends(pieces.force, float(force.max()), way, at_rest)
        return shown(_followed(pieces, ends, *way.taus), way.shown_bend)

    def cost(at: np.ndarray) -> float:
        way = _Way(*at)
        own = whiten @ course(way)[1:]
        wanted = whiten @ (seen[1:, 0] / max(largest, 1e-30))
        size = float(own @ wanted) / max(float(own @ own), 1e-30)
        return float(((wanted - size * own) ** 2).sum()) + way.surprise

    steps = np.log(np.geomspace(*RANGE, GRID))
    usual = (BEND, float(np.log(HALF_N)))
    start = min(((a, b, *usual) for a in steps for b in steps), key=lambda at: cost(np.array(at)))
    found = minimize(
        cost, start, method="Nelder-Mead", options={"xatol": 1e-3, "fatol": 1e-5, "maxiter": 800}
    )
    way = _Way(*found.x)
    seen_course = course(way)
    own = whiten @ seen_course[1:]
    sizes = own @ (whiten @ seen[1:]) / max(float(own @ own), 1e-30)
    knots = np.r_[0.0, np.array(LAW_FORCES) * float(force.max())]
    ends = shown(_ends(knots, float(force.max()), way, at_rest), way.shown_bend)
    return TimeConstants(
        *way.taus,
        knots=knots,
        targets=ends[:, None] * sizes,
        time=time,
        seen=seen,
        fitted=seen_course[:, None] * sizes,
    )


def shown(share: np.ndarray, bend: float) -> np.ndarray:
    """What is seen of shares of blood gone; all of it, of all of it."""
    return share * (1 - bend + bend * share)


def gone(seen: np.ndarray, bend: float) -> np.ndarray:
    """The other way round: m = s (1 − γ + γ s) solved for s ≥ 0."""
    seen = np.maximum(seen, 0.0)
    flat = 1 - bend
    # Without the difference of like numbers that the usual form has where γ is small.
    return 2 * seen / (flat + np.sqrt(flat**2 + 4 * bend * seen))


class _Pieces(NamedTuple):
    """The force cut into straight pieces."""

    force: np.ndarray
    """(P + 1,) [N] at their ends"""
    length: np.ndarray
    """(P,) [s]"""
    photo: np.ndarray
    """(T,) number of the end at which each photograph was taken"""


def _pieces(time: np.ndarray, force: np.ndarray) -> _Pieces:
    at = [time[:1]]
    for before, after in pairwise(time):
        count = min(ceil((after - before) / PIECE), MOST_PIECES)
        at.append(np.linspace(before, after, count + 1)[1:])
    ends = np.concatenate(at)
    photo = np.cumsum([len(part) for part in at]) - 1
    return _Pieces(np.interp(ends, time, force), np.diff(ends), photo)


def _ends(
    force: np.ndarray,
    largest: float,
    way: _Way,
    at_rest: Callable[[np.ndarray], np.ndarray] | None,
) -> np.ndarray:
    """Shares of blood gone in the end under forces, of what is gone under the largest."""
    if at_rest is not None:
        most = float(at_rest(np.array([largest]))[0])
        return gone(at_rest(force) / (most or 1e-30), way.shown_bend)
    half = exp(way.half)
    return np.expm1(-force / half) / np.expm1(-largest / half)


def _followed(pieces: _Pieces, ends: np.ndarray, blanch_s: float, refill_s: float) -> np.ndarray:
    """(T,) shares of blood gone at the photographs, on their way to ``ends`` (P + 1,)."""
    share = float(ends[0])
    shares = [share]
    blanch = np.exp(-pieces.length / blanch_s).tolist()
    refill = np.exp(-pieces.length / refill_s).tolist()
    slopes = (np.diff(ends) / pieces.length).tolist()
    end = ends.tolist()
    for k, slope in enumerate(slopes):
        leaves = end[k] + end[k + 1] > 2 * share
        tau, kept = (blanch_s, blanch[k]) if leaves else (refill_s, refill[k])
        # Of r = r0 + v t: s = r − v τ + (s0 − r0 + v τ) e^(−t/τ).
        behind = slope * tau
        share = end[k + 1] - behind + (share - end[k] + behind) * kept
        shares.append(share)
    return np.array(shares)[pieces.photo]


def _whitening(time: np.ndarray) -> np.ndarray:
    """(T − 1, T − 1) by which the errors of all photographs but the first become alike and apart.

    All are counted from the first, and share its error.
    """
    apart = np.abs(time[:, None] - time)
    covariance = NOISE**2 * np.eye(len(time)) + DRIFT**2 * np.exp(-apart / DRIFT_S)
    off = np.column_stack([-np.ones(len(time) - 1), np.eye(len(time) - 1)])
    return np.linalg.inv(np.linalg.cholesky(off @ covariance @ off.T))
