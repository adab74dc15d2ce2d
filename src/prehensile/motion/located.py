"""Times between those of frames: which two frames, and how far along."""

from typing import NamedTuple

import numpy as np

SNAP = 1e-6
"""A time this close to a frame, as a fraction of the spacing, is that frame. Simulators add up
their steps: without it, a rounding of 1e-16 s would take contacts from one frame too early."""

SNAP_ROUNDINGS = 4
"""The same in roundings of the clock itself, for clocks that count from 1970: theirs are 1e-7 s."""


class Located(NamedTuple):
    """n times among frames."""

    frame: np.ndarray
    """(n,) nearest earlier; the first and the last for times outside"""
    after: np.ndarray
    """(n,) the next; the same frame where a frame is hit"""
    part: np.ndarray
    """(n,) of the spacing that follows the earlier one, in [0, 1); 0 where a frame is hit"""


def located(time: np.ndarray, times: np.ndarray) -> Located:
    """Where times (n,) lie among those of one frame or more (T,), increasing."""
    last = len(time) - 1
    frame = np.clip(np.searchsorted(time, times, side="right") - 1, 0, None)
    step, slack = _steps(time)[frame], snap_slack(time)[frame]
    past = times - time[frame]
    late = (step - past < slack) & (frame < last)
    frame = frame + late
    exact = late | (past < slack) | (frame == last)
    return Located(frame, np.where(exact, frame, frame + 1), np.where(exact, 0.0, past / step))


def linear(values: np.ndarray, at: Located) -> np.ndarray:
    """(n, ...) values (T, ...) at located times; exactly the recorded ones where a frame is hit."""
    part = at.part.reshape(-1, *[1] * (values.ndim - 1))
    return values[at.frame] * (1 - part) + values[at.after] * part


def snap_slack(time: np.ndarray) -> np.ndarray:
    """``(T,)`` [s] how close to a frame is that frame."""
    steps = _steps(time)
    rounding = np.spacing(np.abs(time).max())
    return np.minimum(SNAP * steps + SNAP_ROUNDINGS * rounding, steps / 2)


def _steps(time: np.ndarray) -> np.ndarray:
    """``(T,)`` [s] from each frame to the next; the last one repeats the spacing before it."""
    if len(time) == 1:
        return np.ones(1)
    return np.diff(time, append=2 * time[-1] - time[-2])
