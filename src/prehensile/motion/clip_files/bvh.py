"""Hands as BVH: their joint hierarchy and its rotations, for animation programs.

y up, metres, degrees. Each hand is a ROOT, named after it, that is its forearm: channels
``Xposition Yposition Zposition Xrotation Yrotation Zrotation``. Below it stand the WebXR joints,
each with ``Xrotation Yrotation Zrotation`` (R = Rx · Ry · Rz: X flexes, Y spreads, Z twists, and
the middle one never comes near 90°); fingertips are End Sites. At zero a hand lies flat: fingers to
−z, back to +y, all joint axes parallel. Bodies, contacts and forces do not fit into BVH.
"""

from io import StringIO
from pathlib import Path

import numpy as np

from prehensile.atomic import atomic_path
from prehensile.errors import InputError
from prehensile.files.bvh import POSITION, ROTATION
from prehensile.hand.webxr_joints import R_BONE_WEBXR, joint_tree
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.clip_files.read_bvh import load as load
from prehensile.motion.frame_limit import check_frames
from prehensile.motion.tracked_hand import angles_of, hand_of
from prehensile.motion.y_up import y_up

UNEVEN = 1e-4
"""Frames whose spacing differs by more than this part of it are resampled: BVH has one rate."""


def save(clip: Clip, path: str | Path) -> None:
    """Write the hands of a clip, whole file or nothing. BVH starts at zero seconds.

    Raises:
        InputError: the clip has no hand, a hand lacks joints, or there are too many frames.
        FileError: the file cannot be written.
    """
    check_frames(clip.n_frames)
    if not clip.hands:
        raise InputError("the clip has no hand: BVH holds nothing else.")
    steps = np.diff(clip.time)
    if len(steps) and np.ptp(steps) > UNEVEN * steps.mean():
        clip = clip.resample((clip.n_frames - 1) / clip.duration)
    text, columns = StringIO(), []
    text.write("HIERARCHY\n")
    for track in clip.hands:
        columns += _write_hand(text, track)
    step = clip.duration / (clip.n_frames - 1) if clip.n_frames > 1 else 1 / 120
    text.write(f"MOTION\nFrames: {clip.n_frames}\nFrame Time: {step:.12g}\n")
    with atomic_path(path) as temporary, temporary.open("w", encoding="ascii") as file:
        file.write(text.getvalue())
        np.savetxt(file, np.concatenate(columns, axis=1), fmt="%.8g")


def _write_hand(text: StringIO, track: HandTrack) -> list[np.ndarray]:
    """The hierarchy of one hand; returns the columns of its channels, (T, n) each."""
    hand = hand_of(track)
    tree, K = joint_tree(hand), R_BONE_WEBXR
    rest = segment_transforms(hand, np.zeros(hand.dof))
    moving = segment_transforms(hand, angles_of(track))
    at_rest = [rest[s] @ T for s, T in zip(tree.segments, tree.T_segment_joint, strict=True)]
    place = [K.T @ T[:3, 3] for T in at_rest]
    turn = [
        K.T @ (moving[s] @ T)[:, :3, :3] @ R[:3, :3].T @ K
        for s, T, R in zip(tree.segments, tree.T_segment_joint, at_rest, strict=True)
    ]
    forearm = y_up(se3.from_pose7(track.T_world_forearm), K)
    columns = [forearm[:, :3, 3], _degrees(forearm[:, :3, :3])]
    children: dict[int, list[int]] = {k: [] for k in range(-1, len(tree.names))}
    for k, parent in enumerate(tree.parents):
        children[parent].append(k)
    text.write(f"ROOT {'_'.join(track.name.split())}\n{{\n\tOFFSET 0 0 0\n")
    text.write(f"\tCHANNELS 6 {' '.join((*POSITION, *ROTATION))}\n")

    def write(k: int, depth: int) -> None:
        tab, parent = "\t" * depth, tree.parents[k]
        offset = place[k] - (place[parent] if parent >= 0 else 0)
        is_end = tree.names[k].endswith("-tip")
        text.write(f"{tab}{'End Site' if is_end else f'JOINT {tree.names[k]}'}\n{tab}{{\n")
        text.write(f"{tab}\tOFFSET {' '.join(f'{v:.9g}' for v in offset)}\n")
        if not is_end:
            text.write(f"{tab}\tCHANNELS 3 {' '.join(ROTATION)}\n")
            above = turn[parent] if parent >= 0 else np.eye(3)
            columns.append(_degrees(np.swapaxes(above, -1, -2) @ turn[k]))
        for child in children[k]:
            write(child, depth + 1)
        text.write(f"{tab}}}\n")

    for k in children[-1]:
        write(k, 1)
    text.write("}\n")
    return columns


def _degrees(R: np.ndarray) -> np.ndarray:
    """Angles (T, 3) [°] about x, y, z of R = Rx Ry Rz (T, 3, 3), without jumps of a turn."""
    y = np.arcsin(np.clip(R[:, 0, 2], -1, 1))
    level = np.abs(R[:, 0, 2]) < 1 - 1e-12
    x = np.where(level, np.arctan2(-R[:, 1, 2], R[:, 2, 2]), np.arctan2(R[:, 2, 1], R[:, 1, 1]))
    z = np.where(level, np.arctan2(-R[:, 0, 1], R[:, 0, 0]), 0.0)
    return np.degrees(np.unwrap(np.stack([x, y, z], axis=1), axis=0))
