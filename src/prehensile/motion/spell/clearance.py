"""How far two digits of a posed hand are apart: the gap between their capsules."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import Capsule, digit_segments
from prehensile.kinematics.capsules import segment_distance
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3


def digit_gap(hand: Hand, q: np.ndarray, first: str, second: str) -> np.ndarray:
    """(...,) [m] between the skins of two digits at q (..., 23); negative where they sink in."""
    a0, a1, ra = _capsules(hand, q, first)
    b0, b1, rb = _capsules(hand, q, second)
    apart = segment_distance(
        a0[..., :, None, :], a1[..., :, None, :], b0[..., None, :, :], b1[..., None, :, :]
    )
    return (apart - ra[:, None] - rb).min(axis=(-2, -1))


def _capsules(hand: Hand, q: np.ndarray, digit: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Ends (..., n, 3), (..., n, 3) [m] and radii (n,) [m]."""
    poses = segment_transforms(hand, q)
    starts, ends, radii = [], [], []
    for name in digit_segments(digit):
        for shape in hand.segments[name].shapes:
            assert isinstance(shape, Capsule), "our own digits are capsules"
            starts.append(se3.apply(poses[name], shape.start))
            ends.append(se3.apply(poses[name], shape.end))
            radii.append(shape.radius)
    return np.stack(starts, axis=-2), np.stack(ends, axis=-2), np.array(radii)
