"""A clip at other times: angles and positions linear, orientations by slerp, contacts held."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.lie import so3
from prehensile.motion.clip import Clip
from prehensile.motion.located import Located, linear, located, snap_slack

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
    slack = min(snap_slack(clip.time)[-1] * rate, 0.5)
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
    slack = snap_slack(clip.time)
    start, end = clip.time[0], clip.time[-1]
    outside = (times < start - slack[0]) | (times > end + slack[-1])
    if outside.any():
        raise InputError(
            f"the time {times[outside][0]} s is outside the clip, "
            f"which runs from {start} s to {end} s."
        )
    return _sample(clip, times)


def _sample(clip: Clip, times: np.ndarray) -> Clip:
    at = located(clip.time, times)
    return replace(
        clip,
        time=times,
        hands=tuple(
            replace(
                hand,
                q=linear(hand.q, at),
                T_world_forearm=_pose7(hand.T_world_forearm, at),
            )
            for hand in clip.hands
        ),
        bodies=tuple(replace(body, pose=_pose7(body.pose, at)) for body in clip.bodies),
        contacts=clip.contacts.take(at.frame),
        finger_force=clip.finger_force[at.frame],
        palm_force=clip.palm_force[at.frame],
    )


def _pose7(pose: np.ndarray, at: Located) -> np.ndarray:
    turned = so3.slerp(pose[at.frame, 3:], pose[at.after, 3:], at.part)
    # Slerp normalises; a recorded quaternion comes back bit for bit.
    quaternion = np.where(at.part[:, None] == 0, pose[at.frame, 3:], turned)
    return np.concatenate([linear(pose[:, :3], at), quaternion], axis=1)
