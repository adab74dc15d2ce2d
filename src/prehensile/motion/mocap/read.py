"""Use my mocap: any recording that we can read, as a clip of our hand.

`read_motion` looks at the suffix, then at what is inside:

====================  ============================================================================
``.c3d``, ``.tsv``    optical markers (`marker_clip`)
``.bvh``              ours exactly; a stranger's by its joints' positions (`foreign_bvh`)
``.glb``              ours exactly; others with WebXR joint names by their positions
``.csv``              joint angles by name (`joint_angles_file`)
``.npz``, ``.npy``    a clip of ours; keypoints; Leap joints; MANO poses; Adroit demonstrations;
                      joint angles by name
====================  ============================================================================
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import FileError, InputError, PrehensileError, UnknownNameError
from prehensile.files.bvh import read_bvh_file
from prehensile.files.foreign_arrays import read_foreign_arrays
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_layout import LAYOUTS
from prehensile.kinematics.fit.keypoints import FIT_SIDES, hand_keypoints
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.clip_files import npz
from prehensile.motion.frame_limit import check_frames
from prehensile.motion.mocap.adroit import adroit_take, takes_of
from prehensile.motion.mocap.c3d import METRES, read_c3d
from prehensile.motion.mocap.foreign_bvh import hands_of
from prehensile.motion.mocap.gaps import SHORT_GAP, fill_gaps
from prehensile.motion.mocap.imported import Imported, one_hand_clip, residual_report, with_report
from prehensile.motion.mocap.joint_angles import AngleTable, angles_from_arrays, read_csv_angles
from prehensile.motion.mocap.keypoint_clip import UPS, clip_from_keypoints
from prehensile.motion.mocap.mano import is_mano, mano_motion
from prehensile.motion.mocap.marker_clip import clip_from_markers
from prehensile.motion.mocap.marker_names import read_marker_file
from prehensile.motion.mocap.markers import MarkerRecording, checked_rate
from prehensile.motion.mocap.name_map import map_for, read_name_map
from prehensile.motion.mocap.qualisys_tsv import read_qualisys_tsv
from prehensile.motion.mocap.retarget import LARGEST_RAD, radians_of, retarget
from prehensile.motion.smoothing import smooth_clip
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.motion.y_up import z_up

ANGLE_UNITS = ("rad", "deg")
SUFFIXES = (".c3d", ".tsv", ".bvh", ".glb", ".csv", ".npz", ".npy")
HAND_LENGTH = 0.181
"""[m] of the mean adult, to guess a file's unit of length by"""
SMOOTH_HZ = 12.0
"""Fingers move below 10 Hz; faster is the noise of cameras."""
POINT_KEYS = ("joint_pos", "keypoints", "keypoints_3d", "landmarks", "joints", "points", "array")
LEAP_KEYS = {"joints_mm", "t"}


@dataclass(frozen=True)
class Options:
    """How to read; what is None is found from the file."""

    rate_hz: float | None = None
    side: str = "auto"
    layout: str | None = None
    """of keypoints: mediapipe, webxr, openxr or leap"""
    unit: str | None = None
    """of lengths (mm, cm, m, …) or of angles (rad, deg)"""
    up: str | None = None
    """the axis that points up in the recording, z or y"""
    hand: Hand | None = None
    markers: str | Path | None = None
    """a file of marker names"""
    names: str | Path | None = None
    """a map of joint names: a file, or ``adroit``"""
    flat_hand_mean: bool | None = None
    """of MANO poses"""
    take: int = 0
    """of a file with several"""
    longest_gap: float = SHORT_GAP
    """[s] filled"""
    smooth_hz: float | None = None
    """cutoff of the zero-phase filter; 0 for none; by default 12 Hz for what was measured"""
    stretch: float = 0.0
    """[rad] how far joints may leave the hand's limits in a fit to keypoints"""

    def __post_init__(self) -> None:
        if self.side not in FIT_SIDES:
            raise UnknownNameError("side", self.side, FIT_SIDES)
        if self.up is not None and self.up not in UPS:
            raise UnknownNameError("up axis", self.up, UPS)
        if self.layout is not None and self.layout not in LAYOUTS:
            raise UnknownNameError("keypoint layout", self.layout, LAYOUTS)
        if self.unit is not None and self.unit not in (*METRES, *ANGLE_UNITS):
            raise UnknownNameError("unit", self.unit, (*METRES, *ANGLE_UNITS))
        if self.rate_hz is not None:
            checked_rate(self.rate_hz)
        if self.hand is not None and self.side not in ("auto", self.hand.side):
            raise InputError(f"side is {self.side!r}, but the hand is a {self.hand.side} one.")

    def metres(self) -> float | None:
        """The unit of length [m], if one is given."""
        if self.unit in ANGLE_UNITS:
            raise InputError(f"unit is {self.unit!r}; expected a length: {', '.join(METRES)}.")
        return None if self.unit is None else METRES[self.unit]

    def own_hand(self, side: str | None = None) -> Hand:
        """The hand that angles are of."""
        if self.hand is not None:
            return self.hand
        chosen = side if self.side == "auto" else self.side
        return HandSpec.mean("left" if chosen == "left" else "right").build()


def read_motion(path: str | Path, **options: Any) -> Clip:
    """A recording as a clip; ``clip.meta["import"]`` says how well it went.

    Args:
        path: the file.
        **options: fields of :class:`Options`.

    Raises:
        FileError: missing, empty, damaged, or of a kind that is not read.
        InputError: what is in it does not fit, with what to do.
    """
    return import_motion(path, **options).clip


def import_motion(path: str | Path, **options: Any) -> Imported:
    """The same with residuals per point and frame."""
    chosen = Options(**options)
    path = Path(path)
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise UnknownNameError("file suffix for mocap", path.suffix, SUFFIXES)
    try:
        if path.exists() and not path.is_file():
            raise InputError("it is not a file")
        if path.is_file() and not path.stat().st_size:
            raise InputError("the file is empty")
        result = reader(path, chosen)
        check_frames(result.clip.n_frames)
        return _smoothed(result, path, chosen)
    except InputError as error:
        raise InputError(f"{path.name}: {error}") from None
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror or error}.") from None


def _smoothed(result: Imported, path: Path, chosen: Options) -> Imported:
    """With the filter that was asked for, or the usual one for measured points."""
    clip, cutoff = result.clip, chosen.smooth_hz
    rate = (clip.n_frames - 1) / clip.duration if clip.n_frames > 1 else 0.0
    if cutoff is None:
        cutoff = SMOOTH_HZ if result.residual is not None and rate > 3 * SMOOTH_HZ else 0
    if cutoff:
        clip = smooth_clip(clip, cutoff)
    more = {"file": path.name, "smoothed_hz": float(cutoff), "frames": clip.n_frames}
    return result._replace(clip=with_report(clip, **more))


def _markers(recording: MarkerRecording, chosen: Options) -> Imported:
    places = None if chosen.markers is None else read_marker_file(chosen.markers)
    turned = z_up(np.eye(4))[:3, :3] if chosen.up == "y" else None
    side: Any = chosen.side
    return clip_from_markers(recording, side, chosen.hand, places, chosen.longest_gap, turned)


def _c3d(path: Path, chosen: Options) -> Imported:
    return _markers(read_c3d(path, chosen.rate_hz, chosen.metres()), chosen)


def _tsv(path: Path, chosen: Options) -> Imported:
    metres = chosen.metres() or METRES["mm"]
    return _markers(read_qualisys_tsv(path, chosen.rate_hz, metres), chosen)


def _keypoints(
    points: np.ndarray, time: np.ndarray, layout: str, chosen: Options, report: Mapping[str, Any]
) -> Imported:
    """Fit of keypoints (T, K, 3) [m], short gaps filled, lost frames dropped."""
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
    seen = points[kept] if up == "z" else _turned(points[kept])
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


def _turned(points: np.ndarray) -> np.ndarray:
    """Points (..., 3) from y up to z up."""
    return points @ z_up(np.eye(4))[:3, :3].T


def _bvh(path: Path, chosen: Options) -> Imported:
    try:
        return _ours(Clip.load(path), "bvh")
    except FileError:
        file = read_bvh_file(path)  # damage is said here
    hands = hands_of(file)
    side = next(iter(hands)) if chosen.side == "auto" else chosen.side
    if side not in hands:
        raise InputError(f"it has no {side} hand; there is {', '.join(hands)}.")
    found = hands[side]
    size = _length(found.points)
    metres = chosen.metres()
    notes = []
    if metres is None:
        metres = min(METRES.values(), key=lambda m: abs(np.log(m * size / HAND_LENGTH)))
        unit = next(name for name, value in METRES.items() if value == metres)
        notes.append(f"unit taken as {unit}: the hand is {1e3 * metres * size:.0f} mm long")
    time = np.arange(len(file.rows)) * (1 / chosen.rate_hz if chosen.rate_hz else file.step)
    report = {
        "format": "bvh (joint positions)",
        "unmapped": list(found.unmapped),
        "notes": notes,
        "up": "y",
    }
    fitted = replace(chosen, side=side) if len(hands) > 1 or chosen.side != "auto" else chosen
    return _keypoints(metres * found.points, time, "mediapipe", fitted, report)


def _length(points: np.ndarray) -> float:
    """Wrist to the middle fingertip along the bones, first frame, in the file's unit."""
    chain = points[0, [0, 9, 10, 11, 12]]
    chain = chain[np.isfinite(chain).all(-1)]
    length = float(np.linalg.norm(np.diff(chain, axis=0), axis=-1).sum())
    if not length > 0:
        raise InputError("the middle finger has no length: its joints are missing or in one place.")
    return length


def _glb(path: Path, chosen: Options) -> Imported:
    clip = Clip.load(path)
    if "keypoints" not in clip.meta:
        return _ours(clip, "glb")
    found = clip.meta["keypoints"]
    keep = ("residual_mm_median", "residual_mm_p95", "residual_mm_by_point")
    report = {name: found[name] for name in keep}
    return _ours(clip, "glb (joint positions)", **report, lost_frames=found["lost"])


def _ours(clip: Clip, kind: str, **more: Any) -> Imported:
    if not clip.hands:
        raise InputError("it has no hand.")
    report = {"format": kind, "side": hand_of(clip.hands[0]).side, "unmapped": []}
    report |= {"filled_frames": 0, "lost_frames": 0, **more}
    return Imported(with_report(clip, **report))


def _csv(path: Path, chosen: Options) -> Imported:
    return _angles(read_csv_angles(path), chosen)


def _angles(table: AngleTable, chosen: Options) -> Imported:
    """Joint angles by name."""
    if chosen.unit is not None and chosen.unit not in ANGLE_UNITS:
        raise InputError(f"unit is {chosen.unit!r}; expected of angles: rad or deg.")
    names = read_name_map(chosen.names) if chosen.names else map_for(table.angles)
    known = {name: column for name, column in table.angles.items() if name in names.theirs}
    radians, unit = radians_of(known, chosen.unit or table.unit)
    notes = []
    if unit == "deg" and chosen.unit is None and table.unit is None:
        notes.append(f"angles taken as degrees: some exceed {LARGEST_RAD:g}")
    hand = chosen.own_hand(names.side or table.side)
    if names.side is not None and hand.side != names.side:
        raise InputError(f"joints of {names.name!r} are a {names.side} hand's, not {hand.side}.")
    found = retarget(hand, radians, names)
    frames = len(found.q)
    others = [name for name in table.angles if name not in names.theirs]
    pose = _still(frames) if table.pose is None else table.pose
    report = {
        "format": f"joint angles ({names.name})",
        "side": hand.side,
        "unit": unit,
        "unmapped": [*others, *found.unmapped],
        "missing": list(found.missing),
        "beyond_limits_deg": found.beyond_deg,
        "filled_frames": 0,
        "lost_frames": 0,
        "notes": notes,
    }
    time = _time(frames, table.time, chosen)
    return Imported(one_hand_clip(time, hand, found.q, pose, report))


def _time(frames: int, time: np.ndarray | None, chosen: Options) -> np.ndarray:
    if chosen.rate_hz is not None:
        return np.arange(frames) / chosen.rate_hz
    if time is None:
        raise InputError("the file holds no times: give its frame rate (--rate, rate_hz).")
    return time


def _still(frames: int) -> np.ndarray:
    """Forearm poses (T, 7) at the origin."""
    return np.tile([0.0, 0, 0, 1, 0, 0, 0], (frames, 1))


def _npz(path: Path, chosen: Options) -> Imported:
    try:
        return _ours(npz.load(path), "clip")
    except PrehensileError:
        arrays = read_foreign_arrays(path)
    if takes_of(arrays):
        return _adroit(arrays, chosen)
    if set(arrays) >= LEAP_KEYS:
        return _leap(arrays, chosen)
    if is_mano(arrays):
        return _mano(arrays, chosen)
    name = next((n for n in POINT_KEYS if n in arrays and arrays[n].ndim == 3), None)
    if name is None and len(arrays) == 1 and next(iter(arrays.values())).ndim == 3:
        name = next(iter(arrays))
    if name is not None:
        return _points(arrays, name, chosen)
    try:
        table = angles_from_arrays(arrays)
        return _angles(table, chosen)
    except InputError as error:
        kinds = ", ".join(f"{n} {a.shape}" for n, a in list(arrays.items())[:4])
        raise InputError(
            f"its arrays ({kinds}) are no clip, keypoints, Leap joints, MANO poses or joint "
            f"angles: {error}"
        ) from None


def _points(arrays: Mapping[str, np.ndarray], name: str, chosen: Options) -> Imported:
    """Keypoints (T, K, 3) with a layout by their number."""
    points = arrays[name].astype(float)
    fits = {len(names): layout for layout, names in LAYOUTS.items()}
    layout = chosen.layout or fits.get(points.shape[1])
    if layout is None or points.shape[1:] != (len(LAYOUTS[layout]), 3):
        raise InputError(
            f"{name} has shape {points.shape}; expected (frames, K, 3) with K = "
            f"{', '.join(f'{k} ({name})' for k, name in sorted(fits.items()))}."
        )
    if not len(points):
        raise InputError("the recording has no frame.")
    times = next((arrays[n].astype(float) for n in ("time", "t") if n in arrays), None)
    time = _time(len(points), times, chosen)
    up = "y" if layout in ("webxr", "openxr", "leap") else "z"
    return _keypoints((chosen.metres() or 1.0) * points, time, layout, chosen, {"up": up})


def _leap(arrays: Mapping[str, np.ndarray], chosen: Options) -> Imported:
    points = arrays["joints_mm"].astype(float)
    if points.ndim != 4 or points.shape[1:] != (5, 4, 3) or not len(points):
        raise InputError(f"joints_mm has shape {points.shape}; expected (frames, 5, 4, 3).")
    points = (chosen.metres() or METRES["mm"]) * points.reshape(-1, 20, 3)
    time = _time(len(points), arrays["t"].astype(float), chosen)
    # A sensor may report a frame twice.
    fresh = np.concatenate([[True], np.diff(time) > 0])
    report = {"format": "leap", "up": "y", "repeated_frames": int((~fresh).sum())}
    return _keypoints(points[fresh], time[fresh], "leap", chosen, report)


def _mano(arrays: Mapping[str, np.ndarray], chosen: Options) -> Imported:
    if chosen.side == "auto" and chosen.hand is None:
        told = arrays.get("side")
        if told is None or str(told) not in ("right", "left"):
            raise InputError("MANO poses do not show their side: give --side right or left.")
        chosen = replace(chosen, side=str(told))
    hand = chosen.own_hand()
    found = mano_motion(hand, arrays, chosen.flat_hand_mean)
    q = np.clip(found.q, hand.lower, hand.upper)
    beyond = np.degrees(np.abs(found.q - q).max(0))
    times = next((arrays[n].astype(float) for n in ("time", "t") if n in arrays), None)
    rate = next((float(arrays[n]) for n in ("mocap_framerate", "fps") if n in arrays), None)
    if rate is not None and times is None:
        times = np.arange(len(q)) / checked_rate(rate)
    T = z_up(found.T_world_forearm) if chosen.up == "y" else found.T_world_forearm
    report = {
        "format": "mano",
        "side": hand.side,
        "unmapped": [n for n in arrays if n in ("betas", "shape", "shapes")],
        "missing": ["wrist_flex", "wrist_dev", "wrist_pro"],
        "twist_left_deg": found.twist_deg,
        "beyond_limits_deg": {
            name: float(beyond[k]) for k, name in enumerate(hand.joint_names) if beyond[k] > 0.05
        },
        "filled_frames": 0,
        "lost_frames": 0,
    }
    time = _time(len(q), times, chosen)
    return Imported(one_hand_clip(time, hand, q, se3.to_pose7(T), report))


def _adroit(arrays: Mapping[str, np.ndarray], chosen: Options) -> Imported:
    found = adroit_take(arrays, chosen.take)
    time = np.arange(len(found.T_world_forearm)) * found.step
    pose = se3.to_pose7(found.T_world_forearm)
    table = AngleTable(found.angles, "rad", time, pose, "right")
    result = _angles(table, replace(chosen, names=chosen.names or "adroit"))
    more = {"take": chosen.take, "takes": len(takes_of(arrays))}
    return result._replace(clip=with_report(result.clip, **more))


_READERS: dict[str, Callable[[Path, Options], Imported]] = {
    ".c3d": _c3d,
    ".tsv": _tsv,
    ".bvh": _bvh,
    ".glb": _glb,
    ".csv": _csv,
    ".npz": _npz,
    ".npy": _npz,
}
