"""Joint angles back from a stream of markers, through `kinematics.fit`.

Gaps are closed where they are short, what jumps away and back (a reflection that took a marker's
label) is left out, and markers are filtered before the fit.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.kinematics.fit.marker_site import MarkerSite
from prehensile.kinematics.fit.markers import MarkerFit, enough_markers, fit_markers
from prehensile.motion.mocap.gaps import fill_gaps
from prehensile.motion.smoothing import smooth

JUMP, FASTEST = 0.002, 1.0
"""[m] and [m/s]: a marker that goes further than both together from one sample to the next jumps"""
LONGEST = 0.15
"""[s] A marker that jumps away and back within this long was a reflection in between."""
FAR = 0.005
"""[m] from the fitted hand at which a marker is not believed"""
EASE = 0.03
"""of `fit_markers`: every segment has its marker"""


class MarkerAngles(NamedTuple):
    """A hand laid over a stream of markers."""

    time: np.ndarray
    """(n,) [s] by the stream's clock"""
    fit: MarkerFit
    left_out: int
    """samples of markers that were not believed"""


def marker_angles(
    stream: Stream,
    sites: Mapping[str, MarkerSite],
    hand: Hand | None = None,
    cutoff_hz: float = 10.0,
    rate_hz: float = 100.0,
) -> MarkerAngles:
    """Angles and wrist poses at a lower rate.

    Args:
        stream: of markers, evenly sampled; channels that have no site (ghosts) are left out.
        sites: where the markers are glued, as `glued_sites` has ours.
        hand: whose sizes are known; found from the markers if left out.
        cutoff_hz: of the filter of the markers.
        rate_hz: of the answer: every so many samples are taken.

    Raises:
        InputError: no stream of markers, or none that lies on a hand; as `fit_markers`.
    """
    if stream.kind != "markers":
        raise InputError(f"stream {stream.name!r} holds {stream.kind}, not markers.")
    named = {name: site for name, site in sites.items() if name in stream.channels}
    rate = stream.measured_rate
    points = stream.values[:, [stream.channels.index(name) for name in named]]
    believed, left_out = without_jumps(points, stream.time)
    step = max(1, round(rate / rate_hz))

    def fitted() -> tuple[np.ndarray, MarkerFit]:
        filled = fill_gaps(believed, rate).points
        whole = np.isfinite(filled).all((0, 2))
        if rate > 2 * cutoff_hz:
            filled[:, whole] = smooth(filled[:, whole], rate, cutoff_hz)
        taken = filled[::step]
        rows = np.flatnonzero(enough_markers(named, np.asarray(np.isfinite(taken).all(-1))))
        return step * rows, fit_markers(named, taken[rows], hand=hand, ease=EASE)

    rows, fit = fitted()
    with np.errstate(invalid="ignore"):
        far = fit.residual > FAR
    if far.any():
        for row, marker in zip(*np.nonzero(far), strict=True):
            believed[rows[row] - step : rows[row] + step + 1, marker] = np.nan
        left_out += int(far.sum())
        rows, fit = fitted()
    return MarkerAngles(stream.time[rows], fit, left_out)


def without_jumps(points: np.ndarray, time: np.ndarray) -> tuple[np.ndarray, int]:
    """Markers (T, M, 3) with NaN where one had jumped away and soon jumps back, and how many
    samples that are.
    """
    result, count = points.copy(), 0
    for m in range(points.shape[1]):
        there = np.flatnonzero(np.isfinite(points[:, m]).all(-1))
        gone = np.linalg.norm(np.diff(points[there, m], axis=0), axis=-1)
        jumps = np.flatnonzero(gone > JUMP + FASTEST * np.diff(time[there]))
        k = 0
        while k + 1 < len(jumps):
            first, last = there[jumps[k] + 1], there[jumps[k + 1]]
            if time[last] - time[first] < LONGEST:
                result[first : last + 1, m] = np.nan
                count += int(jumps[k + 1] - jumps[k])
                k += 1
            k += 1
    return result, count


def angle_rms(fit: MarkerAngles, true: np.ndarray, joints: tuple[int, ...]) -> float:
    """[rad] root mean square error of some joints against true angles (n, dof) of the same samples,
    each joint's constant offset left out.
    """
    off = (fit.fit.q - true)[:, list(joints)]
    return float(np.sqrt(((off - off.mean(0)) ** 2).mean()))
