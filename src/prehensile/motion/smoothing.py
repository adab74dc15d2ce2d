"""Low-pass filtering without delay: a Butterworth filter run forwards and backwards."""

from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.motion.clip import Clip

ORDER = 2
"""Run twice, so that the whole falls off like order 4 and halves the power twice at the cutoff."""
LEAST_FRAMES = 4 * (ORDER + 1)
UNEVEN = 0.01
"""Frames whose spacing differs by more than this part of it are brought to one rate first."""


def smooth(values: np.ndarray, rate_hz: float, cutoff_hz: float) -> np.ndarray:
    """Values (T, ...) without what is faster than the cutoff; no delay.

    At the cutoff itself half the amplitude is left. Very short recordings come back as they are.

    Raises:
        InputError: a cutoff that is not between zero and half the frame rate.
    """
    if not 0 < cutoff_hz < 0.5 * rate_hz:
        raise InputError(
            f"the filter's cutoff is {cutoff_hz:g} Hz; expected above 0 and below half the frame "
            f"rate ({0.5 * rate_hz:g} Hz)."
        )
    if len(values) <= LEAST_FRAMES:
        return values.copy()
    from scipy.signal import butter, sosfiltfilt

    sections = butter(ORDER, cutoff_hz, fs=rate_hz, output="sos")
    return sosfiltfilt(sections, values, axis=0)


def smooth_clip(clip: Clip, cutoff_hz: float) -> Clip:
    """A clip whose hands' joint angles and forearm poses are filtered; angles keep their range.

    A filter needs even frames: where they are not, the clip is resampled to and fro.

    Raises:
        InputError: a cutoff out of range.
    """
    steps = np.diff(clip.time)
    if len(steps) < LEAST_FRAMES:
        return clip
    if np.ptp(steps) > UNEVEN * steps.mean():
        frames = 1 + max(len(steps), round(clip.duration / float(np.median(steps))))
        even = clip.at_times(np.linspace(clip.time[0], clip.time[-1], frames))
        return replace(clip, hands=smooth_clip(even, cutoff_hz).at_times(clip.time).hands)
    rate = 1 / float(steps.mean())
    hands = tuple(
        replace(
            track,
            q=np.clip(smooth(track.q, rate, cutoff_hz), track.q.min(0), track.q.max(0)),
            T_world_forearm=_smooth_pose(track.T_world_forearm, rate, cutoff_hz),
        )
        for track in clip.hands
    )
    return replace(clip, hands=hands)


def _smooth_pose(pose: np.ndarray, rate: float, cutoff_hz: float) -> np.ndarray:
    """Poses (T, 7); quaternions are first brought to one side, for q and −q are one rotation."""
    turned = pose.copy()
    flips = np.sign((turned[1:, 3:] * turned[:-1, 3:]).sum(1))
    turned[1:, 3:] *= np.cumprod(np.where(flips < 0, -1.0, 1.0))[:, None]
    smoothed = smooth(turned, rate, cutoff_hz)
    smoothed[:, 3:] /= np.linalg.norm(smoothed[:, 3:], axis=1, keepdims=True)
    return smoothed
