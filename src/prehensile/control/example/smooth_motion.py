"""An example's motion ready for inverse dynamics: even in time, filtered without delay, with its
velocities and accelerations.
"""

import math
from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.lie import so3
from prehensile.motion.clip import Clip, HandTrack

CUTOFF = 6.0
"""[Hz] of the filter; a hand's voluntary motion lies below it"""
ORDER = 2
"""of the filter, which runs forwards and backwards: fourth order and no delay"""
RATE = 120.0
"""[Hz] of the result"""
SHORTEST = 0.3
"""[s] No grasp is quicker."""
DEGREES = 2 * math.pi
"""[rad] No joint of a hand turns this far: an angle beyond it is in degrees."""


@dataclass(frozen=True, eq=False)
class SmoothMotion:
    """T frames of one hand at a constant rate."""

    time: np.ndarray
    """(T,) [s]"""
    q: np.ndarray
    """(T, dof) [rad] in the order of the hand's joints"""
    qd: np.ndarray
    """(T, dof) [rad/s]"""
    qdd: np.ndarray
    """(T, dof) [rad/s²]"""
    forearm: np.ndarray
    """(T, 7) xyz + wxyz"""
    twist: np.ndarray
    """(T, 6) (v, ω), world axes"""
    twist_rate: np.ndarray
    """(T, 6) its time derivative"""

    @property
    def timestep(self) -> float:
        """[s] from one frame to the next."""
        return float(self.time[1] - self.time[0])

    def cut(self, first: int, end: int) -> "SmoothMotion":
        """Frames from ``first`` up to but not with ``end``; time begins at zero."""
        fields = {name: getattr(self, name)[first:end] for name in self.__dataclass_fields__}
        return SmoothMotion(**(fields | {"time": fields["time"] - fields["time"][0]}))


def smooth_motion(
    clip: Clip, hand: Hand, name: str | None = None, cutoff: float = CUTOFF
) -> SmoothMotion:
    """One hand of a clip, checked, evenly resampled and filtered forwards and backwards.

    Args:
        clip: the example.
        hand: that will replay it; sides must agree, and the joints it has be in the clip.
        name: which hand of the clip; its only one if left out.
        cutoff: [Hz] of the filter.

    Raises:
        InputError: too short, the wrong side, degrees, a joint missing.
    """
    track = _track(clip, name)
    _check(clip, track, hand)
    if not 0 < cutoff < RATE / 2:
        raise InputError(f"cutoff is {cutoff:g} Hz; expected more than 0 and less than {RATE / 2}.")
    clip = clip.resample(RATE)
    track = clip.hand(track.name)
    q = _filtered(_ordered(track, hand), cutoff)
    forearm = _filtered(_continuous(track.T_world_forearm), cutoff)
    forearm[:, 3:] /= np.linalg.norm(forearm[:, 3:], axis=1, keepdims=True)
    twist = np.concatenate([_rate(forearm[:, :3]), _angular_velocity(forearm[:, 3:])], axis=1)
    qd = _rate(q)
    return SmoothMotion(
        time=np.arange(len(q)) / RATE,
        q=q,
        qd=qd,
        qdd=_rate(qd),
        forearm=forearm,
        twist=twist,
        twist_rate=_rate(twist),
    )


def _track(clip: Clip, name: str | None) -> HandTrack:
    if name is not None:
        return clip.hand(name)
    if len(clip.hands) != 1:
        names = ", ".join(h.name for h in clip.hands) or "there is none"
        raise InputError(f"say which hand of the clip is the example: {names}.")
    return clip.hands[0]


def _check(clip: Clip, track: HandTrack, hand: Hand) -> None:
    if clip.duration < SHORTEST:
        raise InputError(
            f"the clip lasts {clip.duration:.2f} s ({clip.n_frames} frames); a grasp takes at "
            f"least {SHORTEST:g} s: give a longer one, or check its frame rate."
        )
    side = track.model.get("side", hand.side)
    if side != hand.side:
        raise InputError(
            f"the clip shows a {side} hand, but the hand to control is a {hand.side} one: mirror "
            f"the recording or control a {side} hand."
        )
    worst = float(np.abs(track.q).max())
    if worst > DEGREES:
        k = int(np.abs(track.q).max(axis=0).argmax())
        raise InputError(
            f"{track.joint_names[k]} of the clip reaches {worst:.1f} rad, more than a full turn: "
            "these are degrees; convert them with numpy.radians."
        )


def _ordered(track: HandTrack, hand: Hand) -> np.ndarray:
    missing = [name for name in hand.joint_names if name not in track.joint_names]
    if missing:
        raise InputError(f"the clip lacks the joints {', '.join(missing)} of the hand.")
    return track.q[:, [track.joint_names.index(name) for name in hand.joint_names]]


def _continuous(pose: np.ndarray) -> np.ndarray:
    """The same poses with quaternions that do not change sign between frames."""
    turns = np.sign((pose[1:, 3:] * pose[:-1, 3:]).sum(axis=1))
    signs = np.cumprod(np.concatenate([[1.0], np.where(turns == 0, 1.0, turns)]))
    return np.concatenate([pose[:, :3], signs[:, None] * pose[:, 3:]], axis=1)


def _filtered(values: np.ndarray, cutoff: float) -> np.ndarray:
    """Zero-phase low pass along time, with the ends reflected in a point."""
    from scipy.signal import butter, sosfiltfilt

    sections = butter(ORDER, cutoff, fs=RATE, output="sos")
    pad = min(len(values) - 1, round(RATE / cutoff))
    return sosfiltfilt(sections, values, axis=0, padlen=pad)


def _rate(values: np.ndarray) -> np.ndarray:
    """Time derivative by central differences."""
    return np.gradient(values, 1 / RATE, axis=0)


def _angular_velocity(quat: np.ndarray) -> np.ndarray:
    """(T, 3) ω = 2 q̇ q*, world axes [rad/s]."""
    return 2 * so3.quat_multiply(_rate(quat), so3.quat_conjugate(quat))[:, 1:]
