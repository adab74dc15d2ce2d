"""Virtual objects of one girth that a style's hand could hold, and how it opposes them.

In the palm, between the pads, between the thumb and the index's side, round a rim, in the crook of
the fingers: which, says the style's kind. Where along its closing the hand would meet such a thing
follows from its girth.
"""

from typing import NamedTuple

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.example.taking_part import meeting, wraps
from prehensile.control.place.candidate import FURTHEST
from prehensile.control.place.placement import MEAN_LENGTH
from prehensile.hand.corpus import GraspObject
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.kinematics.capsules import segment_capsules
from prehensile.kinematics.forward import pad_positions, segment_transforms
from prehensile.lie import se3

IN_PALM = (0.078, 0.0, -0.017)
"""(3,) [m] where the surface of what lies in the palm touches it, mean right hand"""
ACROSS = ((0.45, 0.89, 0.0), (0.0, 1.0, 0.0))
"""Axes of long things in the palm, palm frame"""
PINCHED = ((0.0, 1.0, 0.0), (0.7, 0.0, -0.7))
"""Axes of long things between the pads, palm frame, before they are turned across the line from pad
to pad"""
IN_CROOK = (0.1, 0.0, -0.018)
"""(3,) [m] where what hangs on bent fingers is nearest the palm, mean right hand"""
APERTURE_ERROR = 0.006
"""[m] by which the pads may miss the girth"""
LONG = 0.07
"""[m] half the length of long things"""
RIM = 0.012
"""[m] half the height of a rim"""
STEPS = 33
"""Poses looked at between open and shut"""
SIDE = "index-finger-phalanx-intermediate"
"""The segment whose side the thumb presses against, in a lateral grasp."""


class Thing(NamedTuple):
    """Something to hold, in a hand that is laid round it."""

    kind: str
    """``power`` in the palm, or ``precision``"""
    object: GraspObject
    across: np.ndarray
    """(3,) the line along which digits press against each other, palm frame of this hand"""


def style_things(
    style: GraspStyle, hand: Hand, wide: np.ndarray, grip: np.ndarray, radius: float
) -> list[Thing]:
    """What of one girth this hand could hold, opening and closing so.

    Args:
        style: of this hand.
        hand: that grasps.
        wide: (dof,) [rad] open.
        grip: (dof,) [rad] gripping.
        radius: [m] half the girth.
    """
    least, most = style.girth
    if not least / 2 <= radius <= most / 2:
        return []
    if style.kind == "hook":
        return _in_crook(style, radius)
    q = wide + np.linspace(0, FURTHEST, STEPS)[:, None] * (grip - wide)
    q = np.clip(q, hand.lower, hand.upper)
    if style.kind == "disk":
        return _round_rim(style, hand, q, radius)
    if style.kind == "lateral":
        return _pinched(hand, *_thumb_and_side(hand, q), radius, style.fingers)
    pads, _ = pad_positions(hand, q)
    if style.kind != "power":
        rows = [DIGITS.index(f) for f in style.fingers if f != "thumb"]
        return _pinched(hand, pads[:, 0], pads[:, rows].mean(axis=1), radius, style.fingers)
    found: list[Thing] = []
    if wraps(hand, grip - wide):
        centre = np.array(IN_PALM) - [0.0, 0.0, radius]
        things = _shapes(radius, centre, np.array(ACROSS), style.fingers)
        found += [Thing("power", thing, np.zeros(3)) for thing in things]
    together = meeting(pads)
    if len(together) > 1:
        fingers = pads[:, [DIGITS.index(f) for f in together[1:]]].mean(axis=1)
        found += _pinched(hand, pads[:, 0], fingers, radius, together)
    return found


def _pinched(
    hand: Hand, thumb: np.ndarray, opposite: np.ndarray, radius: float, touch: tuple[str, ...]
) -> list[Thing]:
    """Things between two points (STEPS, 3) [m] of a closing hand, palm frame."""
    apart = np.linalg.norm(opposite - thumb, axis=1)
    # As it closes: beyond the least distance the pads have passed each other.
    error = np.abs(apart[: int(apart.argmin()) + 1] - 2 * radius)
    best = int(error.argmin())
    if error[best] >= APERTURE_ERROR:
        return []
    across = opposite[best] - thumb[best]
    middle = _for_mean_hand(hand, 0.5 * (opposite[best] + thumb[best]))
    line = _mirror(hand) * across / np.linalg.norm(across)
    axes = np.array(PINCHED) - np.outer(np.array(PINCHED) @ line, line)
    things = _shapes(radius, middle, axes, touch)
    return [Thing("precision", thing, across) for thing in things]


def _thumb_and_side(hand: Hand, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(STEPS, 3) [m] each: the thumb's pad, and the nearest point of the index's side."""
    pads, _ = pad_positions(hand, q)
    segment = hand.segments[SIDE]
    T, capsule = segment_transforms(hand, q)[SIDE], segment_capsules(segment)
    k = int(capsule.radius.argmax())
    start, end = se3.apply(T, capsule.start[k]), se3.apply(T, capsule.end[k])
    along = end - start
    share = ((pads[:, 0] - start) * along).sum(axis=1) / (along * along).sum(axis=1)
    core = start + np.clip(share, 0.2, 0.8)[:, None] * along
    out = pads[:, 0] - core
    away = np.linalg.norm(out, axis=1, keepdims=True)
    return pads[:, 0], core + out / away * np.minimum(capsule.radius[k], away)


def _round_rim(style: GraspStyle, hand: Hand, q: np.ndarray, radius: float) -> list[Thing]:
    """A rim that all pads reach, in poses q (STEPS, dof) [rad] of a closing hand."""
    pads, _ = pad_positions(hand, q)
    pads = pads[:, [DIGITS.index(f) for f in style.fingers]]
    circles = [_circle(points) for points in pads]
    best = int(np.argmin([abs(c[2] - radius) for c in circles]))
    centre, axis, found = circles[best]
    if abs(found - radius) >= APERTURE_ERROR:
        return []
    mirror = _mirror(hand)
    rim = GraspObject(
        "disk", (radius, RIM), _for_mean_hand(hand, centre), mirror * axis, style.fingers
    )
    ball = GraspObject(
        "sphere", (radius,), _for_mean_hand(hand, centre), np.array([0.0, 0.0, 1.0]), style.fingers
    )
    across = pads[best, 1:].mean(axis=0) - pads[best, 0]
    return [Thing("precision", thing, across) for thing in (rim, ball)]


def _circle(points: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """Centre (3,) [m], axis (3,) out of the back of the hand and radius [m] of the circle that fits
    points (N, 3) best (Kåsa), in the plane that does.
    """
    middle = points.mean(axis=0)
    e1, e2, axis = np.linalg.svd(points - middle)[2]
    flat = (points - middle) @ np.column_stack([e1, e2])
    A = np.column_stack([2 * flat, np.ones(len(flat))])
    x = np.linalg.lstsq(A, (flat * flat).sum(axis=1), rcond=None)[0]
    radius = float(np.sqrt(max(x[2] + x[0] ** 2 + x[1] ** 2, 0.0)))
    return middle + x[0] * e1 + x[1] * e2, axis * np.sign(axis[2] or 1.0), radius


def _in_crook(style: GraspStyle, radius: float) -> list[Thing]:
    centre = np.array(IN_CROOK) - [0.0, 0.0, radius]
    axis = np.array([0.0, 1.0, 0.0])
    bar = GraspObject("cylinder", (radius, LONG), centre, axis, style.fingers)
    return [Thing("precision", bar, np.array([1.0, 0.0, 0.0]))]


def _mirror(hand: Hand) -> np.ndarray:
    """(3,) Virtual objects are for right hands."""
    return np.array([1.0, 1.0 if hand.side == "right" else -1.0, 1.0])


def _for_mean_hand(hand: Hand, point: np.ndarray) -> np.ndarray:
    """(3,) [m] for the mean right hand, of a point in this hand's palm frame."""
    return _mirror(hand) * point * (MEAN_LENGTH / hand.length)


def _shapes(
    radius: float,
    centre: np.ndarray,
    axes: np.ndarray,
    touch: tuple[str, ...],
) -> list[GraspObject]:
    ball = GraspObject("sphere", (radius,), centre, np.array([0.0, 0.0, 1.0]), touch)
    return [
        ball,
        *(
            GraspObject("cylinder", (radius, LONG), centre, a / np.linalg.norm(a), touch)
            for a in axes
        ),
    ]
