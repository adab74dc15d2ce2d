"""Three bones in their plane with all three joints free: the poses that leave no choice.

Two numbers place a tip in its plane, so three free joints reach it in a whole curve of poses. Where
the limits cut that curve, one joint stands at a limit and the other two follow from a triangle: at
most two poses for each of the six limits. If the limits keep the digit from being stretched, they
cut every such curve, and these poses decide whether the tip can land at all. A digit that can be
stretched may land near its full reach with no joint at a limit: there the curve closes within them.
Where the tip cannot land, the nearest pose has its joints at limits or stretched, and the rest
points at the target.

``_kernels`` has `at_a_limit` once more, pose by pose.
"""

from typing import NamedTuple

import numpy as np


class Bones(NamedTuple):
    """Three bones and the limits of their joints."""

    first: float
    """[m]"""
    second: float
    """[m]"""
    end: tuple[float, float]
    """[m] the point on the third bone, along it and palmar of it"""
    lower: np.ndarray
    """(3,) [rad]"""
    upper: np.ndarray
    """(3,) [rad]"""

    @classmethod
    def of(cls, row: np.record) -> "Bones":
        """From a row of a digit table."""
        plane = row.plane
        return cls(plane.first, plane.second, (plane.x, plane.y), row.lower[1:], row.upper[1:])


def at_a_limit(bones: Bones, goal: np.ndarray) -> np.ndarray:
    """(12, N, 3) [rad] poses for ``goal`` (N, 2) [m] with one joint at a limit.

    Kept within the limits, so not all of them reach it; stretched or folded towards a goal that no
    triangle reaches.
    """
    l1, l2, (x, y), lower, upper = bones
    l3, phi = np.hypot(x, y), np.arctan2(y, x)
    px, py = goal[:, 0], goal[:, 1]
    poses = []
    for side in (1.0, -1.0):
        for limit in (lower, upper):
            # The root at a limit: the two bones after it make a triangle with the goal.
            c, s = np.cos(limit[0]), np.sin(limit[0])
            along, across = c * px + s * py - l1, c * py - s * px
            inner = side * _corner(np.hypot(along, across), l2, l3)
            mid = np.arctan2(across, along) - np.arctan2(
                l3 * np.sin(inner), l2 + l3 * np.cos(inner)
            )
            poses.append((0 * px + limit[0], mid, inner - phi))
            # The middle joint: the first two bones are one of length m at an angle.
            ax, ay = l1 + l2 * np.cos(limit[1]), l2 * np.sin(limit[1])
            m, lean = np.hypot(ax, ay), np.arctan2(ay, ax)
            inner = side * _corner(np.hypot(px, py), m, l3)
            last = inner + lean - limit[1] - phi
            root = _pointing(bones, limit[1] + 0 * px, last, goal)
            poses.append((root, 0 * px + limit[1], last))
            # The last joint: the last two bones are one.
            c, s = np.cos(limit[2]), np.sin(limit[2])
            bx, by = l2 + x * c - y * s, x * s + y * c
            m, lean = np.hypot(bx, by), np.arctan2(by, bx)
            mid = side * _corner(np.hypot(px, py), l1, m) - lean
            root = _pointing(bones, mid, limit[2] + 0 * px, goal)
            poses.append((root, mid, 0 * px + limit[2]))
    return onto(np.stack([np.stack(p, axis=-1) for p in poses]), lower, upper)


def out_of_reach(bones: Bones, goal: np.ndarray) -> np.ndarray:
    """(13, N, 3) [rad] poses with two joints at limits or all stretched, the third pointing.

    With those of :func:`at_a_limit` they hold the nearest pose to any ``goal`` (N, 2) [m] that the
    tip cannot reach.
    """
    l1, l2, (x, y), lower, upper = bones
    px, py = goal[:, 0], goal[:, 1]
    poses = []
    for a in (lower, upper):
        for b in (lower, upper):
            mid, last = 0 * px + a[1], 0 * px + b[2]
            poses.append((_pointing(bones, mid, last, goal), mid, last))
            root = a[0]
            kx, ky = l1 * np.cos(root), l1 * np.sin(root)
            c, s = np.cos(b[2]), np.sin(b[2])
            lean = np.arctan2(x * s + y * c, l2 + x * c - y * s)
            poses.append((0 * px + root, np.arctan2(py - ky, px - kx) - root - lean, last))
            kx = kx + l2 * np.cos(root + b[1])
            ky = ky + l2 * np.sin(root + b[1])
            aim = np.arctan2(py - ky, px - kx) - root - b[1] - np.arctan2(y, x)
            poses.append((0 * px + root, 0 * px + b[1], aim))
    straight, flat = 0 * px, 0 * px - np.arctan2(y, x)
    poses.append((_pointing(bones, straight, flat, goal), straight, flat))
    return onto(np.stack([np.stack(p, axis=-1) for p in poses]), lower, upper)


def tip_of(bones: Bones, pose: np.ndarray) -> np.ndarray:
    """(..., 2) [m] the point at angles (..., 3) [rad]."""
    a = np.cumsum(pose, axis=-1)
    c, s = np.cos(a), np.sin(a)
    x, y = bones.end
    along = bones.first * c[..., 0] + bones.second * c[..., 1] + x * c[..., 2] - y * s[..., 2]
    across = bones.first * s[..., 0] + bones.second * s[..., 1] + x * s[..., 2] + y * c[..., 2]
    return np.stack([along, across], axis=-1)


def onto(angle: np.ndarray, lower: np.ndarray | float, upper: np.ndarray | float) -> np.ndarray:
    """The angle within the limits that is nearest on the circle."""
    middle = 0.5 * (lower + upper)
    around = middle + np.remainder(angle - middle + np.pi, 2 * np.pi) - np.pi
    return np.clip(around, lower, upper)


def _corner(d: np.ndarray, a: np.ndarray | float, b: np.ndarray | float) -> np.ndarray:
    """Angle [rad] by which bone b bends away from bone a so that they span d."""
    return np.arccos(np.clip((d * d - a * a - b * b) / (2 * a * b), -1.0, 1.0))


def _pointing(bones: Bones, mid: np.ndarray, last: np.ndarray, goal: np.ndarray) -> np.ndarray:
    """The root's angle that turns the tip towards the goal."""
    at = tip_of(bones, np.stack([0 * mid, mid, last], axis=-1))
    return np.arctan2(goal[:, 1], goal[:, 0]) - np.arctan2(at[:, 1], at[:, 0])
