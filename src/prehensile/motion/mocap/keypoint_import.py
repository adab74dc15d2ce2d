"""Keypoints of a recording, in any of the known layouts, as an imported clip."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.foreign_arrays import numbers
from prehensile.kinematics.fit.keypoint_layout import LAYOUTS, digit_points
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.lie import se3
from prehensile.motion.mocap.gaps import fill_gaps
from prehensile.motion.mocap.imported import Imported, residual_report, with_report
from prehensile.motion.mocap.keypoint_clip import clip_from_keypoints
from prehensile.motion.mocap.length_unit import POINT_UNITS, unit_by_size
from prehensile.motion.mocap.markers import METRES
from prehensile.motion.mocap.options import Options
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.motion.y_up import z_up

POINT_KEYS = ("joint_pos", "keypoints", "keypoints_3d", "landmarks", "joints", "points", "array")
"""Names under which people keep keypoints (T, K, 3)."""
LEAP_KEYS = {"joints_mm", "t"}
FINGER_LENGTH = 0.1
"""[m] of the mean adult's middle finger, to guess the unit of points by"""
Y_UP_LAYOUTS = ("webxr", "openxr", "leap")


def points_name(arrays: Mapping[str, np.ndarray]) -> str | None:
    """Which array holds keypoints (T, K, 3): by its name, or because it is the only one."""
    name = next((n for n in POINT_KEYS if n in arrays and arrays[n].ndim == 3), None)
    if name is None and len(arrays) == 1 and next(iter(arrays.values())).ndim == 3:
        name = next(iter(arrays))
    return name


def imported_points(arrays: Mapping[str, np.ndarray], name: str, chosen: Options) -> Imported:
    """Keypoints (T, K, 3) with a layout by their number.

    Args:
        arrays: of a file; ``time`` or ``t`` [s] beside the points.
        name: of the points.
        chosen: how to read them.

    Raises:
        InputError: no layout has so many points; no frame; no times.
    """
    points = numbers(arrays, name)
    fits = {len(names): layout for layout, names in LAYOUTS.items()}
    layout = chosen.layout or fits.get(points.shape[1])
    if layout is None or points.shape[1:] != (len(LAYOUTS[layout]), 3):
        raise InputError(
            f"{name} has shape {points.shape}; expected (frames, K, 3) with K = "
            f"{', '.join(f'{k} ({name})' for k, name in sorted(fits.items()))}."
        )
    if not len(points):
        raise InputError("the recording has no frame.")
    times = next((numbers(arrays, n, (len(points),)) for n in ("time", "t") if n in arrays), None)
    time = chosen.times(len(points), times)
    up = "y" if layout in Y_UP_LAYOUTS else "z"
    metres, notes = chosen.metres(), []
    if metres is None:
        metres, note = unit_by_size(_finger(points, layout), FINGER_LENGTH, POINT_UNITS)
        notes = [] if metres == 1.0 else [note]
    return imported_keypoints(metres * points, time, layout, chosen, {"up": up, "notes": notes})


def _finger(points: np.ndarray, layout: str) -> float:
    """Middle knuckle to fingertip along the bones, in the recording's unit; 1 if it is not seen."""
    rows = [LAYOUTS[layout].index(name) for name in digit_points("middle")]
    lengths = np.linalg.norm(np.diff(points[:, rows], axis=1), axis=-1).sum(axis=1)
    lengths = lengths[np.isfinite(lengths) & (lengths > 0)]
    return float(np.median(lengths)) if len(lengths) else FINGER_LENGTH


def is_leap(arrays: Mapping[str, np.ndarray]) -> bool:
    """Whether these are the joints that a Leap sensor saw."""
    return set(arrays) >= LEAP_KEYS


def imported_leap(arrays: Mapping[str, np.ndarray], chosen: Options) -> Imported:
    """Leap's ``joints_mm`` (T, 5, 4, 3) with times ``t`` (T,) [s].

    Raises:
        InputError: another shape.
    """
    points = numbers(arrays, "joints_mm", (None, 5, 4, 3))
    if not len(points):
        raise InputError("the recording has no frame.")
    return imported_leap_points(points, numbers(arrays, "t", (len(points),)), chosen)


def imported_leap_points(
    points: np.ndarray, seconds: np.ndarray, chosen: Options, side: str | None = None, **more: Any
) -> Imported:
    """What a Leap sensor saw of one hand.

    Args:
        points: (T, 5, 4, 3) [mm], NaN where the hand was not seen.
        seconds: (T,).
        chosen: how to read them.
        side: that the sensor says.
        **more: for the report.

    Raises:
        InputError: as `imported_keypoints`.
    """
    points = (chosen.metres() or METRES["mm"]) * points.reshape(-1, 20, 3)
    time = chosen.times(len(points), seconds)
    # A sensor may report a frame twice.
    fresh = np.concatenate([[True], np.diff(np.maximum.accumulate(time)) > 0])
    report = {"format": "leap", "up": "y", "repeated_frames": int((~fresh).sum()), **more}
    told = chosen if side is None else replace(chosen, side=side)
    return imported_keypoints(points[fresh], time[fresh], "leap", told, report)


def imported_keypoints(
    points: np.ndarray, time: np.ndarray, layout: str, chosen: Options, report: Mapping[str, Any]
) -> Imported:
    """A hand laid over keypoints: short gaps filled, lost frames dropped.

    Args:
        points: (T, K, 3) [m], NaN where hidden.
        time: (T,) [s].
        layout: one of `LAYOUTS`.
        chosen: how to read them.
        report: goes into the clip's; its ``up`` counts unless the options say another.

    Raises:
        InputError: as `clip_from_keypoints`.
    """
    steps = np.diff(time)
    rate = 1 / float(np.median(steps)) if len(steps) and np.median(steps) > 0 else 1.0
    filled = fill_gaps(points, rate, chosen.longest_gap)
    names = LAYOUTS[layout]
    options: dict[str, Any] = {"layout": layout, "side": chosen.side, "hand": chosen.hand}
    up: Any = chosen.up or report.get("up", "z")
    clip = clip_from_keypoints(
        filled.points, time=time, up=up, lost="drop", stretch=chosen.stretch, **options
    )
    track = clip.hands[0]
    own = hand_keypoints(
        hand_of(track), angles_of(track), se3.from_pose7(track.T_world_forearm), options["layout"]
    )
    kept = np.isin(time, clip.time)
    seen = points[kept] if up == "z" else points[kept] @ z_up(np.eye(4))[:3, :3].T
    residual = np.linalg.norm(own - seen, axis=-1)
    made = {
        "format": "keypoints",
        "side": track.name,
        "hand_length_mm": 1e3 * hand_of(track).length,
        "rate_hz": rate,
        "points": list(names),
        "unmapped": [],
        "filled_frames": filled.frames,
        "long_gaps": [
            [names[g.point], float(time[g.start]), float(time[g.stop - 1])]
            for g in filled.left
            if g.stop - g.start < len(time)
        ],
        "lost_frames": int((~kept).sum()),
        **residual_report(names, residual),
        **report,
    }
    return Imported(with_report(clip, **made), names, residual)
