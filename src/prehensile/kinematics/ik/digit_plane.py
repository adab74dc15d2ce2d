"""The flexion plane of a digit in space: which abductions turn it to a point, and where it is then.

All take a row of a digit table and points in the frame of the digit's root.
"""

import numpy as np

from prehensile.kinematics.ik.free_bend import Bones, tip_of

HIT = 1e-13
"""[m] Misses above may be a joint limit at work, and are looked into."""


def in_root(row: np.record, goal: np.ndarray) -> np.ndarray:
    """(..., 3) [m] goals (..., 3) in the palm's frame, from the digit's root."""
    return (goal - row.origin) @ row.into.T


def into_plane(row: np.record, p: np.ndarray, abduction: np.ndarray) -> np.ndarray:
    """(..., 3) [m] p (..., 3) in the plane that abduction turns: x, palmar y, and off the plane."""
    a = row.axis
    c, s = np.cos(abduction)[..., None], np.sin(abduction)[..., None]
    turned = c * p - s * np.cross(a, p) + (1 - c) * (p @ a)[..., None] * a
    return np.stack([turned[..., 0], -turned[..., 2], turned[..., 1]], axis=-1)


def abductions(row: np.record, p: np.ndarray) -> np.ndarray:
    """(2, N) [rad] that turn the flexion plane to p (N, 3), that nearer mid-range first.

    The plane's normal y meets the target turned back, y · R(−α) p = A cos α + B sin α + C = 0.
    Within the limits; nearest to the plane where no turn brings it there.
    """
    a, lower, upper = row.axis, row.lower[0], row.upper[0]
    C = a[1] * (p @ a)
    A, B = p[:, 1] - C, -np.cross(a, p)[:, 1]
    h = np.hypot(A, B)
    half = np.arccos(np.clip(-C / np.where(h > 0, h, 1.0), -1.0, 1.0))
    middle = 0.5 * (lower + upper)
    around = np.arctan2(B, A) + np.stack([half, -half]) - middle
    around = np.remainder(around + np.pi, 2 * np.pi) - np.pi
    swap = np.abs(around[1]) < np.abs(around[0])
    around = np.where(swap, around[::-1], around)
    return np.clip(middle + around, lower, upper)


def best_pose(row: np.record, p: np.ndarray, tried: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of poses (M, N, 4) those nearest to p (N, 3), and misses; (N, 4) [rad], (N,) [m].

    Of all that are as near up to rounding, the one whose last joint is nearest to coupled.
    """
    miss = digit_miss(row, p, tried)
    lowest = miss.min(axis=0)
    near = miss <= np.where(lowest <= HIT, HIT, lowest + HIT)
    astray = np.abs(tried[..., 3] - row.ratio * tried[..., 2])
    best = np.where(near, astray, np.inf).argmin(axis=0), np.arange(len(p))
    return tried[best], miss[best]


def digit_miss(row: np.record, p: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """(...,) [m] from the tip at angles (..., 4) to p (..., 3) in the root's frame."""
    flat = into_plane(row, p, angles[..., 0])
    bones = Bones.of(row)
    away = tip_of(bones, angles[..., 1:]) - flat[..., :2]
    return np.sqrt((away**2).sum(-1) + flat[..., 2] ** 2)
