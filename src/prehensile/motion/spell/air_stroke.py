"""J and Z: what a fingertip draws in the air, and the poses of the hand that draws it."""

from math import comb

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.motion.spell.letters import LetterPose, Sign, facing, held_at, letter_pose, sideways

STEPS = 61
"""Poses along a stroke."""


def stroke_path(hand: Hand, shape: Sign, count: int = STEPS) -> np.ndarray:
    """(count, 3) [m] world: what the fingertip of J or Z draws, equal steps of its own time."""
    assert shape.stroke is not None, f"{shape.name} has no stroke"
    legs, side = shape.stroke.legs, sideways(hand)
    at = np.linspace(0, len(legs), count)
    leg = np.minimum(at.astype(int), len(legs) - 1)
    share = minimum_jerk(at - leg)[0]
    flat = np.stack([_bezier(legs[k], s) for k, s in zip(leg, share, strict=True)])
    offset = np.stack([side * flat[:, 0], 0 * flat[:, 0], flat[:, 1]], axis=-1)
    start = letter_pose(hand, shape.name)
    return (
        tip_position(hand, start.q, start.T_world_forearm, shape.stroke.digit)
        + hand.length * offset
    )


def drawing_poses(hand: Hand, shape: Sign) -> list[LetterPose]:
    """Poses along a stroke: the hand turns to where the stroke ends, its fingertip on the path."""
    assert shape.stroke is not None, f"{shape.name} has no stroke"
    poses = []
    start = letter_pose(hand, shape.name)
    first = so3.to_quat(facing(hand, shape.points, shape.palm))
    last = so3.to_quat(facing(hand, shape.stroke.points, shape.stroke.palm))
    path = stroke_path(hand, shape)
    for share, point in zip(minimum_jerk(np.linspace(0, 1, len(path)))[0], path, strict=True):
        T = held_at(hand, start.q, so3.from_quat(so3.slerp(first, last, share)))
        T[:3, 3] += point - tip_position(hand, start.q, T, shape.stroke.digit)
        poses.append(LetterPose(start.q, T))
    return poses


def tip_position(hand: Hand, q: np.ndarray, T: np.ndarray, digit: str) -> np.ndarray:
    """(3,) [m] world, the end of a digit."""
    name = TIP_SEGMENT[digit]
    end = np.array([hand.segments[name].length, 0.0, 0.0])
    return se3.apply(segment_transforms(hand, q, T)[name], end)


def _bezier(control: np.ndarray, s: float) -> np.ndarray:
    """(2,) point of a Bézier curve with control points (n, 2)."""
    n = len(control) - 1
    weights = [comb(n, k) * s**k * (1 - s) ** (n - k) for k in range(n + 1)]
    return np.array(weights) @ control
