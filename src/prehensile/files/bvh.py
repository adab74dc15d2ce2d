"""A BVH file as it is: a hierarchy of joints, and one row of channels for each frame."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.limits import MAX_FRAMES
from prehensile.files.opened import opened
from prehensile.lie import so3

ROTATION = ("Xrotation", "Yrotation", "Zrotation")
POSITION = ("Xposition", "Yposition", "Zposition")
MAX_JOINTS, MAX_DEPTH = 2000, 100


@dataclass(eq=False)
class BvhJoint:
    """One joint, equal to itself alone; an End Site is a joint named Site without channels."""

    name: str
    offset: np.ndarray
    channels: dict[str, int] = field(default_factory=dict)
    """channel → column, in the file's order"""
    children: list["BvhJoint"] = field(default_factory=list)


class BvhFile(NamedTuple):
    """What a BVH file holds: a skeleton and its motion."""

    roots: list[BvhJoint]
    rows: np.ndarray
    """(T, channels) in the file's units, degrees"""
    step: float
    """[s] between frames"""


def read_bvh_file(path: str | Path) -> BvhFile:
    """Read a file. Safe on a stranger's.

    Raises:
        FileError: missing, empty, damaged, too large, or not BVH.
    """
    with opened(path, "bvh") as file:
        head, _, motion = file.read().decode("utf-8").partition("MOTION")
        roots, width = _parse_hierarchy(head.split())
        return BvhFile(roots, *_parse_motion(motion, width))


def _parse_hierarchy(words: list[str]) -> tuple[list[BvhJoint], int]:
    """The roots, and the number of channels."""
    if not words or words[0] != "HIERARCHY":
        raise InputError("it is not a BVH file: it does not begin with HIERARCHY")
    position, count, width = 1, 0, 0

    def joint(depth: int) -> BvhJoint:
        nonlocal position, count, width
        count += 1
        if count > MAX_JOINTS or depth > MAX_DEPTH:
            raise InputError(f"it has more than {MAX_JOINTS} joints or {MAX_DEPTH} levels")
        result = BvhJoint(words[position + 1], np.zeros(3))
        if words[position + 2] != "{":
            raise InputError(f"the joint {result.name[:40]!r} has no braces")
        position += 3
        while words[position] != "}":
            word = words[position]
            if word == "OFFSET":
                result.offset = np.array(words[position + 1 : position + 4], float)
                position += 4
            elif word == "CHANNELS":
                n = int(words[position + 1])
                for name in words[position + 2 : position + 2 + n]:
                    if name not in (*POSITION, *ROTATION) or name in result.channels:
                        raise InputError(f"it has an unknown or repeated channel {name[:40]!r}")
                    result.channels[name] = width
                    width += 1
                position += 2 + n
            elif word in ("JOINT", "End"):
                result.children.append(joint(depth + 1))
            else:
                raise InputError(f"it holds an unexpected word {word[:40]!r}")
        position += 1
        return result

    roots = []
    while position < len(words):
        if words[position] != "ROOT":
            raise InputError(f"it holds an unexpected word {words[position][:40]!r}")
        roots.append(joint(0))
    if not roots:
        raise InputError("it has no ROOT")
    return roots, width


def _parse_motion(text: str, width: int) -> tuple[np.ndarray, float]:
    """Rows (T, width) and the time between them [s]."""
    head = text.split(None, 5)
    if len(head) < 6 or head[0] != "Frames:" or head[2:4] != ["Frame", "Time:"]:
        raise InputError("it has no frames")
    frames, step = int(head[1]), float(head[4])
    if not 0 < frames <= MAX_FRAMES:
        raise InputError(f"it has {frames} frames, expected 1 to {MAX_FRAMES}")
    if not (np.isfinite(step) and step > 0):
        raise InputError(f"its frame time is {step} s")
    numbers = np.array(head[5].split(), float)
    if numbers.size != frames * width or not np.isfinite(numbers).all():
        raise InputError(f"it holds {numbers.size} numbers, expected {frames} rows of {width}")
    return numbers.reshape(frames, width), step


def joint_rotation(joint: BvhJoint, rows: np.ndarray) -> np.ndarray:
    """Rotation (T, 3, 3) of a joint's channels, in the order in which the file names them."""
    R = np.broadcast_to(np.eye(3), (len(rows), 3, 3))
    for name, column in joint.channels.items():
        if name in ROTATION:
            axis = np.eye(3)[ROTATION.index(name)]
            R = R @ so3.exp(axis * np.radians(rows[:, column, None]))
    return R
