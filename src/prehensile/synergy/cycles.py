"""How often: cycles of a manipulation, counted from the first component of its forces.

"The phone was flipped five times, and this is easily determined by counting the peaks" (Andrews
2014, Figure 6-5). Peaks are told from ripples by their swing, and taking a thing up or putting it
down are told from cycles by the image: a cycle begins where others return to.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from prehensile.synergy.activity import activity

LEAST_SWING = 0.12
"""of the signal's whole range: what rises and falls by less is no cycle"""
NOISE_SWING = 6.0
"""times the noise's deviation: what rises and falls by less may be noise"""
ELSEWHERE = 0.35
"""of the way between a cycle's two states: a recording that comes no nearer to the one which later
cycles begin in does not begin with a cycle"""


@dataclass(frozen=True, eq=False)
class Cycles:
    """What was counted."""

    time: np.ndarray
    """(T,) [s] at an even rate"""
    signal: np.ndarray
    """(T,) the first component's coordinate, smooth, turned so that cycles are peaks"""
    peaks: np.ndarray
    """(count,) [s] when each cycle is farthest from where it began"""

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.peaks)


def count_cycles(time: ArrayLike, frames: ArrayLike) -> Cycles:
    """Count how often a recording's load goes there and back.

    Args:
        time: (T,) [s], strictly increasing.
        frames: (T, n) of any sensor.

    Raises:
        InputError: too few frames, times that do not increase, or frames that are all the same.
    """
    found = activity(time, frames)
    signal = found.score[:, 0]
    least = max(LEAST_SWING * float(np.ptp(signal)), NOISE_SWING * found.noise)
    turns = turning_points(signal, least)
    begun = _begins_with_a_cycle(found.score, turns)
    ended = _begins_with_a_cycle(found.score[::-1], len(signal) - 1 - turns[::-1])
    turns = turns[(not begun) : len(turns) - (not ended)]
    # The first swing leads away, the second back; half a cycle at the end counts.
    away = turns[1::2]
    sign = np.sign(signal[turns[1]] - signal[turns[0]]) if len(away) else 1.0
    return Cycles(found.time, sign * signal, found.time[away])


def turning_points(signal: np.ndarray, least: float) -> np.ndarray:
    """Frames where a signal (T,) turns: highs and lows by turns, ``least`` or more apart, the ends
    of the first and the last swing included; none without a swing.
    """
    turns: list[int] = []
    high = low = rising = 0
    for k, value in enumerate(signal):
        if rising >= 0 and value > signal[high]:
            high = k
        if rising <= 0 and value < signal[low]:
            low = k
        if rising >= 0 and signal[high] - value >= least:
            turns.append(high)
            low, rising = k, -1
        elif rising <= 0 and value - signal[low] >= least:
            turns.append(low)
            high, rising = k, 1
    return np.array([*turns, *[high if rising > 0 else low][: len(turns)]], int)


def _begins_with_a_cycle(score: np.ndarray, turns: np.ndarray) -> bool:
    """Whether a recording passes, before its first swing is over, the state that its later cycles
    begin in.

    States are compared in all components: an empty hand, and one that holds with other fingers, may
    be the same in the first.
    """
    if len(turns) < 4:
        return True
    begin, away = (np.median(score[turns[k:-1:2]], axis=0) for k in (2, 1))
    nearest = np.linalg.norm(score[: turns[1]] - begin, axis=1).min()
    return bool(nearest <= ELSEWHERE * np.linalg.norm(away - begin))
