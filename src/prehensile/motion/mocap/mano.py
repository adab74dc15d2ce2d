"""MANO pose parameters: numbers only, no MANO file is needed and none is here.

A pose holds 15 rotations as axis and angle, each about the axes of the template's own frame, in the
order index, middle, pinky, ring, thumb, three joints each from the root. In that frame a right
hand's fingers point to −x, its thumb to +z and its back to +y; a left hand is the mirror image in
x. Our skeleton at zero angles stands in for the template's bones; each rotation is projected
on our hinge axes, and what they cannot make is reported.

Poses may be given about the template's flat hand or about MANO's mean pose. The mean is part of the
MANO files: with ``flat_hand_mean=False`` bring it along as ``hands_mean`` (45,).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.foreign_arrays import numbers
from prehensile.hand.hand import Hand
from prehensile.hand.segments import FOREARM, PALM, digit_segments
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.hinge_angles import angles_from_rotations
from prehensile.lie import se3, so3
from prehensile.motion.frame_limit import check_frames
from prehensile.motion.mocap.imported import Imported, one_hand_clip
from prehensile.motion.mocap.markers import checked_rate
from prehensile.motion.mocap.options import ANY_SIDE, Options
from prehensile.motion.y_up import z_up

ORDER = ("index", "middle", "little", "ring", "thumb")
"""Digits of a pose, three rotations each."""
R_PALM_MANO = {
    "right": np.array([[-1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]),
    "left": np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]),
}
"""The template's axes in our palm frame, whose +y points to the thumb on a right hand and away
from it on a left one."""
ROOT = {"right": np.array([0.0957, 0.0064, 0.0062]), "left": np.array([-0.0957, 0.0064, 0.0062])}
"""[m] The template's wrist, about which its root turns: of the mean shape, to a few millimetres."""
POSES = ("poses", "pose", "hand_pose", "mano_pose", "fullpose", "theta", "thetas")
ROOTS = ("global_orient", "root_orient", "global_pose", "rot")
SHIFTS = ("trans", "transl", "translation", "mano_trans")


class ManoMotion(NamedTuple):
    """Angles and wrist of our hand."""

    q: np.ndarray
    """(T, 23) [rad], not cut at any limit"""
    T_world_forearm: np.ndarray
    """(T, 4, 4) in the recording's frame"""
    twist_deg: dict[str, float]
    """segment → root mean square angle of what our hinges cannot follow"""


def is_mano(arrays: Mapping[str, np.ndarray]) -> bool:
    """Whether these arrays hold a MANO pose."""
    return any(name in arrays and arrays[name].shape[-1:] in ((45,), (48,)) for name in POSES)


def imported_mano(arrays: Mapping[str, np.ndarray], chosen: Options) -> Imported:
    """MANO poses on our hand.

    Raises:
        InputError: nobody says the side; as `mano_motion`; no times.
    """
    if chosen.side == ANY_SIDE and chosen.hand is None:
        told = arrays.get("side")
        if told is None or str(told) not in ("right", "left"):
            raise InputError("MANO poses do not show their side: give --side right or left.")
        chosen = replace(chosen, side=str(told))
    hand = chosen.own_hand()
    found = mano_motion(hand, arrays, chosen.flat_hand_mean)
    q = np.clip(found.q, hand.lower, hand.upper)
    beyond = np.degrees(np.abs(found.q - q).max(0))
    times = next((numbers(arrays, n, (len(q),)) for n in ("time", "t") if n in arrays), None)
    rates = (numbers(arrays, n, ()) for n in ("mocap_framerate", "fps") if n in arrays)
    rate = next((float(rate) for rate in rates), None)
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
    time = chosen.times(len(q), times)
    return Imported(one_hand_clip(time, hand, q, se3.to_pose7(T), report))


def mano_motion(
    hand: Hand, arrays: Mapping[str, np.ndarray], flat_hand_mean: bool | None
) -> ManoMotion:
    """Our angles from MANO's.

    Args:
        hand: that the angles are for; its side is the recording's.
        arrays: a pose (T, 45), or (T, 48) with the root first; a root rotation (T, 3); a shift
            (T, 3) [m]; ``hands_mean`` (45,).
        flat_hand_mean: True if zero means the flat template; None where ``arrays`` say it.

    Raises:
        InputError: nobody says whether the flat hand is the mean; the mean is missing; shapes.
    """
    name = next(n for n in POSES if n in arrays and arrays[n].shape[-1:] in ((45,), (48,)))
    pose = numbers(arrays, name)
    pose = pose.reshape(-1, pose.shape[-1])
    if not len(pose):
        raise InputError("the recording has no frame.")
    check_frames(len(pose))
    frames = len(pose)
    if flat_hand_mean is None and "flat_hand_mean" in arrays:
        flat_hand_mean = bool(numbers(arrays, "flat_hand_mean", ()))
    if flat_hand_mean is None:
        raise InputError(
            "MANO poses are about the flat hand or about MANO's mean pose, and the file does not "
            "say: give --flat-hand-mean or --no-flat-hand-mean (flat_hand_mean=True or False)."
        )
    root, fingers = (pose[:, :3], pose[:, 3:]) if pose.shape[1] == 48 else (None, pose)
    if not flat_hand_mean:
        mean = numbers(arrays, "hands_mean").ravel() if "hands_mean" in arrays else np.zeros(0)
        if mean.shape != (45,):
            raise InputError(
                "with flat_hand_mean=False the mean pose is needed, and it is part of the MANO "
                "files: put it into the NPZ as hands_mean (45,)."
            )
        fingers = fingers + mean
    if not np.isfinite(pose).all():
        raise InputError("a MANO rotation is not a finite number.")
    if np.abs(fingers).max(initial=0.0) > 2 * np.pi:
        raise InputError(
            f"a MANO rotation reaches {np.abs(fingers).max():.4g} rad: these are degrees, or no "
            "axis and angle."
        )
    given = next((numbers(arrays, name) for name in ROOTS if name in arrays), None)
    root = _rows(given, frames, "root rotation") if given is not None else root
    moved = next((numbers(arrays, name) for name in SHIFTS if name in arrays), None)
    shift = _rows(moved, frames, "shift")
    side = hand.side
    q, twist = _angles(hand, so3.exp(fingers.reshape(frames, 15, 3)), R_PALM_MANO[side])
    R = so3.exp(np.zeros((frames, 3)) if root is None else root)
    T = np.tile(np.eye(4), (frames, 1, 1))
    T[:, :3, :3] = R @ R_PALM_MANO[side].T
    T[:, :3, 3] = ROOT[side] + shift
    return ManoMotion(q, T, twist)


def _angles(
    hand: Hand, rotations: np.ndarray, C: np.ndarray
) -> tuple[np.ndarray, dict[str, float]]:
    """(T, 23) from the 15 joints' rotations (T, 15, 3, 3) in the template's frame."""
    rest = segment_transforms(hand, np.zeros(hand.dof))
    turned = {FOREARM: np.eye(3), PALM: np.eye(3)}
    for d, digit in enumerate(ORDER):
        R = np.eye(3)
        for k, segment in enumerate(digit_segments(digit)):
            R = R @ (C @ rotations[:, 3 * d + k] @ C.T)
            turned[segment] = R @ rest[segment][:3, :3]
    wanted = {
        s.name: np.swapaxes(turned[s.parent], -1, -2) @ turned[s.name]
        for s in hand.segments.values()
        if s.parent is not None
    }
    frames = len(rotations)
    q = angles_from_rotations(
        hand, {name: np.broadcast_to(R, (frames, 3, 3)) for name, R in wanted.items()}
    )
    made = segment_transforms(hand, q)
    twist = {}
    for segment in (s for digit in ORDER for s in digit_segments(digit)):
        parent = hand.segments[segment].parent
        assert parent is not None
        own = se3.inverse(made[parent]) @ made[segment]
        off = so3.log(np.swapaxes(own[:, :3, :3], -1, -2) @ wanted[segment])
        twist[segment] = float(np.degrees(np.sqrt((off**2).sum(-1).mean())))
    return q, twist


def _rows(array: np.ndarray | None, frames: int, what: str) -> np.ndarray:
    if array is None:
        return np.zeros((frames, 3))
    rows = array.reshape(-1, 3) if array.size and array.shape[-1:] == (3,) else array
    if rows.shape == (1, 3):
        rows = np.repeat(rows, frames, axis=0)
    if rows.shape != (frames, 3):
        raise InputError(f"the {what} has shape {array.shape}; expected ({frames}, 3).")
    return rows
