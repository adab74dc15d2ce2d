"""How far two digits of a posed hand are apart: the gap between their capsules."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import Capsule, digit_segments
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


def segment_distance(a0: np.ndarray, a1: np.ndarray, b0: np.ndarray, b1: np.ndarray) -> np.ndarray:
    """(...,) distance of the line segments from a0 to a1 and from b0 to b1, all (..., 3).

    |a0 + s u − b0 − t v| is convex in s and t: the best s on the whole line, cut to [0, 1], gives
    t, and t cut to [0, 1] gives s again.
    """
    u, v, w = a1 - a0, b1 - b0, a0 - b0
    uu, vv, uv = (u * u).sum(-1), (v * v).sum(-1), (u * v).sum(-1)
    uw, vw = (u * w).sum(-1), (v * w).sum(-1)
    cross = uu * vv - uv * uv
    parallel = cross <= 1e-12 * uu * vv
    s = np.where(parallel, 0.0, (uv * vw - vv * uw) / np.where(parallel, 1.0, cross))
    t = np.clip((uv * np.clip(s, 0, 1) + vw) / vv, 0, 1)
    s = np.clip((uv * t - uw) / uu, 0, 1)
    return np.linalg.norm(w + s[..., None] * u - t[..., None] * v, axis=-1)


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
