"""Hands of a stranger's BVH, by the names and the order of their joints.

Every program turns its joints about other axes, so rotations are not carried over: the file's own
forward kinematics gives the positions of wrist, knuckles, joints and tips, and the hand is laid
over them as over any keypoints. Fingers are told by their names (``RightHandIndex1`` as Mixamo and
MotionBuilder have them, Unreal's ``index_01_r``, Rigify's ``f_index.01.R``), their joints by their
order.
"""

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import FileError, InputError
from prehensile.files.bvh import POSITION, BvhFile, BvhJoint, joint_rotation, read_bvh_file
from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import SIDES, Side
from prehensile.kinematics.fit.keypoint_layout import LAYOUTS, digit_points
from prehensile.motion.clip import Clip
from prehensile.motion.mocap.digit_names import words_of
from prehensile.motion.mocap.imported import Imported, imported_clip
from prehensile.motion.mocap.keypoint_import import imported_keypoints
from prehensile.motion.mocap.length_unit import unit_by_size
from prehensile.motion.mocap.options import ANY_SIDE, Options

LAYOUT = "mediapipe"
_IN_PALM = ("metacarpal", "metacarpals", "in", "carpal", "palm", "meta", "0")
"""Words of a finger's joint that lies in the palm and does not bend."""


class BvhKeypoints(NamedTuple):
    """One hand of a file as keypoints."""

    points: np.ndarray
    """(T, 21, 3) in MediaPipe's order, unit and axes of the file; NaN for no such joint"""
    used: tuple[str, ...]
    """names of the joints that it took"""
    unmapped: tuple[str, ...]
    """names below the wrist that it did not"""


def import_file(path: Path, chosen: Options) -> Imported:
    """A hand of a BVH: ours exactly, a stranger's by the positions of its joints.

    Raises:
        FileError: as `read_bvh_file`.
        InputError: no hand with fingers, or not the one that was asked for.
    """
    try:
        return imported_clip(Clip.load(path), "bvh")
    except FileError:
        file = read_bvh_file(path)  # damage is said here
    hands = hands_of(file)
    side = next(iter(hands)) if chosen.side == ANY_SIDE else chosen.side
    if side not in hands:
        raise InputError(f"it has no {side} hand; there is {', '.join(hands)}.")
    found = hands[side]
    size = _length(found.points)
    metres = chosen.metres()
    notes = []
    if metres is None:
        metres, note = unit_by_size(size)
        notes.append(note)
    time = np.arange(len(file.rows)) * (1 / chosen.rate_hz if chosen.rate_hz else file.step)
    report = {
        "format": "bvh (joint positions)",
        "unmapped": list(found.unmapped),
        "notes": notes,
        "up": "y",
    }
    fitted = replace(chosen, side=side) if len(hands) > 1 or chosen.side != ANY_SIDE else chosen
    return imported_keypoints(metres * found.points, time, LAYOUT, fitted, report)


def _length(points: np.ndarray) -> float:
    """Wrist to the middle fingertip along the bones, first frame, in the file's unit."""
    chain = points[0, [0, 9, 10, 11, 12]]
    chain = chain[np.isfinite(chain).all(-1)]
    length = float(np.linalg.norm(np.diff(chain, axis=0), axis=-1).sum())
    if not length > 0:
        raise InputError("the middle finger has no length: its joints are missing or in one place.")
    return length


def hands_of(file: BvhFile) -> dict[Side, BvhKeypoints]:
    """The hands with fingers that a file holds; ``right`` stands for a hand without a side.

    Raises:
        InputError: no joint has the name of a finger.
    """
    chains: dict[tuple[Side | None, str], list[BvhJoint]] = {}
    parents: dict[int, BvhJoint | None] = {}
    for root in file.roots:
        _gather(root, None, None, chains, parents)
    if not chains:
        shown = ", ".join(_names(file.roots)[:6])
        raise InputError(
            f"no joint has the name of a finger ({shown}, …): name them such as RightHandIndex1."
        )
    places = _places(file)
    hands: dict[Side, BvhKeypoints] = {}
    for side in (*SIDES, None):
        own = {digit: joints for (one, digit), joints in chains.items() if one == side}
        if own:
            hands[side or "right"] = _keypoints(own, parents, places)
    return hands


def _gather(
    joint: BvhJoint,
    parent: BvhJoint | None,
    inside: tuple[Side | None, str] | None,
    chains: dict[tuple[Side | None, str], list[BvhJoint]],
    parents: dict[int, BvhJoint | None],
) -> None:
    """Joints of each digit from the root outwards, first children only; ends count as joints."""
    parents[id(joint)] = parent
    words = words_of(joint.name)
    key = inside if joint.name == "Site" or inside else None
    if key is None and words.digit is not None:
        key = words.side or _side_above(parent, parents), words.digit
    if key is not None:
        chains.setdefault(key, []).append(joint)
    for k, child in enumerate(joint.children):
        if key is None or k == 0:
            _gather(child, joint, key, chains, parents)


def _side_above(joint: BvhJoint | None, parents: dict[int, BvhJoint | None]) -> Side | None:
    while joint is not None:
        side = words_of(joint.name).side
        if side is not None:
            return side
        joint = parents[id(joint)]
    return None


def _keypoints(
    chains: dict[str, list[BvhJoint]],
    parents: dict[int, BvhJoint | None],
    places: dict[int, np.ndarray],
) -> BvhKeypoints:
    names = LAYOUTS[LAYOUT]
    wrist = next((parents[id(joints[0])] for joints in chains.values()), None)
    if wrist is None:
        raise InputError("a finger hangs on no wrist.")
    frames = len(places[id(wrist)])
    points = np.full((frames, len(names), 3), np.nan)
    points[:, 0] = places[id(wrist)]
    used, unmapped = [wrist.name], []
    for digit in DIGITS:
        joints = chains.get(digit, [])
        bend = [j for j in joints if digit == "thumb" or not _is_in_palm(j)]
        for joint, point in zip(bend, digit_points(digit), strict=False):
            points[:, names.index(point)] = places[id(joint)]
        taken = bend[: len(digit_points(digit))]
        used += [joint.name for joint in taken if joint.name != "Site"]
        unmapped += [j.name for j in joints if j not in taken and j.name != "Site"]
    return BvhKeypoints(points, tuple(used), tuple(unmapped))


def _is_in_palm(joint: BvhJoint) -> bool:
    return any(word in _IN_PALM for word in words_of(joint.name).rest)


def _places(file: BvhFile) -> dict[int, np.ndarray]:
    """Where every joint is: id → (T, 3)."""
    places: dict[int, np.ndarray] = {}

    def walk(joint: BvhJoint, origin: np.ndarray, R: np.ndarray, is_root: bool) -> None:
        offset = np.tile(joint.offset, (len(file.rows), 1))
        for k, name in enumerate(POSITION):
            if name in joint.channels:
                # A root's position adds to its offset; of other joints it replaces it.
                base = offset[:, k] if is_root else 0.0
                offset[:, k] = base + file.rows[:, joint.channels[name]]
        places[id(joint)] = origin + np.einsum("tij,tj->ti", R, offset)
        turned = R @ joint_rotation(joint, file.rows)
        for child in joint.children:
            walk(child, places[id(joint)], turned, False)

    start = np.broadcast_to(np.eye(3), (len(file.rows), 3, 3))
    for root in file.roots:
        walk(root, np.zeros((len(file.rows), 3)), start, True)
    return places


def _names(joints: list[BvhJoint]) -> list[str]:
    found = []
    for joint in joints:
        found += [joint.name, *_names(joint.children)]
    return [name for name in found if name != "Site"]
