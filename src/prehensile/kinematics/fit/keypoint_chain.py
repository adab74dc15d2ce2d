"""A right hand reduced to what places its keypoints, and how they move with angles and sizes.

All five digits are built alike: a root fixed to the palm, a first hinge of their own, then three
parallel flexion hinges. So all digits of all frames are computed at once. A left hand is the mirror
image with the same angles; whoever has one mirrors the points.
"""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS, JOINT_NAMES
from prehensile.hand.segments import PALM, digit_segments
from prehensile.hand.skeleton import metacarpal_ends, saddle_position
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_layout import (
    ALL_POINTS,
    PALM_CENTRE,
    digit_points,
    metacarpal_base,
)
from prehensile.lie import so3

DIGIT_COLUMNS = np.array(
    [[i for i, name in enumerate(JOINT_NAMES) if name.startswith(d)] for d in DIGITS]
)
"""(5, 4) where a digit's angles stand in a joint vector: first hinge, then three flexions."""

_OF_DIGIT = np.array([[ALL_POINTS.index(name) for name in digit_points(d)] for d in DIGITS])
_BASES = np.array([ALL_POINTS.index(metacarpal_base(finger)) for finger in FINGERS])
_WRIST, _CENTRE = ALL_POINTS.index(PALM), ALL_POINTS.index(PALM_CENTRE)
_MIDDLE = FINGERS.index("middle")


class Sizes(NamedTuple):
    """The lengths of a hand that show in its keypoints, or their derivatives by parameters."""

    roots: np.ndarray
    """(5, 3) [m] saddle joint and knuckles in the palm frame"""
    bases: np.ndarray
    """(4, 3) [m] near ends of the fingers' metacarpals in the palm frame"""
    lengths: np.ndarray
    """(5, 3) [m] of the moving segments; the last one ends at the tip of the flesh"""


def sizes_of(spec: HandSpec) -> Sizes:
    """The sizes of a right hand."""
    ends = [metacarpal_ends(spec, finger) for finger in FINGERS]
    thumb, fingers = spec.bone_lengths[0], spec.bone_lengths[1:]
    lengths = np.empty((5, 3))
    lengths[0] = thumb[0], thumb[1], thumb[3] + thumb[4]
    lengths[1:] = np.column_stack([fingers[:, 1], fingers[:, 2], fingers[:, 3] + fingers[:, 4]])
    return Sizes(
        roots=np.array([saddle_position(spec), *(head for _, head in ends)]),
        bases=np.array([base for base, _ in ends]),
        lengths=lengths,
    )


class Placed(NamedTuple):
    """Keypoints in the palm frame, and the directions their derivatives are made of."""

    points: np.ndarray
    """(N, 26, 3) [m] in the order of ALL_POINTS"""
    bones: np.ndarray
    """(N, 5, 3, 3) unit vectors along the three moving segments of each digit"""
    flexion: np.ndarray
    """(N, 5, 3) the axis all three flexions of a digit share"""


class KeypointChain:
    """Keypoints of one right hand as a function of its digits' angles (N, 5, 4) [rad].

    Args:
        hand: a right hand of our own.
    """

    def __init__(self, hand: Hand):
        self.hand = hand
        self.sizes = sizes_of(hand.spec)
        first = [hand.segments[digit_segments(digit)[0]] for digit in DIGITS]
        self.turned = np.array([s.T_parent_rest[:3, :3] for s in first])
        """(5, 3, 3) the first segment's rotation in the palm at zero angles"""
        self.first_axis = np.array([s.joints[0].axis for s in first])
        """(5, 3) of the first hinge, in that segment's frame"""
        self.first_in_palm = np.einsum("dij,dj->di", self.turned, self.first_axis)
        self.beside = hand.spec.middle_offset
        """(5,) [m] of the middle hinges from the planes the digits bend in"""
        self.lower = hand.lower[DIGIT_COLUMNS]
        self.upper = hand.upper[DIGIT_COLUMNS]
        self.rest = hand.spec.rest[DIGIT_COLUMNS]

    def place(self, angles: np.ndarray) -> Placed:
        """All keypoints of the hand."""
        R = self.turned @ so3.exp(self.first_axis * angles[..., :1])
        bend = np.cumsum(angles[..., 1:], axis=-1)[..., None]  # about the shared axis, column y
        bones = np.cos(bend) * R[..., None, :, 0] - np.sin(bend) * R[..., None, :, 2]
        points = np.zeros((len(angles), len(ALL_POINTS), 3))
        points[:, _OF_DIGIT[:, 0]] = self.sizes.roots
        steps = np.cumsum(bones * self.sizes.lengths[..., None], axis=-2)
        points[:, _OF_DIGIT[:, 1:]] = self.sizes.roots[:, None] + steps
        points[:, _OF_DIGIT[:, 1]] += self.beside[:, None] * R[..., :, 1]
        points[:, _BASES] = self.sizes.bases
        points[:, _CENTRE] = 0.5 * (self.sizes.bases[_MIDDLE] + self.sizes.roots[1 + _MIDDLE])
        return Placed(points, bones, R[..., :, 1])

    def pose_jacobian(self, placed: Placed) -> np.ndarray:
        """How the points move, in the palm frame: (N, 26, 3, 26).

        Columns 0–5 are the palm's own twist (v, ω) along its axes, T ← T exp(ξ), the other 20 the
        digits' angles.
        """
        p = placed.points
        J = np.zeros((*p.shape, 26))
        J[..., :3] = np.eye(3)
        J[..., 3:6] = -so3.hat(p)
        at = p[:, _OF_DIGIT]
        column = 6 + 4 * np.arange(5)
        for k in range(3):  # joints of a digit, each of which moves the points beyond it
            arms = at[:, :, k + 1 :] - at[:, :, k, None]
            hinges = [(column + 1 + k, placed.flexion[:, :, None])]
            if k == 0:
                hinges.append((column, self.first_in_palm[:, None]))
            for columns, axis in hinges:
                moved = np.moveaxis(np.cross(axis, arms), 0, 2)  # (5, points, N, 3)
                J[:, _OF_DIGIT[:, k + 1 :], :, columns[:, None]] = moved
        return J

    def size_jacobian(self, placed: Placed, by: Sizes) -> np.ndarray:
        """How the points move with size parameters: (N, 26, 3, S).

        Args:
            placed: where they are.
            by: derivatives of the sizes, with a last axis of S parameters.
        """
        count = by.lengths.shape[-1]
        J = np.zeros((*placed.points.shape, count))
        J[:, _OF_DIGIT] = by.roots[:, None]
        grown = placed.bones[..., None] * by.lengths[:, :, None, :]
        J[:, _OF_DIGIT[:, 1:]] += np.cumsum(grown, axis=2)
        J[:, _BASES] = by.bases
        J[:, _CENTRE] = 0.5 * (by.bases[_MIDDLE] + by.roots[1 + _MIDDLE])
        return J
