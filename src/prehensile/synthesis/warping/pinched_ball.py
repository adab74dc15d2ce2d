"""A ball of 40 mm, pinched by thumb and index: a made reference, drawn by seed."""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import pad_positions, palm_transform
from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.minimum_jerk import minimum_jerk
from prehensile.synthesis.structure import HandStructure
from prehensile.world.objects.object import DEFAULT_FRICTION
from prehensile.world.objects.primitives import ball, box
from prehensile.world.scene import ObjectInScene

CAPTURED = 0.04
"""[m] across the ball that the pinch is made for"""
TIP_RADIUS = 0.006
"""[m] of the balls that stand for fingertips"""
PINCHING = ("thumb", "index")
NATURAL = {
    "thumb_cmc_abd": 0.6, "thumb_cmc_flex": 0.0, "thumb_mp_flex": 0.2, "thumb_ip_flex": 0.2,
    "index_mcp_abd": 0.0, "index_mcp_flex": 0.8, "index_pip_flex": 0.6, "index_dip_flex": 0.3,
}  # fmt: skip
"""[rad] near which thumb and index pinch"""
FREE = 0.05
"""[rad] that these joints keep from their limits"""
STRETCHED = ("middle", "ring", "little")
BENDS = ("mcp_flex", "pip_flex", "dip_flex")
SLIGHTLY = 0.1
"""[rad] by which the fingers that do not pinch are bent"""
PIN = 0.004
"""[m] width of what the ball stands on: fingers go about it, and below a pea"""
HIGH, RISE, AWAY = 0.3, 0.16, 0.08
"""[m] of the ball above the floor, by which it is lifted, and from where the hand comes"""
REACHED, CLOSED, PRESSED, LIFTING, UP, END = 0.6, 1.1, 1.4, 1.5, 2.3, 4.7
"""[s] by which the hand is there, has closed, presses, begins to rise, has risen, and stands"""
RATE_HZ = 100.0


class Pinch(NamedTuple):
    """What a seed is."""

    hand: Hand
    mass: float
    """[kg] of every ball"""
    friction: float
    force: float
    """[N] of each finger on the captured ball"""
    wide: float
    """[m] of the open fingertips from it"""
    down: float
    """[rad] by which the hand comes from above"""
    azimuth: float
    """[rad] from where"""
    tilt: float
    """[rad] of the pinch's axis out of the horizontal"""


def drawn_pinch(seed: int) -> Pinch:
    """A random adult's hand, and how it pinches."""
    rng = np.random.default_rng(seed)
    return Pinch(
        HandSpec.sample(rng).build(), rng.uniform(0.01, 0.03), rng.uniform(0.5, 0.8),
        rng.uniform(0.8, 2.0), rng.uniform(0.008, 0.016), rng.uniform(0.6, 1.4),
        rng.uniform(0, 2 * np.pi), rng.uniform(-0.2, 0.2),
    )  # fmt: skip


def pinch_clip(pinch: Pinch, compliance: np.ndarray) -> tuple[Clip, np.ndarray]:
    """The reference, and where the ball's centre is (3,) [m]: come, close, press, lift, hold.

    The fingers press along the line between them, so that their reference is θ − C Jᵀ f (4.14),
    C being (dof + 3, dof + 3).
    """
    hand, between = pinch.hand, CAPTURED + 2 * TIP_RADIUS
    closed = opposed_tips(hand, between)
    opened = opposed_tips(hand, between + 2 * pinch.wide, closed)
    at = np.array([0.0, 0.0, HIGH])
    t = np.linspace(0, END, round(RATE_HZ * END) + 1)
    near, shut, pressed, up = (
        minimum_jerk((t - a) / (b - a))[0]
        for a, b in ((0.0, REACHED), (REACHED, CLOSED), (CLOSED, PRESSED), (LIFTING, UP))
    )
    q = opened + (closed - opened) * shut[:, None]
    R, towards = _turned(pinch, closed)
    T = np.tile(np.eye(4), (len(t), 1, 1))
    T[:, :3, :3] = R
    T[:, :3, 3] = at - _tips(hand, q).mean(axis=1) @ R.T - AWAY * (1 - near)[:, None] * towards
    T[:, 2, 3] += RISE * up
    bent = pressed[:, None] * _bent(pinch, closed, R, compliance)
    T[:, :3, 3] -= bent[:, -3:]
    track = HandTrack(
        "right", hand.spec.to_json(), hand.joint_names, q - bent[:, :-3], se3.to_pose7(T)
    )
    none = np.zeros((len(t), 1))
    clip = Clip(
        t, (track,), (), ContactTrack.empty(len(t)), none[:, :, None] * np.zeros(5), none,
        {"reference": "made"},
    )  # fmt: skip
    return clip, at


def _bent(pinch: Pinch, closed: np.ndarray, R: np.ndarray, compliance: np.ndarray) -> np.ndarray:
    """(dof + 3,) C Jᵀ f of the ball's pushes on both fingertips."""
    hand = pinch.hand
    names, T = list(hand.segments), np.eye(4)
    T[:3, :3] = R
    tips = _tips(hand, closed) @ R.T
    out = tips - tips.mean(axis=0)
    out /= np.linalg.norm(out, axis=1)[:, None]
    links = np.array([names.index(TIP_SEGMENT[digit]) for digit in PINCHING], np.int64)
    _, J = HandStructure(hand).at(np.append(closed, np.zeros(3)), T, links, tips - TIP_RADIUS * out)
    return compliance @ np.einsum("iak,ia->k", J[:, :3], pinch.force * out)


def _tips(hand: Hand, q: np.ndarray) -> np.ndarray:
    """(..., 2, 3) [m] centres of the two fingertips, in the forearm's frame."""
    points, normals = pad_positions(hand, q)
    return (points - TIP_RADIUS * normals)[..., [DIGITS.index(digit) for digit in PINCHING], :]


def _turned(pinch: Pinch, closed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """R (3, 3) of the forearm, the pinch about level, and the way (3,) the hand comes, unit."""
    tips = _tips(pinch.hand, closed)
    across = tips[1] - tips[0]
    across /= np.linalg.norm(across)
    ahead = -palm_transform(pinch.hand, closed)[:3, 2]  # what the palm faces
    ahead -= (ahead @ across) * across
    ahead /= np.linalg.norm(ahead)
    mine = np.stack([ahead, across, np.cross(ahead, across)], axis=1)
    c, s = np.cos(pinch.down), np.sin(pinch.down)
    towards, side = np.array([c, 0.0, -s]), np.array([0.0, 1.0, 0.0])
    level = np.stack([towards, side, np.cross(towards, side)], axis=1)
    lean = so3.exp(pinch.tilt * towards)
    R = so3.exp(np.array([0.0, 0.0, pinch.azimuth])) @ lean @ level @ mine.T
    return R, R @ ahead


def opposed_tips(hand: Hand, apart: float, start: np.ndarray | None = None) -> np.ndarray:
    """Angles (dof,) [rad], within the limits, with thumb and index so far apart [m] and facing
    each other; the other fingers stretched.
    """
    from scipy.optimize import least_squares

    columns = [hand.joint_index(joint) for joint in NATURAL]
    rest = np.array(hand.spec.rest)
    rest[[hand.joint_index(f"{digit}_{bend}") for digit in STRETCHED for bend in BENDS]] = SLIGHTLY
    natural = np.array(list(NATURAL.values())) if start is None else start[columns]

    def posed(x: np.ndarray) -> np.ndarray:
        q = rest.copy()
        q[columns] = x
        return q

    def miss(x: np.ndarray) -> np.ndarray:
        _, normals = pad_positions(hand, posed(x))
        tips = _tips(hand, posed(x))
        across = tips[0] - tips[1]
        size = np.linalg.norm(across)
        facing = [normals[0] + across / size, normals[1] - across / size]
        return np.concatenate([[1000 * (size - apart)], *facing, x - natural])

    bounds = hand.lower[columns] + FREE, hand.upper[columns] - FREE
    return posed(least_squares(miss, np.clip(natural, *bounds), bounds=bounds).x)


def ball_on_pin(pinch: Pinch, across: float, at: np.ndarray) -> list[ObjectInScene]:
    """A ball with its centre at a place (3,) [m], and the pin below it."""
    friction = (pinch.friction, *DEFAULT_FRICTION[1:])
    thing = ball(0.5 * across, pinch.mass, friction=friction)
    high = at[2] - 0.5 * across
    pin = box((PIN, PIN, high), 1.0, name="pin")
    return [
        ObjectInScene(thing, "ball", (*at, 1.0, 0.0, 0.0, 0.0)),
        ObjectInScene(pin, "pin", (at[0], at[1], 0.5 * high, 1.0, 0.0, 0.0, 0.0), fixed=True),
    ]
