"""Where a fingertip meets a level plate."""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.capsules import segment_capsules
from prehensile.kinematics.forward import segment_transforms


class LowestPoint(NamedTuple):
    """Of a fingertip's skin."""

    world: np.ndarray
    """(..., 3) [m]"""
    segment: np.ndarray
    """(..., 3) [m] the same in the last segment's frame"""


def lowest_point(
    hand: Hand, q: np.ndarray, forearm: np.ndarray, digit: str = "index"
) -> LowestPoint:
    """The lowest point of a digit's last segment: the first that a level plate below meets.

    Args:
        hand: whose.
        q: (..., dof) [rad]
        forearm: (4, 4) T_world_forearm.
        digit: which finger.
    """
    name = TIP_SEGMENT[digit]
    T = segment_transforms(hand, q, forearm, name)[name]
    capsules = segment_capsules(hand.segment(name))
    ends = np.concatenate([capsules.start, capsules.end])
    radius = np.tile(capsules.radius, 2)
    points = np.einsum("...ij,kj->...ki", T[..., :3, :3], ends) + T[..., None, :3, 3]
    points[..., 2] -= radius
    pick = points[..., 2].argmin(axis=-1)
    world = np.take_along_axis(points, pick[..., None, None], -2)[..., 0, :]
    back = np.einsum("...ji,...j->...i", T[..., :3, :3], world - T[..., :3, 3])
    return LowestPoint(world, back)
