"""A clock from counted frames: the camera's frame signal on a counter of the other device (3.4)."""

import numpy as np

from prehensile.capture.recording.recording import Clock
from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.event_lists import line
from prehensile.errors import InputError

LEAST_FRAMES = 3


def clock_from_frames(counter: Stream, channel: str, master: Stream, first: int = 0) -> Clock:
    """The clock of a device that counted the master's frames while it sampled.

    A count that rises from c to c + 1 between two samples says that frame c was taken between
    them; the middle is off by a quarter of a sample on average, either way, and the line through
    thousands of frames by next to nothing. A counter that starts anew at its largest number is
    followed; frames that it or the master missed do no harm, for it counts.

    Args:
        counter: stream whose channel holds the count.
        channel: of it.
        master: the stream whose samples are the frames; its rate must be known.
        first: count at the master's first sample.

    Raises:
        InputError: counts that are no whole numbers, or fewer than three frames.
    """
    counts, time = counter.channel(channel), counter.time
    seen = np.isfinite(counts)
    counts, time = counts[seen], time[seen]
    if np.any(counts != np.round(counts)):
        raise InputError(f"channel {channel!r} of {counter.name!r} holds no whole counts.")
    steps = np.diff(counts)
    if (steps < 0).any():
        steps = steps + np.where(steps < 0, 2.0 ** np.ceil(np.log2(counts.max() + 1)), 0.0)
    counts = counts[:1].sum() + np.concatenate([[0.0], np.cumsum(steps)])
    risen = np.flatnonzero(steps == 1)  # only of these is it known which frame it was
    if len(risen) < LEAST_FRAMES:
        raise InputError(
            f"{counter.name!r} counted {len(risen)} frames one by one; {LEAST_FRAMES} are the "
            "least."
        )
    rate = master.rate_hz or master.measured_rate
    if not rate or not master.n_samples:
        raise InputError(f"the rate of {master.name!r} is not known.")
    own = 0.5 * (time[risen] + time[risen + 1])
    frames = counts[risen + 1] - 1 - first
    inside = (frames >= 0) & (frames <= round(master.duration * rate))
    if inside.sum() < LEAST_FRAMES:
        raise InputError(f"the counts of {counter.name!r} are not of frames of {master.name!r}.")
    at = _frame_times(master, rate, frames[inside])
    return line(own[inside], at, "frames")


def _frame_times(master: Stream, rate: float, frames: np.ndarray) -> np.ndarray:
    """[s] by the master's clock; frames that it lost lie between those that it has."""
    numbers = np.round((master.time - master.time[0]) * rate)
    return np.interp(frames, numbers, master.time)
