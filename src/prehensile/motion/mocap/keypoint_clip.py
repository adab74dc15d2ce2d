"""A clip from a recording of keypoints: `fit_keypoints` with times, an up axis and lost frames."""

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from prehensile._version import __version__
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.kinematics.fit.keypoint_layout import Layout
from prehensile.kinematics.fit.keypoints import FitSide, KeypointFit, fit_keypoints, lost_frames
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.y_up import UPS, Up

Lost = Literal["error", "drop"]
LOSTS = ("error", "drop")

_Z_UP_OF_Y_UP = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])


def clip_from_keypoints(
    points: ArrayLike,
    rate_hz: float | None = None,
    time: ArrayLike | None = None,
    layout: Layout = "mediapipe",
    side: FitSide = "auto",
    hand: Hand | None = None,
    stretch: float = 0.0,
    up: Up = "z",
    lost: Lost = "error",
) -> Clip:
    """One hand's motion from its keypoints.

    Args:
        points: (T, K, 3) [m]; NaN marks a keypoint that was not seen.
        rate_hz: frames a second; or
        time: (T,) [s], strictly increasing.
        layout: as in :func:`fit_keypoints`, and so are ``side``, ``hand`` and ``stretch``.
        side: of the hand that the points show.
        hand: to fit; the recording's own if left out.
        stretch: [rad] how far joints may leave the hand's limits.
        up: the axis that points up in the recording; a clip's world has z up. WebXR, OpenXR and
            Leap have y.
        lost: what to do about frames that do not show where the palm is: ``error``, or ``drop``
            for a clip without them (its times have a gap; resampling bridges it).

    Returns:
        A clip whose only hand is named after its side. ``meta["keypoints"]`` says how good the fit
        is: layout, median and 95th percentile of the residual [mm], the median of each point, and
        the number of frames dropped.

    Raises:
        UnknownNameError: no such layout, side, up axis or way to lose frames.
        InputError: what :func:`fit_keypoints` refuses, and times that do not fit.
    """
    for kind, value, valid in (("up axis", up, UPS), ("choice of lost", lost, LOSTS)):
        if value not in valid:
            raise UnknownNameError(kind, str(value), valid)
    missing = lost_frames(points, layout)
    array = np.asarray(points, dtype=float)
    if array.ndim != 3:
        raise InputError(f"keypoints of a clip have shape {array.shape}; expected (T, K, 3).")
    times = _times(len(array), rate_hz, time)
    kept = ~missing if lost == "drop" else np.ones(len(array), dtype=bool)
    if not kept.any():
        raise InputError(f"all {len(array)} frames are lost: none shows where the palm is.")
    if up == "y":
        array = array @ _Z_UP_OF_Y_UP.T
    fit = fit_keypoints(array[kept], layout, side, hand, stretch)
    frames = len(fit.q)
    track = HandTrack(
        name=fit.hand.side,
        model=fit.hand.spec.to_json(),
        joint_names=fit.hand.joint_names,
        q=fit.q,
        T_world_forearm=se3.to_pose7(fit.T_world_forearm),
    )
    return Clip(
        time=times[kept],
        hands=(track,),
        bodies=(),
        contacts=ContactTrack.empty(frames),
        finger_force=np.zeros((frames, 1, 5)),
        palm_force=np.zeros((frames, 1)),
        meta={"prehensile": __version__, "keypoints": _quality(fit) | {"lost": int((~kept).sum())}},
    )


def _times(frames: int, rate_hz: float | None, time: ArrayLike | None) -> np.ndarray:
    """(T,) [s]; what is wrong with given ones, the clip says."""
    if (rate_hz is None) == (time is None):
        raise InputError("give the recording's rate_hz or its time, one of them.")
    if rate_hz is not None:
        if not 0 < rate_hz < np.inf:
            raise InputError(f"rate_hz is {rate_hz:g}; expected a number above 0.")
        return np.arange(frames) / rate_hz
    try:
        times = np.asarray(time, dtype=float)
    except (TypeError, ValueError):
        raise InputError("time holds something else than numbers.") from None
    if times.shape != (frames,):
        raise InputError(f"time has shape {times.shape}; the keypoints have {frames} frames.")
    return times


def _quality(fit: KeypointFit) -> dict[str, Any]:
    off = 1e3 * fit.residual[fit.seen]
    return {
        "layout": fit.layout,
        "residual_mm_median": float(np.median(off)),
        "residual_mm_p95": float(np.quantile(off, 0.95)),
        "residual_mm_by_point": {
            name: 1e3 * value
            for name, value in fit.residual_by_point().items()
            if np.isfinite(value)
        },
        "seen_share": float(fit.seen.mean()),
    }
