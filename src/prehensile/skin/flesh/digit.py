"""The flesh of one straight digit: a lofted tube, and its creases, wrinkles and nail.

Places along a digit are *phases*: 0 at the knuckle, 1 and 2 at the next joints, 3 at the tip of a
finger (2 of the thumb, whose knuckle is its MP joint; its metacarpal reaches from −1 to 0).
Proportions without a source are ours, judged by eye; lengths are over the half breadths r of the
digit's own bones, so that they follow every `HandSpec`.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import cos, radians, sin

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.segments import digit_segments
from prehensile.skin.flesh.relief import Stroke
from prehensile.skin.flesh.tube import Tube

ROUNDNESS = 2.12
"""Exponent of cross-sections: fingers are a little squarer than ellipses, which have 2."""
END_ROUNDNESS = 2.5
"""Exponent of the round end along its axis: a fingertip does not look put on."""

FINGER = np.array(
    [
        # phase, half breadth, back, palm
        [-0.45, 0.70, 0.66, 0.80],
        [0.00, 0.93, 0.94, 0.98],
        [0.25, 0.99, 0.90, 1.06],
        [0.52, 0.95, 0.83, 1.07],
        [0.80, 0.98, 0.90, 0.96],
        [1.00, 1.07, 1.02, 0.88],
        [1.20, 1.02, 0.91, 0.96],
        [1.52, 0.95, 0.82, 1.03],
        [1.80, 0.97, 0.84, 0.92],
        [2.00, 1.04, 0.89, 0.87],
        [2.22, 1.03, 0.80, 0.98],
        [2.40, 1.02, 0.76, 1.05],
        [2.60, 0.99, 0.71, 0.94],
    ]
)
"""A finger's cross-sections, over the half breadth of its bones there."""
THUMB = np.array(
    [
        [-0.95, 0.80, 0.66, 0.80],
        [-0.60, 0.80, 0.72, 0.85],
        [-0.25, 0.86, 0.80, 0.95],
        [0.00, 0.98, 0.92, 0.95],
        [0.25, 0.97, 0.86, 0.95],
        [0.55, 0.96, 0.82, 1.00],
        [0.85, 1.02, 0.86, 0.92],
        [1.00, 1.10, 0.88, 0.90],
        [1.22, 1.12, 0.80, 0.99],
        [1.42, 1.11, 0.74, 1.05],
        [1.60, 1.06, 0.68, 0.94],
    ]
)
"""The thumb's cross-sections, as `FINGER`."""
NEAR = 2.2
"""Flesh farther from a digit's axis than this many half breadths is not its own."""
TIP_CAP, END_LEVEL = 1.5, 0.30
"""Length of the round end over r, and of the even part before it."""
ROOT_CREASE = 0.44
"""Phase of the crease at a finger's root, which lies at the edge of the webs."""
NAIL_POWER = 3.2
"""Exponent of the superellipse that a nail's outline is."""


@dataclass(frozen=True, eq=False)
class Digit:
    """A digit's straight bones as one axis."""

    T: np.ndarray
    """(4, 4) origin at the knuckle, +x to the tip, +z out of the back"""
    joints: np.ndarray
    """(N,) [m] along x: root, joints, tip"""
    radii: np.ndarray
    """(N,) [m] half breadth of the bones there"""
    first: float
    """phase of the first joint: 0, or −1 for the thumb"""

    def at(self, phase: float | np.ndarray) -> np.ndarray:
        """[m] along x where a phase lies."""
        return np.interp(np.asarray(phase) - self.first, np.arange(len(self.joints)), self.joints)

    def radius(self, phase: float | np.ndarray) -> np.ndarray:
        """[m] half breadth of the bones."""
        return np.interp(np.asarray(phase) - self.first, np.arange(len(self.radii)), self.radii)

    @property
    def last(self) -> float:
        """The phase of the tip."""
        return self.first + len(self.joints) - 1

    def point(self, p: np.ndarray) -> np.ndarray:
        """(..., 3) [m] of this frame in the common one."""
        return np.asarray(p, float) @ self.T[:3, :3].T + self.T[:3, 3]


def straight_digit(hand: Hand, digit: str, poses: dict[str, np.ndarray]) -> Digit:
    """The axis of a digit whose inner joints are straight in ``poses``."""
    names = digit_segments(digit)
    segments = [hand.segments[name] for name in names]
    ends = np.concatenate([[0.0], np.cumsum([s.length for s in segments])])
    radii = [segments[0].radii[0]]
    radii += [max(a.radii[1], b.radii[0]) for a, b in pairwise(segments)]
    radii += [0.5 * sum(segments[-1].radii)]
    thumb = digit == "thumb"
    T = poses[names[1] if thumb else names[0]]
    offset = segments[0].length if thumb else 0.0
    return Digit(T, ends - offset, np.array(radii), -1.0 if thumb else 0.0)


def digit_tube(digit: Digit) -> Tube:
    """The flesh of a straight digit, without relief."""
    table = THUMB if digit.first < 0 else FINGER
    r = digit.radius(table[:, 0])
    stations = digit.at(table[:, 0])
    if digit.first == 0:
        # Before the knuckle the axis goes on into the palm.
        stations[0] = table[0, 0] * digit.joints[1]
    cap = TIP_CAP * digit.radii[-1]
    end = digit.joints[-1] - cap
    # Sizes stay alike for a stretch before the round end: a change there would show as a seam.
    level = END_LEVEL * digit.radii[-1]
    keep = stations < end - level - 0.2 * r
    stations = np.append(stations[keep], [end - level, end])
    last = table[-1, 1:] * digit.radii[-1]
    sizes = np.vstack([table[keep, 1:] * r[keep, None], last, last])[:, [0, 0, 1, 2]]
    return Tube(digit.T, stations, sizes, (1.2 * r[0], cap), ROUNDNESS, END_ROUNDNESS)


def digit_relief(digit: Digit, tube: Tube) -> list[Stroke]:
    """Creases on the palmar side, wrinkles over the joints, and the folds around the nail."""
    r = float(digit.radii[1 if digit.first == 0 else 2])
    strokes = []
    tip = digit.last
    # Where the digit leaves the palm.
    root = -0.12 if digit.first < 0 else ROOT_CREASE
    line = _ring(tube, float(digit.at(root)), -90, 58, bow=0.10 * r)
    strokes.append(Stroke(digit.point(line), -0.065 * r, 0.16 * r, 0.3))
    for joint in np.arange(1.0, tip):
        x = float(digit.at(joint))
        double = joint < tip - 1
        # Palmar creases lie a little short of the joint.
        for shift in (-0.24, 0.14) if double else (-0.08,):
            line = _ring(tube, x + shift * r, -90, 62, bow=0.06 * r)
            strokes.append(Stroke(digit.point(line), -0.060 * r, 0.15 * r, 0.3))
        # Loose skin over the joint, folded across.
        spread = (-0.38, 0.0, 0.38) if double else (-0.16, 0.16)
        for shift in spread:
            bow = -0.35 * shift * r
            line = _ring(tube, x + shift * r, 90, 42 - 30 * abs(shift), bow=bow)
            strokes.append(Stroke(digit.point(line), -0.035 * r, 0.14 * r, 0.5))
    return strokes + nail_folds(digit, tube)


def nail_outline(digit: Digit) -> tuple[float, float, float]:
    """Middle and half length [m] along the digit, and half breadth [m] of its nail."""
    r = float(digit.radii[-1])
    end = float(digit.joints[-1]) - 0.10 * r
    half = 0.82 * r
    return end - half, half, 0.74 * r


def nail_depth(digit: Digit, points: np.ndarray) -> np.ndarray:
    """How far (N,) inside the nail points (N, 3) [m] lie: 1 in the middle, 0 on the outline."""
    middle, long, broad = nail_outline(digit)
    x, y, z = ((points - digit.T[:3, 3]) @ digit.T[:3, :3]).T
    inside = 1 - _nail_norm((x - middle) / long, y / broad)
    return np.where(z > 0.12 * digit.radii[-1], inside, -1.0)


def to_nail_outline(digit: Digit, points: np.ndarray) -> np.ndarray:
    """Points (N, 3) [m] moved away from the nail's middle or towards it onto the outline."""
    middle, long, broad = nail_outline(digit)
    x, y, z = ((points - digit.T[:3, 3]) @ digit.T[:3, :3]).T
    size = _nail_norm((x - middle) / long, y / broad)
    return digit.point(np.stack([middle + (x - middle) / size, y / size, z], axis=1))


def _nail_norm(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """1 on a nail's outline, a rectangle with round corners; u along it, v across."""
    return (np.abs(u) ** NAIL_POWER + np.abs(v) ** NAIL_POWER) ** (1 / NAIL_POWER)


def nail_folds(digit: Digit, tube: Tube) -> list[Stroke]:
    """The groove along the nail's root and sides, and the fold of skin around it."""
    r = float(digit.radii[-1])
    middle, long, broad = nail_outline(digit)
    around = np.radians(np.linspace(52, 308, 25))  # open towards the tip
    u, v = np.cos(around), np.sin(around)
    size = _nail_norm(u, v)
    strokes = []
    for grow, height, width in ((1.05, -0.080, 0.14), (1.32, 0.06, 0.19)):
        x, y = middle + grow * long * u / size, grow * broad * v / size
        z = np.array([_height(tube, a, b) for a, b in zip(x, y, strict=True)])
        line = np.stack([x, y, z], axis=1)
        strokes.append(Stroke(digit.point(line), height * r, width * r, 0.12))
    return strokes


def _height(tube: Tube, x: float, y: float) -> float:
    """Height [m] of the back at a place on the tube."""
    left, _, back, _ = tube.size_at(x)
    p = tube.roundness
    return float(back * max(1 - min(abs(y) / left, 0.98) ** p, 0.0) ** (1 / p))


def _ring(tube: Tube, x: float, centre: float, half: float, bow: float) -> np.ndarray:
    """Part of a cross-section's outline (N, 3) [m]; angles in degrees from +y to the back."""
    left, right, back, palmar = tube.size_at(x)
    p = tube.roundness
    points = []
    for share in np.linspace(-1, 1, 9):
        c, s = cos(radians(centre + share * half)), sin(radians(centre + share * half))
        w, h = (left if c > 0 else right), (back if s > 0 else palmar)
        k = (abs(c / w) ** p + abs(s / h) ** p) ** (-1 / p)
        points.append([x - bow * share**2, k * c, k * s])
    return np.array(points)
