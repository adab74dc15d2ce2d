"""A wrist's path: where an animator wants the forearm at every key, and nothing about fingers.

CSV with a line of names: ``time, x, y, z, qw, qx, qy, qz``, in seconds and metres (``x_mm`` … for
millimetres), world, z up; the quaternion turns the hand frame of the conventions into the world.
NPZ with ``time`` (T,) and ``T_world_forearm`` (T, 7). Anything else that `read_motion` reads shows
a hand, whose forearm is taken; of a BVH without fingers the wrist is (`wrist_bvh`).
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.files.foreign_arrays import numbers, read_foreign_arrays
from prehensile.files.table import read_table
from prehensile.frozen import frozen
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.hand.spec import Side
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.motion.frame_limit import check_frames
from prehensile.motion.mocap.read import read_motion
from prehensile.motion.mocap.wrist_bvh import read_bvh_wrist
from prehensile.motion.tracks import frozen_pose
from prehensile.motion.y_up import UPS, z_up

SUFFIXES = (".bvh", ".glb", ".csv", ".npz", ".c3d", ".tsv")
FASTEST = 20.0
"""[m/s] No wrist is faster: fast bowlers reach half of it."""
SHORTEST_STEP, LONGEST = 1e-5, 1e5
"""[s] between two keys, and of all: speeds and accelerations stay numbers"""
POSITION, QUATERNION = ("x", "y", "z"), ("qw", "qx", "qy", "qz")
TIMES = ("time", "time_s", "t")
POSES = ("T_world_forearm", "wrist", "pose")


@dataclass(frozen=True, eq=False)
class WristPath:
    """T keys. Arrays are copied and read-only."""

    time: np.ndarray
    """(T,) [s], strictly increasing, T ≥ 2"""
    pose: np.ndarray
    """``T_world_forearm`` (T, 7) xyz [m] + wxyz; quaternions do not change sign between keys"""
    side: str | None = None
    """``right`` or ``left`` where the source shows a hand"""
    wrist: np.ndarray = field(default_factory=lambda: np.zeros(0))
    """(T, 3) [rad] of `WRIST_JOINTS`; zero if left out"""
    bodies: tuple[BodyTrack, ...] = ()
    """things that the source shows moving, as long as the path"""

    def __post_init__(self) -> None:
        time = frozen(self.time, np.float64, (None,), "time")
        if len(time) < 2:
            raise InputError(f"a path needs at least two keys, got {len(time)}.")
        check_frames(len(time))
        steps = np.diff(time)
        if (steps <= 0).any():
            k = int(np.argmax(steps <= 0))
            raise InputError(
                f"time must increase from key to key, got {time[k]:g} s, then {time[k + 1]:g} s: "
                "a frame rate of zero or infinity, or keys out of order."
            )
        if steps.min() < SHORTEST_STEP or steps.sum() > LONGEST:
            raise InputError(
                f"keys follow one another after {steps.min():.3g} s over {steps.sum():.3g} s; a "
                f"wrist's path has {SHORTEST_STEP:g} s at least and takes {LONGEST:g} s at most."
            )
        pose = np.array(frozen(self.pose, np.float64, (len(time), 7), "the path"))
        length = np.linalg.norm(pose[:, 3:], axis=1)
        if not (np.abs(length - 1) < 0.01).all():
            k = int(np.abs(length - 1).argmax())
            raise InputError(
                f"the quaternion of key {k} has the length {length[k]:.3g}; expected 1, as "
                "qw, qx, qy, qz."
            )
        pose[:, 3:] /= length[:, None]
        back = (pose[1:, 3:] * pose[:-1, 3:]).sum(axis=1) < 0
        pose[1:, 3:] *= np.where(np.cumsum(back) % 2, -1.0, 1.0)[:, None]
        _check_speed(time, pose)
        wrist = np.zeros((len(time), 3)) if not len(self.wrist) else self.wrist
        fields = {
            "time": time,
            "pose": frozen_pose(pose, len(time), "the path"),
            "wrist": frozen(wrist, np.float64, (len(time), 3), "wrist angles"),
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @property
    def duration(self) -> float:
        """[s]"""
        return float(self.time[-1] - self.time[0])

    def __repr__(self) -> str:
        return f"<WristPath {self.duration:.3g} s, {len(self.time)} keys>"


def wrist_path(clip: Clip, hand: str | None = None) -> WristPath:
    """The forearm of one hand of a clip.

    Args:
        clip: with that hand.
        hand: its name, or a side; the clip's only hand if left out.

    Raises:
        InputError: no hand, or several and no name.
    """
    tracks = {h.name: h for h in clip.hands}
    by_side = {str(h.model.get("side")): h for h in clip.hands if "side" in h.model}
    if not tracks:
        raise InputError("the clip shows no hand, so it has no wrist to follow.")
    track = tracks.get(hand or "", by_side.get(hand or ""))
    if track is None and len(tracks) > 1:
        raise InputError(f"say which hand to follow: {', '.join(tracks)}.")
    track = track or next(iter(tracks.values()))
    wrist = np.zeros((clip.n_frames, 3))
    for k, name in enumerate(WRIST_JOINTS):
        if name in track.joint_names:
            wrist[:, k] = track.q[:, track.joint_names.index(name)]
    return WristPath(
        clip.time, track.T_world_forearm, track.model.get("side"), wrist, _moving(clip.bodies)
    )


def read_wrist_path(path: str | Path, up: str = "z", hand: str | None = None) -> WristPath:
    """A path from a file. Safe on a stranger's file.

    Args:
        path: BVH, GLB, CSV, NPZ, or markers.
        up: the axis that points up in a CSV or NPZ of poses; files that show a hand know it.
        hand: which hand of several.

    Raises:
        FileError: missing, empty, damaged.
        InputError: what is in it is no path, with what to do.
    """
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise UnknownNameError("file suffix for a wrist's path", path.suffix, SUFFIXES)
    if up not in UPS:
        raise UnknownNameError("up axis", up, UPS)
    try:
        found = _bare(path)
        if found is None:
            return _shown(path, hand)
        if up == "y":
            found = replace(found, pose=se3.to_pose7(z_up(se3.from_pose7(found.pose))))
        return found
    except InputError as error:
        raise InputError(f"{path.name}: {str(error).removeprefix(path.name + ': ')}") from None


def _shown(path: Path, hand: str | None) -> WristPath:
    """The forearm of a recorded hand, or the wrist of a body whose skeleton has no fingers."""
    side: Side | None = hand if hand == "right" or hand == "left" else None
    try:
        return wrist_path(_motion(path, side), hand)
    except InputError:
        found = read_bvh_wrist(path, side) if path.suffix.lower() == ".bvh" else None
        if found is None:
            raise
        return WristPath(*found)


def _motion(path: Path, side: Side | None) -> Clip:
    """A recording; the side is asked for only where the file shows several hands."""
    try:
        return read_motion(path)
    except InputError:
        if side is None:
            raise
        return read_motion(path, side=side)


def _bare(path: Path) -> WristPath | None:
    """A file of poses only, or None if it holds something else."""
    suffix = path.suffix.lower()
    if suffix == ".csv":
        return _from_columns(read_table(path))
    if suffix == ".npz":
        try:
            return _from_arrays(read_foreign_arrays(path))
        except FileError:
            return None  # a clip of ours, or damaged: the reader of motions says which
    return None


def _from_arrays(arrays: dict[str, np.ndarray]) -> WristPath | None:
    time = next((n for n in TIMES if n in arrays), None)
    pose = next((n for n in POSES if n in arrays and arrays[n].shape[1:] == (7,)), None)
    if time is None or pose is None or "q" in arrays:
        return None
    return WristPath(numbers(arrays, time, (None,)), numbers(arrays, pose, (None, 7)))


def _from_columns(columns: dict[str, np.ndarray]) -> WristPath | None:
    """Only if every column belongs to a path: a table with joints shows a hand."""
    plain = {name.strip().lower().removeprefix("forearm_"): c for name, c in columns.items()}
    time = next((plain.pop(n) for n in TIMES if n in plain), None)
    plain.pop("frame", None)
    metres = {"": 1.0, "_m": 1.0, "_mm": 1e-3, "_cm": 1e-2}
    unit = next((u for u in metres if all(f"{p}{u}" in plain for p in POSITION)), None)
    if unit is None or len(plain) > 7:
        return None
    missing = [name for name in QUATERNION if name not in plain]
    if missing or time is None:
        wanted = "time, x, y, z, qw, qx, qy, qz"
        lacks = ", ".join(missing) or "time"
        raise InputError(f"its columns lack {lacks}; a wrist's path has {wanted}.")
    position = [metres[unit] * plain[f"{p}{unit}"] for p in POSITION]
    return WristPath(time, np.stack([*position, *(plain[n] for n in QUATERNION)], axis=1))


def _moving(bodies: tuple[BodyTrack, ...]) -> tuple[BodyTrack, ...]:
    return tuple(b for b in bodies if np.ptp(b.pose[:, :3], axis=0).max() > 0.01)


def _check_speed(time: np.ndarray, pose: np.ndarray) -> None:
    speed = np.linalg.norm(np.diff(pose[:, :3], axis=0), axis=1) / np.diff(time)
    if speed.max() > FASTEST:
        k = int(speed.argmax())
        raise InputError(
            f"the wrist moves at {speed[k]:.3g} m/s at {time[k]:.3g} s; no hand exceeds "
            f"{FASTEST:g} m/s: these are millimetres (divide by 1000, or name the columns x_mm), "
            "or the frame rate is wrong."
        )
