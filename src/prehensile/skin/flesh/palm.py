"""The flesh of palm and wrist: a lofted core, four rays, the balls of thumb and little finger,
the webs, and the relief of the back and of the hollow of the hand.

Proportions without a source are ours, judged by eye, over the hand's breadth b.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import FINGERS
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.skin.flesh.digit import END_ROUNDNESS, Digit
from prehensile.skin.flesh.relief import Stroke, smooth_line
from prehensile.skin.flesh.rounded import Sheet
from prehensile.skin.flesh.tube import Tube

OnSkin = Callable[[np.ndarray, int], np.ndarray]
"""Points (N, 3) of the palm (−1) or the back (1) over places (N, 2) [m]."""

CORE = np.array(
    [
        # x, to the thumb, to the little finger, back, palm
        [-0.38, 0.366, 0.366, 0.240, 0.245],
        [-0.22, 0.352, 0.352, 0.222, 0.238],
        [-0.05, 0.342, 0.342, 0.200, 0.230],
        [0.12, 0.342, 0.362, 0.198, 0.222],
        [0.35, 0.330, 0.405, 0.178, 0.197],
        [0.60, 0.330, 0.445, 0.155, 0.188],
    ]
)
"""Cross-sections from the end of the arm to the knuckles, over b."""
ARM_CAP = 0.11
"""How far the core goes beyond its first cross-section, at the end of the arm, over b."""
KNUCKLE_CAP = 0.50
"""How far it goes beyond its last cross-section, at the knuckles, over b."""
RAY_REACH, PAD_REACH, WEB_REACH, THUMB_WEB_REACH = 0.12, 0.14, 0.09, 0.20
"""Reach of the blends of the rays, of the balls, of the fingers' webs and the thumb's, over b."""


def palm_core(b: float) -> Tube:
    """From the end of the arm to the heads of the metacarpals."""
    return Tube(
        np.eye(4),
        b * CORE[:, 0],
        b * CORE[:, 1:],
        (ARM_CAP * b, KNUCKLE_CAP * b),
        2.25,
        END_ROUNDNESS,
    )


def rays(hand: Hand) -> list[Tube]:
    """Metacarpals with what covers them on the back, one for each finger."""
    b = hand.spec.breadth
    found = []
    for finger in FINGERS:
        base, head = metacarpal_ends(hand.spec, finger)
        length = float(np.linalg.norm(head - base))
        stations = np.array([0.3, 0.5, 0.8, 0.95]) * length
        half = np.array([0.11, 0.105, 0.102, 0.092]) * b
        if finger == "little":
            half *= 0.92
        back = np.array([0.12, 0.112, 0.104, 0.088]) * b
        palm = np.array([0.14, 0.15, 0.165, 0.150]) * b
        sizes = np.stack([half, half, back, palm], axis=1)
        found.append(
            Tube(_towards(base, head), stations, sizes, (0.3 * b, 0.20 * b), 2.2, END_ROUNDNESS)
        )
    return found


def thumb_ball(hand: Hand, thumb: Digit) -> Tube:
    """The thenar, from the wrist to the thumb's knuckle."""
    b = hand.spec.breadth
    start = b * np.array([-0.06, 0.13, -0.09])
    r = float(thumb.radius(0.0))
    end = thumb.point(np.array([0.10 * b, 0.0, -0.20 * r]))
    length = float(np.linalg.norm(end - start))
    stations = np.array([0.0, 0.22, 0.45, 0.72, 1.0]) * length
    sizes = b * np.array(
        [
            [0.11, 0.11, 0.10, 0.10],
            [0.150, 0.17, 0.14, 0.155],
            [0.160, 0.20, 0.145, 0.178],
            [0.118, 0.150, 0.115, 0.130],
            [0.075, 0.080, 0.075, 0.080],
        ]
    )
    return Tube(_towards(start, end), stations, sizes, (0.12 * b, 0.12 * b), 2.0, END_ROUNDNESS)


def heel(b: float, little_head: np.ndarray) -> Tube:
    """The hypothenar, along the little finger's metacarpal."""
    start = b * np.array([0.0, -0.18, -0.10])
    end = little_head + b * np.array([-0.16, 0.02, -0.05])
    length = float(np.linalg.norm(end - start))
    stations = np.array([0.0, 0.35, 0.75, 1.0]) * length
    sizes = b * np.array(
        [
            [0.10, 0.10, 0.10, 0.10],
            [0.16, 0.16, 0.13, 0.165],
            [0.14, 0.14, 0.12, 0.145],
            [0.10, 0.10, 0.10, 0.11],
        ]
    )
    return Tube(_towards(start, end), stations, sizes, (0.12 * b, 0.12 * b), 2.0, END_ROUNDNESS)


def thumb_web(hand: Hand, thumb: Digit) -> Sheet:
    """The web of skin between thumb and index."""
    b = hand.spec.breadth
    base, head = metacarpal_ends(hand.spec, "index")
    drop = np.array([0, 0.04 * b, -0.045 * b])
    corners = [
        thumb.point(np.array([0.02 * b, 0, 0])),
        base + 0.82 * (head - base) + drop,
        base + 0.1 * (head - base) + drop,
    ]
    return Sheet(np.stack(corners), 0.060 * b)


def adductor(hand: Hand, thumb: Digit) -> Sheet:
    """The muscle behind the thumb's web, spread from the middle metacarpal to the thumb."""
    b = hand.spec.breadth
    base, head = metacarpal_ends(hand.spec, "middle")
    drop = np.array([0, 0.08 * b, -0.085 * b])
    corners = [
        thumb.point(np.array([-0.06 * b, 0, -0.04 * b])),
        base + 0.64 * (head - base) + drop,
        base + 0.25 * (head - base) + drop,
    ]
    return Sheet(np.stack(corners), 0.058 * b)


def finger_webs(b: float, fingers: dict[str, Digit]) -> list[Sheet]:
    """Between neighbouring fingers, from the palm to two fifths of the first phalanx."""
    found = []
    for first, second in pairwise(FINGERS):
        corners = []
        for digit in (fingers[first], fingers[second]):
            corners.append(digit.point(np.array([0.36 * digit.joints[1], 0, -0.045 * b])))
        heads = [fingers[first].T[:3, 3], fingers[second].T[:3, 3]]
        corners.append(0.5 * (heads[0] + heads[1]) + b * np.array([-0.12, 0, -0.02]))
        found.append(Sheet(np.stack(corners), 0.06 * b))
    return found


def palm_relief(hand: Hand, fingers: dict[str, Digit], on_skin: OnSkin) -> list[Stroke]:
    """Knuckles and tendons on the back; pads and hollow of the palm; the wrist."""
    b = hand.spec.breadth
    strokes = []
    for finger in FINGERS:
        base, head = metacarpal_ends(hand.spec, finger)
        big = 1.2 if finger == "middle" else 1.0
        knuckle = head[:2] + b * np.array([[-0.09, 0.0], [0.02, 0.0]])
        strokes.append(Stroke(on_skin(knuckle, 1), 0.026 * big * b, 0.085 * b))
        # The tendon, from the knuckle towards the wrist.
        wrist = np.array([0.12 * b, 0.3 * base[1]])
        share = np.linspace(0, 1, 6)[:, None]
        line = (1 - share) * (head[:2] - [0.1 * b, 0]) + share * wrist
        strokes.append(Stroke(on_skin(line, 1), 0.013 * b, 0.048 * b, 0.4))
    for first, second in pairwise(FINGERS):
        # Valleys between the knuckles.
        between = 0.5 * (fingers[first].T[:2, 3] + fingers[second].T[:2, 3])
        line = between + b * np.array([[-0.22, 0], [-0.06, 0], [0.10, 0]])
        strokes.append(Stroke(on_skin(line, 1), -0.014 * b, 0.070 * b, 0.5))
        # Small pads below the clefts.
        pad = (between + b * np.array([0.06, 0]))[None]
        strokes.append(Stroke(on_skin(pad, -1), 0.020 * b, 0.085 * b))
    # The muscle between the thumb's and the index finger's metacarpals.
    base, head = metacarpal_ends(hand.spec, "index")
    belly = base[:2] + np.array([[0.35], [0.62]]) * (head - base)[:2] + b * np.array([0.0, 0.14])
    strokes.append(Stroke(on_skin(belly, 1), 0.040 * b, 0.15 * b))
    hollow = b * np.array([[0.34, 0.03], [0.52, 0.01], [0.72, -0.04]])
    strokes.append(Stroke(on_skin(hollow, -1), -0.036 * b, 0.15 * b))
    return strokes + wrist_relief(b, on_skin)


def palm_lines(b: float, L: float, on_skin: OnSkin) -> list[Stroke]:
    """The three great creases of the palm; ``L`` [m] from the wrist to the middle knuckle."""
    life = [[0.86 * L, 0.34 * b], [0.80 * L, 0.20 * b], [0.64 * L, 0.09 * b],
            [0.40 * L, 0.03 * b], [0.15 * L, 0.03 * b]]  # fmt: skip
    head = [[0.86 * L, 0.34 * b], [0.80 * L, 0.18 * b], [0.70 * L, -0.08 * b],
            [0.55 * L, -0.33 * b]]  # fmt: skip
    heart = [[1.04 * L, 0.15 * b], [0.96 * L, 0.03 * b], [0.87 * L, -0.18 * b],
             [0.80 * L, -0.46 * b]]  # fmt: skip
    strokes = []
    for corners, depth in ((life, 0.017), (head, 0.009), (heart, 0.010)):
        line = on_skin(smooth_line(np.array(corners)), -1)
        strokes.append(Stroke(line, -depth * b, 0.029 * b, 0.3))
    return strokes


def wrist_relief(b: float, on_skin: OnSkin) -> list[Stroke]:
    """The two creases of the wrist, its tendons, and the head of the ulna."""
    strokes = []
    for x, depth in ((-0.07, 0.006), (0.03, 0.008)):
        line = b * np.array([[x, 0.25], [x - 0.03, 0.0], [x, -0.25]])
        strokes.append(Stroke(on_skin(smooth_line(line), -1), -depth * b, 0.034 * b, 0.35))
    tendons = b * np.array([[-0.45, 0.03], [-0.2, 0.03], [-0.04, 0.03]])
    strokes.append(Stroke(on_skin(tendons, -1), 0.010 * b, 0.04 * b, 0.4))
    strokes.append(Stroke(on_skin(b * np.array([[-0.15, -0.23]]), 1), 0.032 * b, 0.10 * b))
    return strokes


def _towards(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Frame (4, 4) at ``start`` with +x to ``end`` and +z as near to the palm's as can be."""
    x = (end - start) / np.linalg.norm(end - start)
    z = np.array([0.0, 0.0, 1.0]) - x * x[2]
    z /= np.linalg.norm(z)
    T = np.eye(4)
    T[:3, :3] = np.stack([x, np.cross(z, x), z], axis=1)
    T[:3, 3] = start
    return T
