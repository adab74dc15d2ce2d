"""How a sensor's own rate and converter see values that a clip knows frame by frame."""

import numpy as np

from prehensile.errors import InputError
from prehensile.motion.clip import Clip
from prehensile.motion.tracks import HandTrack

WHOLE = 1e-6
"""Part of a period by which the last sample may lie behind the clip's last frame."""


def sample_times(clip: Clip, rate_hz: float) -> np.ndarray:
    """(n,) [s] from the clip's first frame on, every period, up to its last.

    Raises:
        InputError: a rate that is not above zero.
    """
    if not 0 < rate_hz < np.inf:
        raise InputError(f"a sensor's rate must be above 0 Hz, got {rate_hz}.")
    count = int(clip.duration * rate_hz + WHOLE) + 1
    return np.minimum(clip.time[0] + np.arange(count) / rate_hz, clip.time[-1])


def between(clip: Clip, values: np.ndarray, times: np.ndarray) -> np.ndarray:
    """Values (T, ...) of a clip's frames at other times (n,): linear between frames."""
    after = np.clip(np.searchsorted(clip.time, times), 1, max(clip.n_frames - 1, 1))
    if clip.n_frames == 1:
        return np.repeat(values[:1], len(times), axis=0)
    before = after - 1
    part = (times - clip.time[before]) / (clip.time[after] - clip.time[before])
    part = np.clip(part, 0.0, 1.0).reshape(-1, *(1,) * (values.ndim - 1))
    return values[before] * (1 - part) + values[after] * part


def converted(
    values: np.ndarray, low: float, high: float, bits: int
) -> tuple[np.ndarray, np.ndarray]:
    """Values as a converter gives them, and where it could not say more.

    Args:
        values: of any shape.
        low: what its first code stands for.
        high: what its last code stands for.
        bits: 2^bits codes.
    """
    step = (high - low) / (2**bits - 1)
    code = np.round((values - low) / step)
    clipped = (code < 0) | (code > 2**bits - 1)
    return low + step * np.clip(code, 0, 2**bits - 1), clipped


def watched(clip: Clip, hand: str) -> HandTrack:
    """The hand of a name; the clip's first where the name is empty.

    Raises:
        UnknownNameError: the clip has no such hand, or none at all.
    """
    return clip.hands[0] if not hand and clip.hands else clip.hand(hand)
