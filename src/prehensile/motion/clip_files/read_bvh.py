"""BVHs of ours read back to hands: angles by closed form, sizes from the offsets.

Joints are known by their WebXR names; rotations may come in any channel order.
"""

from pathlib import Path

import numpy as np

from prehensile.errors import InputError
from prehensile.files.bvh import POSITION, BvhJoint, joint_rotation, read_bvh_file
from prehensile.files.opened import said_of
from prehensile.hand.hand import Hand
from prehensile.hand.measured_spec import measured_spec
from prehensile.hand.segments import FOREARM
from prehensile.hand.webxr_joints import R_BONE_WEBXR, joint_tree
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.hinge_angles import angles_from_rotations
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.y_up import z_up


def load(path: str | Path, hand: Hand | None = None) -> Clip:
    """Read hands from a BVH of ours. Safe on a stranger's file.

    Args:
        path: the file.
        hand: whose joints they are; if left out, hands are measured by their offsets.

    Raises:
        FileError: missing, damaged, too large, or without the WebXR joints.
    """
    file = read_bvh_file(path)
    with said_of(path):
        hands = tuple(_read_hand(root, file.rows, hand) for root in file.roots)
    frames = len(file.rows)
    return Clip(
        time=file.step * np.arange(frames),
        hands=hands,
        bodies=(),
        contacts=ContactTrack.empty(frames),
        finger_force=np.zeros((frames, len(hands), 5)),
        palm_force=np.zeros((frames, len(hands))),
        meta={"note": "read from BVH"},
    )


def _read_hand(root: BvhJoint, rows: np.ndarray, hand: Hand | None) -> HandTrack:
    K = R_BONE_WEBXR
    place: dict[str, np.ndarray] = {}
    turn: dict[str, np.ndarray] = {}

    def walk(joint: BvhJoint, parent: BvhJoint, origin: np.ndarray, R: np.ndarray) -> None:
        name = joint.name
        if name == "Site":
            name = f"{parent.name.partition('-phalanx')[0]}-tip"
        place[name] = K @ (origin + joint.offset)
        turn[name] = R @ joint_rotation(joint, rows)
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
    forearm[:, :3, :3] = joint_rotation(root, rows)
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
