"""When a finger touches: the first onset of force and the end of the first vibration (Kry 4.2).

The thesis found contacts with a hysteresis and marked these two instants by hand. Here the onset is
sought backwards from where the force is beyond doubt, because a fit of the rise would be pulled
early by the vibration; this ends at the last turn of the force that noise does not explain.
"""

from typing import NamedTuple

import numpy as np

from prehensile.capture.signals.zero_line import zero_line
from prehensile.errors import InputError

SURE, QUIET = 5.0, 2.5
"""Standard deviations of the quiet signal above which its mean over `MEAN` is a touch, and below
which it is none."""
MEAN = 0.01
"""[s]"""
LOOK_BACK = 0.4
"""[s] before a sure sample in which the touch may have begun"""
PRESSED, LIVELY, LIVELY_MOST = 1.0, 1.8, 4.0
"""Standard deviations above the zero line beyond which a sample speaks for a touch, the same either
side of it, and the most that one may say."""
MOST_BACK = 2.0
"""samples by which the rise may be followed below the noise"""
POWER = 2.5
"""The load starts like this power of time: 1.5 of a pad pressed evenly, 3.5 behind a plank."""
GENTLE = 1.25
"""A slow load starts about like this power of time."""
CLEAR, SLOW = 12.0, 5
"""Standard deviations at which a rise is clear, and samples until then that make it a slow one."""
FAINT, SMOOTH = 3.0, 1.5
"""Standard deviations that a slow rise may have where it first shows, and by which it may leave its
curve: more is a knock, or a vibration."""
MOST_HIDDEN = 0.008
"""[s] by which a slow rise is followed below the noise; chosen, like what stands above, on sessions
0–7 of the virtual lab and on knocks on a ringing plank"""
BOUNCE = 0.05
"""[s] Breaks shorter than this are swings of the plank, not the finger."""
AFTERSWING, AFTERSWING_SHARE = 0.15, 0.2
"""What follows a touch within so many seconds with less than this part of its peak is the plank."""
SHORTEST = 0.01
"""[s] of a touch; what is shorter is a spark"""
VIBRATION = 0.2
"""[s] after the onset within which the first vibration ends"""
TURN = 6.0
"""Standard deviations that the force must turn back by for a vibration,"""
TURN_SHARE = 0.08
"""and part of the first peak."""


class Felt(NamedTuple):
    """One touch in a signal, [s] by its clock."""

    onset: float
    settled: float
    """when the load goes on smoothly; the onset itself where nothing vibrated"""
    end: float


def felt_touches(time: np.ndarray, load: np.ndarray, threshold: float = 0.0) -> tuple[Felt, ...]:
    """Touches of one sensor.

    Args:
        time: (N,) [s] increasing.
        load: (N,) in any unit, more when pressed more; NaN where nothing was measured. Its zero
            line may wander (`zero_line`).
        threshold: above the zero line, beyond which a touch is beyond doubt; five standard
            deviations of the quiet signal if 0.

    Raises:
        InputError: arrays of different lengths, or a negative threshold.
    """
    if len(time) != len(load) or not threshold >= 0:
        raise InputError("touches need as many loads as times and a threshold of 0 or more.")
    there = np.isfinite(load)
    time, load = np.asarray(time, float)[there], np.asarray(load, float)[there]
    if len(time) < 16:
        return ()
    quiet = zero_line(time, load)
    high = threshold or SURE * quiet.noise
    above = load - quiet.line
    half = max(1, round(0.5 * MEAN / float(np.median(np.diff(time)))))
    mean = _moving_mean(above, half)
    found, floor, before = [], 0, 0.0
    for sure, last in _contacts(time, mean, high, min(0.5 * high, QUIET * quiet.noise)):
        first, peak = min(sure + half, last), float(above[sure : last + 1].max())
        swings = found and time[sure] - found[-1].end < AFTERSWING
        if swings and peak < AFTERSWING_SHARE * before:
            continue
        before = peak
        onset = _onset(time, above, first, floor, quiet.noise)
        settled = _settled(time, above, onset, last, quiet.noise)
        found.append(Felt(onset, settled, float(time[last])))
        floor = last + 1
    return tuple(found)


def _moving_mean(values: np.ndarray, half: int) -> np.ndarray:
    """(N,) over so many samples either side; fewer at the ends."""
    total = np.concatenate([[0.0], np.cumsum(values)])
    k = np.arange(len(values))
    first, last = np.maximum(k - half, 0), np.minimum(k + half + 1, len(values))
    return (total[last] - total[first]) / (last - first)


def _contacts(
    time: np.ndarray, above: np.ndarray, high: float, low: float
) -> list[tuple[int, int]]:
    """Where the load first is sure, and the last sample before it is quiet again."""
    sure = np.flatnonzero(above > high)
    if not len(sure):
        return []
    quiet = np.flatnonzero(above < low)
    # Sure samples with no quiet one between belong together.
    after = np.searchsorted(quiet, sure)
    firsts = np.concatenate([[True], after[1:] != after[:-1]])
    ends = np.concatenate([quiet, [len(above)]])[after[firsts]] - 1
    merged: list[tuple[int, int]] = []
    for first, last in zip(sure[firsts].tolist(), ends.tolist(), strict=True):
        if merged and time[first] - time[merged[-1][1]] < BOUNCE:
            merged[-1] = (merged[-1][0], last)
        else:
            merged.append((first, last))
    return [(a, b) for a, b in merged if b > a + 1 and time[b] - time[a] >= SHORTEST]


def _onset(time: np.ndarray, above: np.ndarray, first: int, floor: int, noise: float) -> float:
    """Back from the first sure sample as long as the signal is livelier than noise.

    Every sample on the way adds by how much it is, or takes away if it is not; where the sum is
    largest the touch begins. A swing of the plank through zero does not end the way back, nor does
    a spark of noise prolong it. From there the rise's own curve is followed down to the line.
    """
    start = max(floor, int(np.searchsorted(time, time[first] - LOOK_BACK)))
    size = above[start : first + 1] / noise
    lively = np.minimum(np.maximum(size - PRESSED, np.abs(size) - LIVELY), LIVELY_MOST)
    k = first - int(np.argmax(np.cumsum(lively[::-1])))
    if k == 0:
        return float(time[0])
    step = time[k] - time[k - 1]
    peak = k + int(np.argmax(above[k : first + 1]))
    rise = np.maximum(above[[k, min(k + 2, peak)]], 0.5 * noise) ** (1 / POWER)
    back = 0.0
    if rise[1] > rise[0]:
        back = rise[0] * (time[min(k + 2, peak)] - time[k]) / (rise[1] - rise[0])
    back = np.clip(back, 0.5 * step, MOST_BACK * step)
    return float(time[k] - max(back, _hidden(time[k:], above[k:], noise)))


def _hidden(time: np.ndarray, above: np.ndarray, noise: float) -> float:
    """[s] by which a slow rise began before it showed; 0 where it swings on its way up or begins
    with a knock, which would pull a fit early.
    """
    beyond = above > CLEAR * noise
    clear = int(np.argmax(beyond)) if beyond.any() else 0
    if clear < SLOW:
        return 0.0
    x, y = time[: clear + 1] - time[0], np.maximum(above[: clear + 1], 0.5 * noise)
    slope, value = np.polyfit(x, y ** (1 / GENTLE), 1, w=y ** (1 - 1 / GENTLE))
    fitted = np.maximum(slope * x + value, 0.0) ** GENTLE
    off = np.sqrt(np.mean((above[: clear + 1] - fitted) ** 2))
    if slope <= 0 or fitted[0] > FAINT * noise or off > SMOOTH * noise:
        return 0.0
    return float(np.clip(value / slope, 0.0, MOST_HIDDEN))


def _settled(time: np.ndarray, above: np.ndarray, onset: float, last: int, noise: float) -> float:
    """The last turn upwards of the first vibration."""
    first = int(np.searchsorted(time, onset))
    stop = min(last, int(np.searchsorted(time, onset + VIBRATION)))
    piece = above[first : stop + 1]
    if len(piece) < 3:
        return onset
    turn = max(TURN * noise, TURN_SHARE * float(piece.max()))
    settled, low, high, rising = onset, first, first, True
    for k in range(first, stop + 1):
        if rising:
            high = k if above[k] > above[high] else high
            if above[high] - above[k] > turn:
                rising, low = False, k
        else:
            low = k if above[k] < above[low] else low
            if above[k] - above[low] > turn:
                rising, high, settled = True, k, float(time[low])
    return settled
