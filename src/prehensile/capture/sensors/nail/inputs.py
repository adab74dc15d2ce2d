"""What a model of one nail is given: 6 or 24 voltages, with the last two bends 8 or 26 numbers."""

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.errors import InputError, UnknownNameError

COUNTS = (6, 8, 24, 26)
"""Numbers of inputs: photodiodes, with bends, each LED alone, with bends."""
LAGS = np.arange(0.0, 0.61, 0.02)
"""[s] that are tried"""


def nail_inputs(stream: Stream, digit: str, bends: np.ndarray | None = None) -> np.ndarray:
    """(N, m) of one digit's nail, m one of `COUNTS`; voltages first.

    Args:
        stream: of `Fingernail`.
        digit: whose.
        bends: (N, 2) [rad] of the last two joints at the same samples.

    Raises:
        UnknownNameError: the stream has no such nail.
        InputError: bends of other samples, or another number of channels.
    """
    own = [c for c, name in enumerate(stream.channels) if name.startswith(f"{digit}/")]
    if not own:
        known = sorted({name.partition("/")[0] for name in stream.channels})
        raise UnknownNameError("nail", digit, known)
    parts = [stream.values[:, own]]
    if bends is not None:
        bends = np.asarray(bends, float)
        if bends.shape != (stream.n_samples, 2):
            raise InputError(f"bends must have shape ({stream.n_samples}, 2), got {bends.shape}.")
        parts.append(bends)
    x = np.concatenate(parts, axis=1)
    if x.shape[1] not in COUNTS:
        raise InputError(f"a nail gives {COUNTS} inputs, got {x.shape[1]}.")
    return x


def unlagged(x: np.ndarray, rate_hz: float, lag: float, cutoff_hz: float = 4.0) -> np.ndarray:
    """Inputs (N, m) with the blood's lag undone: x + lag ẋ, both filtered, without delay.

    Args:
        x: evenly sampled.
        rate_hz: of the samples.
        lag: [s] time constant.
        cutoff_hz: of the filter; readings say nothing beyond a few hertz.

    Raises:
        InputError: samples are missing; a filter would spread them.
    """
    if not np.isfinite(x).all():
        raise InputError("the lag of readings with gaps cannot be undone: fill or cut them first.")
    from prehensile.motion.smoothing import smooth

    slow = smooth(x, rate_hz, cutoff_hz)
    return slow + lag * np.gradient(slow, 1 / rate_hz, axis=0)


def found_lag(x: np.ndarray, force: np.ndarray, rate_hz: float) -> float:
    """[s] lag of a nail: the one with which a line through training data leaves least of the force.

    Args:
        x: (n, m) inputs, evenly sampled.
        force: (n,) [N]
        rate_hz: of the samples.
    """
    left = [_left(unlagged(x, rate_hz, lag), force) for lag in LAGS]
    return float(LAGS[int(np.argmin(left))])


def _left(x: np.ndarray, force: np.ndarray) -> float:
    off = force - force.mean()
    centred = x - x.mean(0)
    return float(((off - centred @ np.linalg.lstsq(centred, off, rcond=1e-9)[0]) ** 2).sum())
