"""A clip at other times: angles and positions linear, orientations by slerp, contacts held."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.lie import so3
from prehensile.motion.clip import Clip

SNAP = 1e-6
"""A time this close to a frame, as a fraction of the spacing, is that frame. Simulators add up
their steps: without it, a rounding of 1e-16 s would take contacts from one frame too early."""

SNAP_ROUNDINGS = 4
"""The same in roundings of the clock itself, for clocks that count from 1970: theirs are 1e-7 s."""

MAX_FRAMES = 10_000_000
"""More frames than this (a day at 100 Hz) are a typing error in the rate, not a wish."""


def resample(clip: Clip, rate_hz: float) -> Clip:
    """The clip at the times ``time[0] + k / rate_hz``, up to its last frame.

    A last frame that is no whole number of periods after the first is left out.

    Args:
        clip: what to resample.
        rate_hz: frames per second, > 0.

    Raises:
        InputError: the rate is not positive and finite, or gives more than ``MAX_FRAMES``.
    """
    try:
        rate = float(rate_hz)
    except (TypeError, ValueError):
        raise InputError(f"the rate must be a number [Hz], got {rate_hz!r}.") from None
    if not (np.isfinite(rate) and rate > 0):
        raise InputError(f"the rate must be positive and finite [Hz], got {rate_hz}.")
    periods = clip.duration * rate
    if periods >= MAX_FRAMES:
        raise InputError(
            f"{rate_hz} Hz over {clip.duration:.3g} s makes more than {MAX_FRAMES} frames; "
            "choose a lower rate."
        )
    # Rounding must not lose the last frame: 2 s · 60 Hz may come out as 119.99999999999999.
    slack = min(_slack(clip.time)[-1] * rate, 0.5)
    return _sample(clip, clip.time[0] + np.arange(int(periods + slack) + 1) / rate)


def at_times(clip: Clip, times: ArrayLike) -> Clip:
    """The clip at given times, which become its ``time`` exactly.

    Joint angles and positions are linear between frames, orientations turn at constant speed
    the shorter way. Contacts and forces are those of the nearest earlier frame: a contact
    that is there in one frame and not in the next has no value between.

    Args:
        clip: what to resample.
        times: ``(n,)`` [s], strictly increasing, within the clip.

    Raises:
        InputError: a time is outside the clip, not finite, or out of order.
    """
    times = frozen(times, np.float64, (None,), "times")
    slack = _slack(clip.time)
    start, end = clip.time[0], clip.time[-1]
    outside = (times < start - slack[0]) | (times > end + slack[-1])
    if outside.any():
        raise InputError(
            f"the time {times[outside][0]} s is outside the clip, "
            f"which runs from {start} s to {end} s."
        )
    return _sample(clip, times)


def _sample(clip: Clip, times: np.ndarray) -> Clip:
    frame, part = _locate(clip.time, times)
    return replace(
        clip,
        time=times,
        hands=tuple(
            replace(
                hand,
                q=_linear(hand.q, frame, part),
                T_world_forearm=_pose7(hand.T_world_forearm, frame, part),
            )
            for hand in clip.hands
        ),
        bodies=tuple(replace(body, pose=_pose7(body.pose, frame, part)) for body in clip.bodies),
        contacts=clip.contacts.take(frame),
        finger_force=clip.finger_force[frame],
        palm_force=clip.palm_force[frame],
    )


def _locate(time: np.ndarray, times: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Nearest earlier frame ``(n,)`` and the part of the spacing that follows it, in [0, 1)."""
    last = len(time) - 1
    frame = np.clip(np.searchsorted(time, times, side="right") - 1, 0, None)
    step, slack = _steps(time)[frame], _slack(time)[frame]
    past = times - time[frame]
    late = (step - past < slack) & (frame < last)
    frame = frame + late
    exact = late | (past < slack) | (frame == last)
    return frame, np.where(exact, 0.0, past / step)


def _steps(time: np.ndarray) -> np.ndarray:
    """``(T,)`` [s] from each frame to the next; the last one repeats the spacing before it."""
    if len(time) == 1:
        return np.ones(1)
    return np.diff(time, append=2 * time[-1] - time[-2])


def _slack(time: np.ndarray) -> np.ndarray:
    """``(T,)`` [s] how close to a frame is that frame."""
    steps = _steps(time)
    rounding = np.spacing(np.abs(time).max())
    return np.minimum(SNAP * steps + SNAP_ROUNDINGS * rounding, steps / 2)


def _linear(values: np.ndarray, frame: np.ndarray, part: np.ndarray) -> np.ndarray:
    """``(T, n)`` values at ``frame + part``; exactly the recorded ones where part is 0."""
    after = np.minimum(frame + 1, len(values) - 1)
    part = part[:, None]
    return values[frame] * (1 - part) + values[after] * part


def _pose7(pose: np.ndarray, frame: np.ndarray, part: np.ndarray) -> np.ndarray:
    after = np.minimum(frame + 1, len(pose) - 1)
    turned = so3.slerp(pose[frame, 3:], pose[after, 3:], part)
    # Slerp normalises; a recorded quaternion comes back bit for bit.
    quaternion = np.where(part[:, None] == 0, pose[frame, 3:], turned)
    return np.concatenate([_linear(pose[:, :3], frame, part), quaternion], axis=1)
