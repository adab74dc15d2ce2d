"""What a hand is made of, as round bodies: phalanges with pads, palm, thenar, webs, wrist.

Bodies that grow together are listed as joins with the reach of their blend. Bodies that only
touch (a fingertip and the palm in a fist, two fingers side by side) are not joined, so that a
crease stays between them.

All proportions without a source are ours, judged by eye against photographs of hands; they are
given over hand breadth so that they follow every `HandSpec`.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS
from prehensile.hand.segments import FOREARM, PALM, TIP_SEGMENT, digit_segments
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.hand.spec import HandSpec
from prehensile.skin.rounded import RoundBody, Sheet, Spindle

FINGER_BACK, FINGER_PALMAR = 0.86, 0.97
"""Depth over breadth of a finger: flat over the bone, full over the flesh. The palmar side stays
within 1.5 mm of the collision capsules, so that a held object looks held."""
KNUCKLE_REACH_OF_BREADTH, JOINT_REACH_OF_BREADTH = 0.075, 0.033
"""Reach of the blend of a digit with the palm, and within a digit."""
FOREARM_OF_BREADTH = 0.85
"""How much of the forearm is shown."""


@dataclass(frozen=True)
class Mass:
    """Round bodies that blend among themselves, whatever the pose."""

    bodies: tuple[RoundBody, ...]
    reach: float = 0.0
    """[m] of the blend between the bodies"""
    cut: tuple[np.ndarray, np.ndarray, float] | None = None
    """A point (3,), an outward normal (3,) and a rounding [m]: what lies beyond is removed."""


@dataclass(frozen=True)
class Flesh:
    """A posed right hand's masses and where they grow together."""

    masses: dict[str, Mass]
    joins: tuple[tuple[str, str, float], ...]
    """Two masses and the reach [m] of their blend."""


def flesh(hand: Hand, poses: dict[str, np.ndarray]) -> Flesh:
    """The flesh of a right hand.

    Args:
        hand: a right hand.
        poses: segment name → (4, 4), as from `segment_transforms`.
    """
    b = hand.spec.breadth
    masses = {FOREARM: _forearm(b, poses[FOREARM]), PALM: _palm(hand, poses)}
    joins = [(PALM, FOREARM, 0.2 * b)]
    for digit in DIGITS:
        names = digit_segments(digit)
        moving = names[1:] if digit == "thumb" else names  # the thumb's ball belongs to the palm
        for name in moving:
            masses[name] = _phalanx(hand, name, poses[name])
        joins.append((moving[0], PALM, KNUCKLE_REACH_OF_BREADTH * b))
        joins += [(a, c, JOINT_REACH_OF_BREADTH * b) for a, c in pairwise(moving)]
    for first, second in pairwise(FINGERS):
        name = f"{first}-{second}-web"
        a, c = digit_segments(first)[0], digit_segments(second)[0]
        masses[name] = _finger_web(hand, poses, first, second)
        joins += [(name, a, 0.06 * b), (name, c, 0.06 * b), (name, PALM, 0.08 * b)]
    return Flesh(masses, tuple(joins))


def _phalanx(hand: Hand, name: str, T: np.ndarray) -> Mass:
    segment = hand.segments[name]
    base, head = segment.radii
    is_tip = name in TIP_SEGMENT.values()
    # A blend of two equal radii adds a quarter of its reach: taken off, so that breadths stay.
    swell = 0.25 * JOINT_REACH_OF_BREADTH * hand.spec.breadth
    at_knuckle = name == digit_segments(segment.group)[0]
    base -= swell * (KNUCKLE_REACH_OF_BREADTH / JOINT_REACH_OF_BREADTH if at_knuckle else 1)
    head -= 0 if is_tip else swell
    length = segment.length - head if is_tip else segment.length
    shaft = Spindle(
        T,
        np.zeros(3),
        np.array([length, 0, 0]),
        (base, head),
        belly=swell + (0.04 if is_tip else 0.0) * base,
        back=FINGER_BACK,
        palmar=FINGER_PALMAR,
    )
    if is_tip:
        return Mass((shaft, _fingertip_pad(segment.length, base, T)), 0.4 * base)
    # The soft cushion between two creases, on the palmar side of each phalanx.
    cushion = Spindle(
        T,
        np.array([0.36 * length, 0, -0.26 * base]),
        np.array([0.64 * length, 0, -0.26 * base]),
        (0.76 * base, 0.76 * base),
    )
    return Mass((shaft, cushion), 0.3 * base)


def _fingertip_pad(length: float, base: float, T: np.ndarray) -> Spindle:
    middle = 0.6 * length
    return Spindle(
        T,
        np.array([middle - 0.3 * base, 0, -0.3 * base]),
        np.array([middle + 0.35 * base, 0, -0.2 * base]),
        (0.74 * base, 0.7 * base),
    )


def _palm(hand: Hand, poses: dict[str, np.ndarray]) -> Mass:
    spec, T = hand.spec, poses[PALM]
    b = spec.breadth
    bodies: list[RoundBody] = []
    bones = {finger: metacarpal_ends(spec, finger) for finger in FINGERS}
    for finger, (base, head) in bones.items():
        radius = hand.segments[digit_segments(finger)[0]].radii[0]
        drop = np.array([0, 0, -0.02 * b])
        bodies.append(
            Spindle(
                T,
                base + drop,
                head + drop,
                (1.05 * radius, 0.8 * radius),
                belly=0.08 * radius,
                back=1.1,
                palmar=1.15,
            )
        )
        # The knuckle.
        up = np.array([0, 0, 0.03 * b])
        bodies.append(Spindle(T, head + up - [0.06 * b, 0, 0], head + up, (0.03 * b, 0.045 * b)))
    # Flesh below the knuckles, in front of the hollow of the hand.
    under = np.array([0.0, 0, -0.075 * b])
    for first, second in pairwise(FINGERS):
        ends = bones[first][1] + under, bones[second][1] + under
        bodies.append(Spindle(T, *ends, (0.06 * b, 0.06 * b)))
    bodies += _hollow(T, bones, b)
    bodies += _heel(spec, T, *bones["little"])
    bodies += _thumb_ball(hand, poses)
    return Mass(tuple(bodies), 0.11 * b)


def _hollow(
    T: np.ndarray, bones: dict[str, tuple[np.ndarray, np.ndarray]], b: float
) -> list[RoundBody]:
    """Tendons and fascia between and below the metacarpals: the floor of the hollow hand."""
    sink = np.array([0, 0, -0.055 * b])
    (index_base, index_head), (little_base, little_head) = bones["index"], bones["little"]
    index_head = index_head - [0.04 * b, 0.01 * b, 0]
    little_head = little_head - [0.04 * b, -0.02 * b, 0]
    corners = [_point(T, p + sink) for p in (index_base, index_head, little_head, little_base)]
    return [
        Sheet(np.stack([corners[0], corners[1], corners[2]]), 0.105 * b),
        Sheet(np.stack([corners[0], corners[2], corners[3]]), 0.105 * b),
    ]


def _heel(spec: HandSpec, T: np.ndarray, base: np.ndarray, head: np.ndarray) -> list[RoundBody]:
    """Carpus, and the hypothenar along the little finger's metacarpal."""
    b = spec.breadth
    carpus = Spindle(
        T,
        np.array([0.14 * b, 0.11 * b, -0.06 * b]),
        np.array([0.14 * b, -0.14 * b, -0.06 * b]),
        (0.195 * b, 0.19 * b),
        back=0.9,
    )
    hypothenar = Spindle(
        T,
        np.array([0.16 * b, -0.23 * b, -0.12 * b]),
        np.array([0.5 * (base[0] + head[0]) + 0.12 * b, -0.345 * b, -0.1 * b]),
        (0.135 * b, 0.12 * b),
        belly=0.03 * b,
    )
    return [carpus, hypothenar]


def _thumb_ball(hand: Hand, poses: dict[str, np.ndarray]) -> list[RoundBody]:
    """The thumb's metacarpal in its muscles, and the first web, which follow thumb and palm."""
    b = hand.spec.breadth
    thumb = hand.segments["thumb-metacarpal"]
    T, palm = poses["thumb-metacarpal"], poses[PALM]
    base, head = thumb.radii
    bone = Spindle(
        T,
        np.zeros(3),
        np.array([thumb.length, 0, 0]),
        (1.05 * base, 0.9 * head),
        belly=0.1 * base,
    )
    index_base, index_head = metacarpal_ends(hand.spec, "index")
    middle_base, middle_head = metacarpal_ends(hand.spec, "middle")

    def in_thumb(share: float, z: float) -> np.ndarray:
        return _point(T, np.array([share * thumb.length, 0, z]))

    def in_palm(a: np.ndarray, c: np.ndarray, share: float, z: float) -> np.ndarray:
        return _point(palm, a + share * (c - a) + [0, 0, z])

    web = Sheet(
        np.stack(
            [
                in_thumb(0.85, 0.0),
                in_palm(index_base, index_head, 0.68, -0.06 * b),
                in_palm(index_base, index_head, 0.0, -0.06 * b),
            ]
        ),
        0.06 * b,
    )
    thenar = Sheet(
        np.stack(
            [
                in_thumb(0.7, 0.0),
                in_thumb(0.0, -0.02 * b),
                in_palm(middle_base, middle_head, 0.25, -0.1 * b),
            ]
        ),
        0.13 * b,
    )
    return [bone, web, thenar]


def _finger_web(hand: Hand, poses: dict[str, np.ndarray], first: str, second: str) -> Mass:
    b = hand.spec.breadth
    corners = []
    for finger in (first, second):
        name = digit_segments(finger)[0]
        corners.append(
            _point(poses[name], np.array([0.42 * hand.segments[name].length, 0, -0.03 * b]))
        )
    heads = [metacarpal_ends(hand.spec, finger)[1] for finger in (first, second)]
    corners.append(_point(poses[PALM], 0.5 * (heads[0] + heads[1]) + [0, 0, -0.04 * b]))
    return Mass((Sheet(np.stack(corners), 0.05 * b),))


def _forearm(b: float, T: np.ndarray) -> Mass:
    shown = FOREARM_OF_BREADTH * b
    arm = Spindle(
        T,
        np.array([0.0, 0.0, -0.01 * b]),
        np.array([-1.3 * shown, 0, 0]),
        (0.325 * b, 0.4 * b),
        back=0.66,
        palmar=0.76,
    )
    cut = (_point(T, np.array([-shown, 0, 0])), -T[:3, 0], 0.14 * b)
    return Mass((arm,), 0.0, cut)


def _point(T: np.ndarray, p: np.ndarray) -> np.ndarray:
    return T[:3, :3] @ p + T[:3, 3]
