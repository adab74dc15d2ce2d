"""Offset and drift of two clocks from taps that both streams saw, to a fraction of a sample.

Around every tap the other stream is a smooth motion plus the reference's shape, filtered as
`tap_response` says and shifted. One least-squares fit over all taps finds the shift at the middle,
its drift and the response; amplitudes and smooth motions are projected out.
"""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.impulses import impulses
from prehensile.capture.signals.tap_match import best_offset
from prehensile.capture.signals.tap_response import Response, filtered, rank, response_between
from prehensile.capture.signals.tap_windows import DEGREE, STEP, Window, pieces, shape_at, window
from prehensile.capture.signals.traces import trace
from prehensile.errors import InputError

CONVINCING = 1.5
"""The best offset must have this many times the evidence of any other: on 20 taps it has 2 to 4
times, with taps that the other stream never saw 1.0 to 1.1 times."""
DRIFT_SPREAD = 1e-4
"""Clocks are within so much of each other, which is all that one tap tells of drift."""
MODEL = 4e-4
"""[s] what a finger that is no mass on a spring leaves, whatever the number of taps"""
ROUNDS = 3
MILLI, PARTS = 1e-3, 1e-4
"""units of the unknown shift [s] and drift, so that all unknowns are of order one"""


class Shift(NamedTuple):
    """Time of the other stream = time of the reference + offset + drift × (it − middle)."""

    middle: float
    """[s] by the reference's clock"""
    offset: float
    """[s]"""
    drift: float
    covariance: np.ndarray
    """(2, 2) of offset [s] and drift"""
    taps: int
    """that were used"""


def shift_from_taps(one: Stream, two: Stream, about: float = 0.0, search: float = 5.0) -> Shift:
    """How two's clock runs beside one's.

    Args:
        one: either of the two may be force or motion.
        two: the other.
        about: [s] two's time less one's where they agree, roughly.
        search: [s] how far off that it may be.

    Raises:
        InputError: the streams have no taps in common, or more than one offset would explain them.
    """
    if rank(one) < rank(two):
        return _turned(shift_from_taps(two, one, -about, search))
    reference, other = trace(one), trace(two)
    response = response_between(one, two)
    times = impulses(reference)
    raw, whole = pieces(reference, times)
    times, raw = times[whole], raw[whole]
    what = f"{one.name!r} and {two.name!r} cannot be aligned:"
    if not len(times):
        raise InputError(f"{what} {one.name!r} has no sudden event such as a tap.")
    shapes = filtered(response, np.zeros(response.unknowns), raw, STEP)
    match = best_offset(shapes, times, other, about, search)
    if match.evidence <= CONVINCING * max(match.rival, 1.0):
        raise InputError(
            f"{what} no offset within {search:g} s explains the taps of both much better than "
            "another; tap a few times at uneven intervals, or give them a trigger."
        )
    made = [window(other, k, t + match.offset) for k, t in enumerate(times)]
    windows = [there for there in made if there is not None]
    if not windows:
        raise InputError(f"{what} {two.name!r} has gaps at all taps.")
    return _fit(response, raw, times, windows, match.offset)


def _fit(
    response: Response, raw: np.ndarray, times: np.ndarray, windows: list[Window], start: float
) -> Shift:
    from scipy.optimize import least_squares

    middle = float(times[[w.tap for w in windows]].mean())

    def left(numbers: np.ndarray, scales: list[np.ndarray]) -> np.ndarray:
        parts = _unexplained(numbers, response, raw, times, windows, start, middle)
        parts = [(e / scale).ravel() for e, scale in zip(parts, scales, strict=True)]
        return np.concatenate([*parts, numbers[2:], [numbers[1] * PARTS / DRIFT_SPREAD]])

    numbers = np.zeros(2 + response.unknowns)
    scales = [_noise(w.rest) for w in windows]
    for _ in range(ROUNDS):  # each tap and column weighs by what it leaves unexplained
        found = least_squares(left, numbers, args=(scales,), diff_step=1e-2, max_nfev=15)
        numbers = found.x
        parts = _unexplained(numbers, response, raw, times, windows, start, middle)
        scales = [_noise(part) for part in parts]
    unit = np.array([MILLI, PARTS])
    covariance = np.linalg.inv(found.jac.T @ found.jac)[:2, :2] * np.outer(unit, unit)
    covariance = covariance * _scatter(found.jac, found.fun, windows)
    covariance[0, 0] += MODEL**2
    return Shift(
        middle,
        float(start + MILLI * numbers[0]),
        float(PARTS * numbers[1]),
        covariance,
        len(windows),
    )  # fmt: skip


def _unexplained(
    numbers: np.ndarray,
    response: Response,
    raw: np.ndarray,
    times: np.ndarray,
    windows: list[Window],
    start: float,
    middle: float,
) -> list[np.ndarray]:
    """(n, D) of every window what neither smooth motion nor the tap's shape explains."""
    shapes = filtered(response, numbers[2:], raw, STEP)
    parts = []
    for w in windows:
        t = times[w.tap]
        shift = start + MILLI * numbers[0] + PARTS * numbers[1] * (t - middle)
        shape = shape_at(shapes[w.tap], w.time - t - shift, w.smooth)
        parts.append(w.rest - shape[:, None] * (shape @ w.rest))
    return parts


def _noise(rest: np.ndarray) -> np.ndarray:
    """(D,) standard deviation of what is left, smooth motion and the amplitude counted."""
    free = len(rest) - DEGREE - 2
    return np.maximum(np.sqrt((rest**2).sum(0) / free), 1e-12)


def _scatter(slopes: np.ndarray, left: np.ndarray, windows: list[Window]) -> float:
    """How much more than noise alone the taps disagree about the shift; at least 1."""
    steps, weights, row = [], [], 0
    for w in windows:
        rows = slice(row, row + w.rest.size)
        row += w.rest.size
        weight = float(slopes[rows, 0] @ slopes[rows, 0])
        steps.append(-float(slopes[rows, 0] @ left[rows]) / max(weight, 1e-300))
        weights.append(weight)
    if len(windows) < 4:
        return 1.0
    return max(1.0, float(np.median(np.array(weights) * np.square(steps))) / 0.455)


def _turned(shift: Shift) -> Shift:
    """The same seen from the other clock."""
    scale = 1 / (1 + shift.drift)
    middle = shift.middle + shift.offset
    return Shift(middle, -shift.offset, scale - 1, shift.covariance, shift.taps)


def noisy(shift: Shift, first: float, last: float) -> float:
    """[s] standard deviation of an instant, RMS from first to last by the reference's clock."""
    time = np.linspace(first, last, 101) - shift.middle
    (offset, both), (_, drift) = shift.covariance
    return float(np.sqrt(np.mean(offset + 2 * both * time + drift * time**2)))
