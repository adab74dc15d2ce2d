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

JUMP = 0.004
"""[m] from the median of its neighbourhood at which a marker is not believed"""
NEIGHBOURHOOD = 0.25
"""[s] of that median: more than twice as long as what is to be left out"""


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
    believed, left_out = without_jumps(points, rate)
    filled = fill_gaps(believed, rate).points
    whole = np.isfinite(filled).all((0, 2))
    if rate > 2 * cutoff_hz:
        filled[:, whole] = smooth(filled[:, whole], rate, cutoff_hz)
    step = max(1, round(rate / rate_hz))
    time, taken = stream.time[::step], filled[::step]
    enough = enough_markers(named, np.isfinite(taken).all(-1))
    side = "auto" if hand is None else hand.side
    fit = fit_markers(named, taken[enough], side, hand)
    return MarkerAngles(time[enough], fit, left_out)


def without_jumps(points: np.ndarray, rate_hz: float) -> tuple[np.ndarray, int]:
    """Markers (T, M, 3) with NaN where one is far from the median of its neighbourhood in time, and
    how many that are.
    """
    from scipy.ndimage import median_filter

    filled = fill_gaps(points, rate_hz).points
    usual = filled.copy()
    there = np.isfinite(filled).all((0, 2))
    width = 2 * int(0.5 * NEIGHBOURHOOD * rate_hz) + 1
    usual[:, there] = median_filter(filled[:, there], size=(width, 1, 1), mode="nearest")
    with np.errstate(invalid="ignore"):
        far = np.linalg.norm(points - usual, axis=-1) > JUMP
    result = points.copy()
    result[far] = np.nan
    return result, int(far.sum())


def angle_rms(fit: MarkerAngles, true: np.ndarray, joints: tuple[int, ...]) -> float:
    """[rad] root mean square error of some joints against true angles (n, dof) of the same samples,
    each joint's constant offset left out.
    """
    off = (fit.fit.q - true)[:, list(joints)]
    return float(np.sqrt(((off - off.mean(0)) ** 2).mean()))
