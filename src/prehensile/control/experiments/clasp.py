"""Where two right hands are that shake, and how they come and go: palm on palm, web in web."""

from collections.abc import Sequence

import numpy as np

from prehensile.control.arm.carry import Straight
from prehensile.control.example.surface_distance import SurfaceDistance
from prehensile.hand.hand import Hand
from prehensile.hand.segments import PALM
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3, so3
from prehensile.world.scene import HandInScene
from prehensile.world.world import World

NAMES = ("host", "guest")
"""What the two hands are called."""
UP = np.array([0.0, 0.0, 1.0])
"""(3,) unit, world"""
HEIGHT = 1.0
"""[m] where the webs of the thumbs meet"""
WEB = (0.88, 0.22)
"""Where a palm's web is: along the palm over its length, towards the thumb over the breadth. Deeper
in, the balls of the thumbs meet first; less deep, fingers lie on fingers."""
TILT, ROLL = np.radians(30), np.radians(-12)
"""[rad] that the palms point down, so that fingers cross the other palm and reach round its edge,
and that they turn their thumbs to each other, which leaves the fingers room"""
BENT = np.radians(18)
"""[rad] of it that is the wrist's, towards the little finger: forearms are more nearly level"""
WAY = 0.3
"""[m] that each hand comes forwards, and then"""
INWARDS, ASIDE = 0.07, 0.06
"""[m] forwards and sideways at once: thumbs pass over each other, and fingers meet no fingers"""
COMING, CLASPING = 1.4, 0.8
"""[s] that each takes"""
FAR = 0.1
"""[m] between palms that certainly do not touch"""
TOUCHING = 1e-5
"""[m] between palms that do"""


def two_hands(hands: Sequence[Hand], q: Sequence[np.ndarray]) -> list[HandInScene]:
    """A host and a guest, apart and ready to come.

    Args:
        hands: two right ones.
        q: (dof,) [rad] of each at the start; the wrist is bent as it is in the clasp.
    """
    bent = [_bent(hand, angles) for hand, angles in zip(hands, q, strict=True)]
    apart = FAR - _room(hands, bent)
    return [_placed(hand, bent[k], k, apart, away=1.0) for k, hand in enumerate(hands)]


def coming(k: int) -> tuple[Straight, Straight]:
    """How hand ``k`` comes: forwards, then into the other."""
    inwards = _inwards(k)
    far = float(np.linalg.norm(inwards))
    return (
        Straight(_forwards(k), WAY, COMING, "come"),
        Straight(inwards / far, far, CLASPING, "clasp"),
    )


def going(k: int) -> tuple[Straight, Straight]:
    """How hand ``k`` goes: out of the other, then back."""
    come, clasp = coming(k)
    return (
        Straight(-clasp.direction, clasp.distance, CLASPING, "part"),
        Straight(-come.direction, WAY, COMING, "go"),
    )


def _room(hands: Sequence[Hand], q: Sequence[np.ndarray]) -> float:
    """[m] by which palms that are `FAR` apart can near each other until they touch.

    Nearing by the distance that is left never goes too far, wherever they will touch.
    """
    world = World([_placed(h, q[k], k, FAR, away=0.0) for k, h in enumerate(hands)], floor=False)
    between = SurfaceDistance(world, target=NAMES[1], hand=NAMES[0], palms=True)
    nears = (
        world.model.body_rootid[world.model.geom_bodyid]
        == world.model.body(f"{NAMES[1]}/forearm").id
    )
    room = 0.0
    while (left := between()) > TOUCHING:
        world.data.geom_xpos[nears] += left * _sideways(1)
        room += left
    return room


def _bent(hand: Hand, q: np.ndarray) -> np.ndarray:
    q = q.copy()
    q[hand.joint_index("wrist_dev")] = BENT
    return q


def _placed(hand: Hand, q: np.ndarray, k: int, apart: float, away: float) -> HandInScene:
    """Hand ``k`` in the clasp; ``away`` shares of the way that it comes from there."""
    T = _palm(hand, k, apart) @ se3.inverse(palm_transform(hand, q))
    T[:3, 3] -= away * (WAY * _forwards(k) + _inwards(k))
    return HandInScene(hand, name=NAMES[k], forearm=se3.to_pose7(T), q=q)


def _palm(hand: Hand, k: int, apart: float) -> np.ndarray:
    """(4, 4) of a clasped palm; the second is the first turned about z.

    A right hand with its thumb up looks with its palm along +y: so it stands at −y.
    """
    thumb_up = so3.exp(np.array([np.pi / 2, 0.0, 0.0]))
    T = np.eye(4)
    T[:3, :3] = so3.exp(np.array([0.0, TILT, 0.0])) @ thumb_up @ so3.exp(np.array([ROLL, 0.0, 0.0]))
    along, towards_thumb = WEB
    web = np.array([along * hand.segment(PALM).length, towards_thumb * hand.spec.breadth, 0.0])
    T[:3, 3] = np.array([0.0, -apart / 2, 0.0]) - T[:3, :3] @ web
    turned = np.eye(4)
    turned[:3, :3] = so3.exp(k * np.pi * UP)
    turned[2, 3] = HEIGHT
    return turned @ T


def _inwards(k: int) -> np.ndarray:
    """(3,) [m] from beside the other hand into the clasp."""
    return INWARDS * _forwards(k) + ASIDE * _sideways(k)


def _forwards(k: int) -> np.ndarray:
    return so3.exp(k * np.pi * UP)[:, 0]


def _sideways(k: int) -> np.ndarray:
    """(3,) unit, towards the other palm"""
    return so3.exp(k * np.pi * UP)[:, 1]
