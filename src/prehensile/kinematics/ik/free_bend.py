"""Three bones in their plane with all three joints free: the poses that leave no choice.

Two numbers place a tip in its plane, so three free joints reach it in a whole curve of poses. Where
the limits cut that curve, one joint stands at a limit and the other two follow from a triangle: at
most two poses for each of the six limits. If the limits keep the digit from being stretched, they
cut every such curve, and these poses decide whether the tip can land at all. A digit that can be
stretched may land near its full reach with no joint at a limit: there the curve closes within them,
and has one pose that is nearest to coupled. Where the tip cannot land, the nearest pose has its
joints at limits or stretched, and the rest points at the target.

``_kernels`` has them once more, pose by pose.
"""

from typing import NamedTuple

import numpy as np

STRAIGHT_STEPS = 4
"""Newton steps from the nearly straight guess to rounding."""


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


def nearly_straight(bones: Bones, ratio: float, goal: np.ndarray) -> np.ndarray:
    """(1, N, 3) [rad] poses for ``goal`` (N, 2) [m] beyond the reach of the coupled digit.

    Beyond all reach they are stretched and point there.

    A pad off the bone by φ is farthest with the last joint bent back by φ, which no coupling does.
    Of the poses that land there, the nearest to coupled is where their curve runs along the lines
    θ_last = λ θ_mid + const: with η = θ_last + φ, where
    l₁l₂ sin θ_mid + (1 + λ) l₁l₃ sin(θ_mid + η) + λ l₂l₃ sin η = 0.
    """
    l1, l2, (x, y), lower, upper = bones
    l3, phi, k = np.hypot(x, y), np.arctan2(y, x), 1 + ratio
    d = np.hypot(goal[:, 0], goal[:, 1])
    # Nearly straight, sines are angles and d² falls by a quadratic form of them.
    turn = (k * l1 * l3 + ratio * l2 * l3) / (l1 * l2 + k * l1 * l3)
    form = l1 * l2 * turn**2 + l1 * l3 * (1 - turn) ** 2 + l2 * l3
    mid = -turn * np.sqrt(np.maximum((l1 + l2 + l3) ** 2 - d * d, 0.0) / form)
    mid = np.maximum(mid, -np.pi / 2)
    for _ in range(STRAIGHT_STEPS):
        eta = _closing(bones, mid, d)
        off = (
            l1 * l2 * np.sin(mid) + k * l1 * l3 * np.sin(mid + eta) + ratio * l2 * l3 * np.sin(eta)
        )
        by = l1 * l2 * np.cos(mid) + k * k * l1 * l3 * np.cos(mid + eta)
        by = by + ratio * ratio * l2 * l3 * np.cos(eta)  # d(off) along the coupling
        mid = np.clip(mid - np.where(by > 0, off / np.where(by > 0, by, 1.0), 0.0), -np.pi / 2, 0.0)
    last = _closing(bones, mid, d) - phi
    pose = np.stack([_pointing(bones, mid, last, goal), mid, last], axis=-1)
    return onto(pose[None], lower, upper)


def out_of_reach(bones: Bones, goal: np.ndarray) -> np.ndarray:
    """(12, N, 3) [rad] poses with two joints at limits, the third pointing.

    With those of :func:`at_a_limit` and :func:`nearly_straight` they hold the nearest pose to any
    ``goal`` (N, 2) [m] that the tip cannot reach.
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
    return onto(np.stack([np.stack(p, axis=-1) for p in poses]), lower, upper)


def span(bones: Bones) -> tuple[float, float]:
    """[m] Least and largest distance of the tip from the root, whatever the root's limits."""
    turned = bones._replace(
        lower=np.array([-np.pi, *bones.lower[1:]]), upper=np.array([np.pi, *bones.upper[1:]])
    )
    ends = np.array([[0.0, 0.0], [2 * (bones.first + bones.second + np.hypot(*bones.end)), 0.0]])
    straight = nearly_straight(turned, 1.0, ends)  # beyond all reach, whatever the coupling
    tried = np.concatenate([at_a_limit(turned, ends), straight, out_of_reach(turned, ends)])
    d = np.linalg.norm(tip_of(turned, tried), axis=-1)
    return float(d.min()), float(d.max())


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


def _closing(bones: Bones, mid: np.ndarray, d: np.ndarray) -> np.ndarray:
    """Angle η [rad] of the point about the last joint that brings it to distance d."""
    ax, ay = bones.first + bones.second * np.cos(mid), bones.second * np.sin(mid)
    return _corner(d, np.hypot(ax, ay), np.hypot(*bones.end)) + np.arctan2(ay, ax) - mid


def _pointing(bones: Bones, mid: np.ndarray, last: np.ndarray, goal: np.ndarray) -> np.ndarray:
    """The root's angle that turns the tip towards the goal."""
    at = tip_of(bones, np.stack([0 * mid, mid, last], axis=-1))
    return np.arctan2(goal[:, 1], goal[:, 0]) - np.arctan2(at[:, 1], at[:, 0])
