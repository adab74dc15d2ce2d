"""Where a captured clip's thing stood, another one in its place, and when it was held up."""

from typing import NamedTuple

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.motion.pad_load import tip_transforms
from prehensile.synthesis.setting import Reference
from prehensile.world.objects.object import Object
from prehensile.world.objects.primitives import box
from prehensile.world.scene import ObjectInScene

THING, STAND = "thing", "stand"
STAND_SIDE = 0.02
"""[m] of the post below it, out of the fingers' way"""
STAND_COLOR = (0.48, 0.50, 0.54)
LEAST_STAND = 0.005
"""[m] below this there is only the floor"""
NEARLY = 0.001
"""[m] from the highest or the narrowest that counts as there"""


class Place(NamedTuple):
    """Of a thing."""

    middle: np.ndarray
    """(3,) [m] of its bounding box"""
    R: np.ndarray
    """(3, 3) how it is turned"""


def where_it_stood(clip: Clip, hand: Hand, references: list[Reference]) -> Place:
    """Of the body that moves farthest, at the beginning; between thumb and fingers, where the
    reference first closes, in a clip that shows none.
    """
    if clip.bodies:
        body = max(clip.bodies, key=_way)
        T, mesh = se3.from_pose7(body.pose[0]), np.asarray(body.vertices, float)
        return Place(se3.apply(T, (mesh.min(axis=0) + mesh.max(axis=0)) / 2), T[:3, :3])
    some = references[:: max(1, len(references) // 200)]
    q = np.array([one.theta[: hand.dof] for one in some])
    forearm = se3.to_pose7(np.array([one.T_base for one in some]))
    tips = tip_transforms(hand, q, forearm)[:, :, :3, 3]
    thumb, others = tips[:, 0], tips[:, 1:].mean(axis=1)
    width = np.linalg.norm(thumb - others, axis=1)
    first = int(np.argmax(width <= width.min() + NEARLY))
    return Place((thumb[first] + others[first]) / 2, np.eye(3))


def stood_there(thing: Object, place: Place) -> tuple[ObjectInScene, ...]:
    """A thing with its middle where another's was, and the post on which it stands."""
    low, high = thing.vertices.min(axis=0), thing.vertices.max(axis=0)
    T = np.eye(4)
    T[:3, :3] = place.R
    T[:3, 3] = place.middle - place.R @ ((low + high) / 2)
    bottom = float(se3.apply(T, thing.vertices)[:, 2].min())
    if bottom < LEAST_STAND:
        T[2, 3] -= bottom
        return (ObjectInScene(thing, THING, se3.to_pose7(T)),)
    sides = (STAND_SIDE, STAND_SIDE, bottom)
    post = box(sides, 1.0, name=STAND, friction=thing.friction, color=STAND_COLOR)
    x, y = place.middle[:2]
    return (
        ObjectInScene(thing, THING, se3.to_pose7(T)),
        ObjectInScene(post, STAND, (x, y, bottom / 2, 1.0, 0.0, 0.0, 0.0), fixed=True),
    )


def held_up(references: list[Reference]) -> tuple[int, float]:
    """The step in the middle of the time that the hand is highest, and how high it rose [m]; the
    last one where it does not rise.
    """
    z = np.array([one.T_base[2, 3] for one in references])
    rise = float(z.max() - z[0])
    if rise < LEAST_STAND:
        return len(z) - 1, 0.0
    high = np.flatnonzero(z > z.max() - NEARLY)
    return int((high[0] + high[-1]) // 2), rise


def _way(body: BodyTrack) -> float:
    return float(np.ptp(body.pose[:, :3], axis=0).sum())
