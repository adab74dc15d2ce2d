"""BVHs of ours read back to hands: angles by closed form, sizes from the offsets.

Joints are known by their WebXR names; rotations may come in any channel order.
"""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from prehensile.errors import FileError, InputError
from prehensile.hand.hand import Hand
from prehensile.hand.measured_spec import measured_spec
from prehensile.hand.segments import FOREARM
from prehensile.hand.webxr_joints import R_BONE_WEBXR, joint_tree
from prehensile.kinematics.forward import hinge, segment_transforms
from prehensile.kinematics.hinge_angles import angles_from_rotations
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.limits import MAX_FRAMES
from prehensile.motion.y_up import z_up

ROTATION = ("Xrotation", "Yrotation", "Zrotation")
POSITION = ("Xposition", "Yposition", "Zposition")
MAX_FILE_BYTES = 1024**3
MAX_JOINTS, MAX_DEPTH = 2000, 100


def load(path: str | Path, hand: Hand | None = None) -> Clip:
    """Read hands from a BVH of ours. Safe on a stranger's file.

    Args:
        path: the file.
        hand: whose joints they are; if left out, hands are measured by their offsets.

    Raises:
        FileError: missing, damaged, too large, or without the WebXR joints.
    """
    path = Path(path)
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise InputError(f"it has more than {MAX_FILE_BYTES} bytes")
        head, _, motion = path.read_text("ascii").partition("MOTION")
        roots, width = _parse_hierarchy(head.split())
        rows, step = _parse_motion(motion, width)
        hands = tuple(_read_hand(root, rows, hand) for root in roots)
        return Clip(
            time=step * np.arange(len(rows)),
            hands=hands,
            bodies=(),
            contacts=ContactTrack.empty(len(rows)),
            finger_force=np.zeros((len(rows), len(hands), 5)),
            palm_force=np.zeros((len(rows), len(hands))),
            meta={"note": "read from BVH"},
        )
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror or error}.") from None
    except InputError as error:
        raise FileError(f"cannot read {path}: {str(error).rstrip('.')}.") from None
    except (ValueError, IndexError, RecursionError):
        raise FileError(f"cannot read {path}: it is not a BVH file, or damaged.") from None


@dataclass
class _Joint:
    name: str
    offset: np.ndarray
    channels: dict[str, int] = field(default_factory=dict)
    """channel → column, in the file's order"""
    children: list["_Joint"] = field(default_factory=list)


def _parse_hierarchy(words: list[str]) -> tuple[list[_Joint], int]:
    """The roots, and the number of channels."""
    if not words or words[0] != "HIERARCHY":
        raise InputError("it is not a BVH file: it does not begin with HIERARCHY")
    position, count, width = 1, 0, 0

    def joint(depth: int) -> _Joint:
        nonlocal position, count, width
        count += 1
        if count > MAX_JOINTS or depth > MAX_DEPTH:
            raise InputError(f"it has more than {MAX_JOINTS} joints or {MAX_DEPTH} levels")
        result = _Joint(words[position + 1], np.zeros(3))
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


def _rotation(joint: _Joint, rows: np.ndarray) -> np.ndarray:
    """Rotation (T, 3, 3) of a joint's channels, in the order in which the file names them."""
    R = np.broadcast_to(np.eye(3), (len(rows), 3, 3))
    for name, column in joint.channels.items():
        if name in ROTATION:
            axis = np.eye(3)[ROTATION.index(name)]
            R = R @ hinge(axis, np.radians(rows[:, column]))[:, :3, :3]
    return R


def _read_hand(root: _Joint, rows: np.ndarray, hand: Hand | None) -> HandTrack:
    K = R_BONE_WEBXR
    place: dict[str, np.ndarray] = {}
    turn: dict[str, np.ndarray] = {}

    def walk(joint: _Joint, parent: _Joint, origin: np.ndarray, R: np.ndarray) -> None:
        name = joint.name
        if name == "Site":
            name = f"{parent.name.partition('-phalanx')[0]}-tip"
        place[name] = K @ (origin + joint.offset)
        turn[name] = R @ _rotation(joint, rows)
        for child in joint.children:
            walk(child, joint, origin + joint.offset, turn[name])

    for child in root.children:
        walk(child, root, np.zeros(3), np.eye(3))
    if hand is None:
        hand = measured_spec(place).build()
    tree = joint_tree(hand)
    rest = segment_transforms(hand, np.zeros(hand.dof))
    segments: dict[str, np.ndarray] = {FOREARM: np.eye(3)}
    for name, segment in zip(tree.names, tree.segments, strict=True):
        if segment not in segments:
            if name not in turn:
                raise InputError(f"it lacks the joint {name!r}")
            segments[segment] = K @ turn[name] @ K.T @ rest[segment][:3, :3]
    rotations = {
        s.name: np.swapaxes(segments[s.parent], -1, -2) @ segments[s.name]
        for s in hand.segments.values()
        if s.parent is not None
    }
    forearm = np.tile(np.eye(4), (len(rows), 1, 1))
    forearm[:, :3, :3] = _rotation(root, rows)
    for k, name in enumerate(POSITION):
        if name in root.channels:
            forearm[:, k, 3] = rows[:, root.channels[name]]
    return HandTrack(
        name=root.name,
        model=hand.spec.to_json(),
        joint_names=hand.joint_names,
        q=angles_from_rotations(hand, rotations),
        T_world_forearm=se3.to_pose7(z_up(forearm, K)),
    )
