"""A hand whose skin bulges at every joint: corrections that nobody learned, large and uneven."""

from dataclasses import replace

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.kinematics.forward import segment_transforms
from prehensile.skin.dress import Dress
from prehensile.skin.eigenskin.model import joint_rotation
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.coordinates import pose_coordinates
from prehensile.skin.rig.corrections import Corrections
from prehensile.skin.rig.interpolation import interpolate
from prehensile.skin.rig.rig import Rig

PER_JOINT = 5
REACH, SIZE = 0.022, 0.004
"""[m] of a joint's bulges around it, and how high they are"""


def bulging_rig() -> Rig:
    """The mean right hand at the level that scenes show."""
    hand, rig, rng = Hand(), hand_rig(Hand()), np.random.default_rng(5)
    segments = [name for name, s in hand.segments.items() if s.joints and "phalanx" in name]
    poses = segment_transforms(hand, bind_angles())
    bent = np.linspace(-0.6, 1.4, 8)
    q = bind_angles() + bent[:, None] * rng.uniform(0.7, 1.0, len(hand.joint_names))
    joints, rows, columns, shifts, turns = [], [], [], [], []
    for segment in segments:
        values = np.cos(bent[:, None] * rng.uniform(1, 3, PER_JOINT) + rng.uniform(0, 6, PER_JOINT))
        joints.append(
            (segment, interpolate(joint_rotation(hand, segment, q, bind_angles()), values))
        )
        far = np.linalg.norm(rig.vertices - poses[segment][:3, 3], axis=1)
        near = np.flatnonzero(far < REACH)
        for _ in range(PER_JOINT):
            columns.append(np.full(len(near), len(columns)))
            wave = np.cos(rig.vertices[near] @ rng.normal(size=(3, 3)) * 200)
            fading = 1 - (far[near, None] / REACH) ** 2
            rows.append(near)
            shifts.append(SIZE / PER_JOINT * fading * (wave + rig.normals[near]))
            turns.append(0.1 * fading * wave[:, ::-1])
    row, column = np.concatenate(rows), np.concatenate(columns)
    order = np.argsort(row, kind="stable")
    count = len(segments) * PER_JOINT
    corrections = Corrections(
        names=tuple(f"{s} {k}" for s in segments for k in range(PER_JOINT)),
        start=np.searchsorted(row[order], np.arange(len(rig.vertices) + 1)).astype(np.uint32),
        column=column[order].astype(np.uint8),
        shift=np.concatenate(shifts)[order].astype(np.float32),
        turn=np.concatenate(turns)[order].astype(np.float32),
        coordinates=pose_coordinates(hand, bind_angles(), joints, np.ones(count)),
    )
    return replace(rig, corrections=corrections)


def bulging_dress() -> Dress:
    """For scenes with the mean right hand."""
    return Dress(worn={Hand().spec: bulging_rig()})
