"""Handshapes of American Sign Language's letters and digits, on any hand.

``motion/data/letters.toml`` describes each sign: joint angles in degrees, which fingertip pad rests
where, and which way the hand faces. Angles carry over to other sizes; what touches does not, so the
closed-form solvers bring the touching pads to their places on the very hand that signs.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from prehensile.errors import UnknownNameError
from prehensile.frozen import frozen
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, FINGERS, JOINT_NAMES, WRIST_JOINTS
from prehensile.hand.loaded.hand import LoadedHand
from prehensile.hand.segments import PALM, TIP_SEGMENT, Capsule, digit_segments
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions, palm_transform, segment_transforms
from prehensile.kinematics.ik.finger_target import FingerTarget
from prehensile.kinematics.ik.thumb_target import ThumbTarget
from prehensile.kinematics.transfer import carried_over
from prehensile.lie import se3
from prehensile.motion.spell.clearance import digit_gap

BONES = ("proximal", "intermediate", "distal")
THUMB_BONES = ("metacarpal", "proximal", "distal")
CHEST = np.array([0.0, 0.0, 0.3])
"""[m] world. Where the middle of the palm is while a sign is held."""
LARGEST_CHANGE = np.radians(18.0)
"""[rad] How far inverse kinematics may move a joint from what a sign says."""
TOUCHED = 2e-4
"""[m] A pad this near its place is there."""
GIVING_WAY = 4
"""Rounds in which two fingertips meet."""
KNUCKLE_BENDS = (-45, 26, 1)
"""[degrees] How far from what a sign says a finger's knuckle opens or bends to lie on the thumb."""
PRESSED = 1e-3
"""[m] Skin gives this much where a finger lies on the thumb."""


class Touch(NamedTuple):
    """A fingertip pad and the place on the hand's surface it rests on."""

    digit: str
    """whose pad"""
    on: str
    """``index proximal`` a bone, ``middle metacarpal`` the palm below a finger, ``index pad``"""
    along: float
    """share of the bone, from its base"""
    around: float
    """[rad] about the bone: 0 palmar, π/2 the thumb's side, π the back"""
    out: float
    """distance from the bone's axis over its radius: 1 is on the skin"""


@dataclass(frozen=True, eq=False)
class Stroke:
    """What a fingertip draws in the air, in front of the signer."""

    digit: str
    """whose tip draws"""
    legs: tuple[np.ndarray, ...]
    """Control points (n, 2) of Bézier curves, across and up, over the hand's length."""
    points: np.ndarray
    """(3,) where the fingers point at the end; axes as in `Sign`"""
    palm: np.ndarray
    """(3,) where the palm faces at the end"""


@dataclass(frozen=True, eq=False)
class Sign:
    """One letter or digit. Directions: across (to the other hand), to the reader, up."""

    name: str
    title: str
    q: np.ndarray
    """(23,) [rad] in the order of JOINT_NAMES, before pads are brought to their places"""
    touches: tuple[Touch, ...]
    """In the order they are solved."""
    over: tuple[str, ...]
    """Fingers that are then laid over the thumb."""
    points: np.ndarray
    """(3,) where the straight middle finger would point"""
    palm: np.ndarray
    """(3,) where the palm faces"""
    stroke: Stroke | None
    same_as: str | None
    """Another sign with the same handshape and direction."""


class LetterPose(NamedTuple):
    """A sign on one hand."""

    q: np.ndarray
    """(dof,) [rad]"""
    T_world_forearm: np.ndarray
    """(4, 4); the reader looks along +y, up is +z"""


@cache
def signs() -> Mapping[str, Sign]:
    """All signs by letter or digit, in the order A to Z, 0 to 9; read-only."""
    text = resources.files("prehensile.motion").joinpath("data/letters.toml").read_text("utf-8")
    entries = tomllib.loads(text)
    return MappingProxyType({name: _read(name, entries) for name in entries})


def sign(name: str) -> Sign:
    """One sign by its letter, of either case, or digit.

    Raises:
        UnknownNameError: there is no such sign.
    """
    try:
        return signs()[name.upper()]
    except KeyError:
        raise UnknownNameError("sign", name, signs()) from None


def letter_pose(hand: Hand, letter: str) -> LetterPose:
    """The pose of one sign; of J and Z where their stroke starts.

    Args:
        hand: who signs. On a loaded hand the fingertips are where ours would be.
        letter: A to Z of either case, or 0 to 9.

    Raises:
        UnknownNameError: there is no such sign.
    """
    shape = sign(letter)
    if isinstance(hand, LoadedHand):
        like = HandSpec.mean("left" if hand.side == "left" else "right").build()
        q = carried_over(hand, _touching(like, shape))
    else:
        q = _touching(hand, shape)
    return LetterPose(q, held_at(hand, q, facing(hand, shape.points, shape.palm)))


def facing(hand: Hand, points: np.ndarray, palm: np.ndarray) -> np.ndarray:
    """Rotation (3, 3) of the palm in the world from the directions of a `Sign`."""
    x, back = _world(hand, points), -_world(hand, palm)
    x = x / np.linalg.norm(x)
    z = back - x * (x @ back)
    z /= np.linalg.norm(z)
    return np.stack([x, np.cross(z, x), z], axis=1)


def held_at(hand: Hand, q: np.ndarray, R_world_palm: np.ndarray) -> np.ndarray:
    """``T_world_forearm`` (4, 4) that brings the middle of the palm to the chest."""
    T_world_palm = np.eye(4)
    T_world_palm[:3, :3] = R_world_palm
    T_world_palm[:3, 3] = CHEST - R_world_palm[:, 0] * 0.5 * hand.segments[PALM].length
    return T_world_palm @ se3.inverse(palm_transform(hand, q))


def sideways(hand: Hand) -> float:
    """World x of one metre across, towards the other hand."""
    return -1.0 if hand.side == "left" else 1.0


def place_of(hand: Hand, q: np.ndarray, touch: Touch) -> np.ndarray:
    """(3,) [m] the place a pad is to rest on, in the forearm's frame."""
    side = sideways(hand)
    digit, part = touch.on.split()
    poses = segment_transforms(hand, q)
    if part == "pad":
        name = TIP_SEGMENT[digit]
        segment = hand.segments[name]
        assert segment.pad is not None, "every fingertip has a pad"
        lifted = (touch.out - 1) * segment.radii[1] * segment.palmar
        return se3.apply(poses[name], segment.pad + lifted)
    if digit in FINGERS and part == "metacarpal":
        name = PALM
        base, head = metacarpal_ends(hand.spec, digit)
        radius = hand.segments[PALM].radii[0]
        local = (base + touch.along * (head - base)) * [1.0, side, 1.0]
    else:
        name = segment_of(touch.on)
        shape = hand.segments[name].shapes[0]
        assert isinstance(shape, Capsule), "our own digits are capsules"
        radius, local = shape.radius, np.array([touch.along * hand.segments[name].length, 0.0, 0.0])
    off = np.array([0.0, side * np.sin(touch.around), -np.cos(touch.around)])
    return se3.apply(poses[name], local + touch.out * radius * off)


def segment_of(on: str) -> str:
    """The segment of a place: ``index distal``, ``index pad`` and ``middle metacarpal`` too."""
    digit, part = on.split()
    if part == "pad":
        return TIP_SEGMENT[digit]
    if digit in FINGERS and part == "metacarpal":
        return PALM
    return digit_segments(digit)[(THUMB_BONES if digit == "thumb" else BONES).index(part)]


def _touching(hand: Hand, shape: Sign) -> np.ndarray:
    """(23,) [rad] the sign's angles with every touching pad in its place.

    Where a pad cannot get to another fingertip, that gives way by as much.
    """
    q = np.clip(shape.q, hand.lower, hand.upper)
    for touch in shape.touches:
        with_play = _with_play(hand, shape, touch.digit)
        touched, _ = touch.on.split()
        for _ in range(GIVING_WAY):
            q, miss = _placed(with_play, touch.digit, q, place_of(hand, q, touch))
            if miss < TOUCHED or not touch.on.endswith(("pad", "distal")):
                break
            short = _pad(hand, q, touch.digit) - place_of(hand, q, touch)
            q, _ = _placed(hand, touched, q, _pad(hand, q, touched) + short)
    for finger in shape.over:
        q = _laid_over(hand, q, finger)
    return q


def _laid_over(hand: Hand, q: np.ndarray, finger: str) -> np.ndarray:
    """The pose with a finger's knuckle bent as far as the thumb below it allows."""
    knuckle = hand.joint_index(f"{finger}_mcp_flex")
    bends = np.radians(np.arange(*KNUCKLE_BENDS)) + q[knuckle]
    bends = bends[(bends >= hand.lower[knuckle]) & (bends <= hand.upper[knuckle])]
    tried = np.tile(q, (len(bends), 1))
    tried[:, knuckle] = bends
    clear = np.logical_and.accumulate(digit_gap(hand, tried, finger, "thumb") >= -PRESSED)
    return tried[max(int(clear.sum()) - 1, 0)]


def _with_play(hand: Hand, shape: Sign, digit: str) -> Hand:
    """The hand with one digit kept near the sign's angles.

    A thumb reaches most points in two ways, and the solver knows nothing of fingers in between.
    """
    lower, upper = hand.lower.copy(), hand.upper.copy()
    joints = [name for name in JOINT_NAMES if name.startswith(f"{digit}_")]
    for name in joints if digit == "thumb" else joints[:3]:  # the last joint follows the one before
        k = JOINT_NAMES.index(name)
        middle = np.clip(shape.q[k], lower[k] + LARGEST_CHANGE, upper[k] - LARGEST_CHANGE)
        lower[k], upper[k] = middle - LARGEST_CHANGE, middle + LARGEST_CHANGE
    lower, upper = np.maximum(lower, hand.lower), np.minimum(upper, hand.upper)
    return replace(hand.spec, lower=lower, upper=upper).build()


def _placed(
    hand: Hand, digit: str, q: np.ndarray, target: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    solver = ThumbTarget(hand) if digit == "thumb" else FingerTarget(hand, digit)
    return solver.place(q, target, reach="nearest")


def _pad(hand: Hand, q: np.ndarray, digit: str) -> np.ndarray:
    return pad_positions(hand, q)[0][DIGITS.index(digit)]


def _world(hand: Hand, direction: np.ndarray) -> np.ndarray:
    across, reader, up = direction
    return np.array([sideways(hand) * across, -reader, up])


def _read(name: str, entries: dict[str, Any]) -> Sign:
    entry = entries[name]
    same_as = entry.get("same_as")
    shape = entries[same_as or entry.get("shape_of", name)]
    degrees = {f"{WRIST_JOINTS[k]}": v for k, v in enumerate(entry.get("wrist", (0, 0, 0)))}
    for digit in DIGITS:
        joints = [j for j in JOINT_NAMES if j.startswith(f"{digit}_")]
        degrees |= dict(zip(joints, shape[digit], strict=True))
    q = np.radians([degrees[joint] for joint in JOINT_NAMES])
    way = shape if same_as else entry
    return Sign(
        name=name,
        title=entry["title"],
        q=frozen(q, np.float64, (23,), "q"),
        touches=tuple(_read_touch(t) for t in shape.get("touch", ())),
        over=tuple(shape.get("over", ())),
        points=_direction(way.get("points", (0, 0, 1))),
        palm=_direction(way.get("palm", (0, 1, 0))),
        stroke=_read_stroke(entry["stroke"]) if "stroke" in entry else None,
        same_as=same_as,
    )


def _read_touch(entry: dict[str, Any]) -> Touch:
    return Touch(
        digit=entry["pad"],
        on=entry["on"],
        along=entry.get("along", 0.0),
        around=float(np.radians(entry.get("around", 0.0))),
        out=entry.get("out", 1.0),
    )


def _read_stroke(entry: dict[str, Any]) -> Stroke:
    return Stroke(
        digit=entry["tip"],
        legs=tuple(frozen(leg, np.float64, (None, 2), "a leg") for leg in entry["legs"]),
        points=_direction(entry["points"]),
        palm=_direction(entry["palm"]),
    )


def _direction(values: Any) -> np.ndarray:
    return frozen(values, np.float64, (3,), "a direction")
