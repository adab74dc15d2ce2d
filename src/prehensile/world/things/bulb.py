"""A light bulb of the common shape A60 with an E27 screw base, standing on its base.

Its axis is z; the contact at the end of the base is on z = 0, the glass is above.
"""

from functools import cache

import numpy as np

from prehensile.world.objects.object import ConvexPart, FloatArray, Object, combined_moments
from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.things.joined import Mesh, joined_named
from prehensile.world.things.parts import turned_hull, upright_cylinder
from prehensile.world.things.turned import rounded_outline

RADIUS = 0.030
HEIGHT = 0.108
MASS = 0.06
COLOR = (0.93, 0.90, 0.80)

_GLASS_MASS = 0.025  # the rest is in the base, with the driver and its heat sink
_CENTRE = HEIGHT - RADIUS
_BASE_TOP = 0.030
_NECK_RADIUS = 0.0150
_THREAD_RADIUS = 0.0126
_THREAD_DEPTH = 0.0008
_THREAD_PITCH = 0.00362  # E27: seven turns to the inch
_THREAD = (0.0065, 0.0255)
_BELOW = np.radians(35.0)  # where the neck leaves the ball, below its equator


@cache
def bulb() -> Object:
    """The light bulb: 60 mm wide, 108 mm tall, 0.06 kg.

    Parts: a sphere, three hulls for the neck, cylinders for thread and contact.
    """
    glass, base = _glass(), _base()
    (vertices, faces), regions = joined_named(glass=glass, base=base)
    com, inertia = combined_moments([(*glass, _GLASS_MASS), (*base, MASS - _GLASS_MASS)])
    neck = _neck(4)
    parts = (
        ConvexPart("sphere", np.array([RADIUS]), np.array([0.0, 0.0, _CENTRE])),
        *(turned_hull(neck[i : i + 2].tolist()) for i in range(3)),
        upright_cylinder(_THREAD_RADIUS + 0.0002, 0.004, _BASE_TOP),
        upright_cylinder(0.0080, 0.0, 0.004),  # a cylinder stands on a rim, a hull on corners
    )
    return Object("bulb", vertices, faces, parts, MASS, com, inertia, color=COLOR, regions=regions)


def _neck(count: int) -> FloatArray:
    """(count, 2) radius and height of the glass between base and ball: a Bézier curve."""
    end = np.array([RADIUS * np.cos(_BELOW), _CENTRE - RADIUS * np.sin(_BELOW)])
    along = np.array([np.sin(_BELOW), np.cos(_BELOW)])
    start = np.array([_NECK_RADIUS, _BASE_TOP])
    points = np.array([start, start + np.array([0.0, 0.013]), end - 0.012 * along, end])
    t = np.linspace(0.0, 1.0, count)[:, None]
    weights = np.concatenate([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3], axis=1)
    return weights @ points


def _glass() -> Mesh:
    angle = np.linspace(-_BELOW, np.pi / 2.0, 26)
    ball = np.stack([RADIUS * np.cos(angle), _CENTRE + RADIUS * np.sin(angle)], axis=1)
    ball[-1, 0] = 0.0
    outline = np.concatenate([[(0.0, _BASE_TOP)], _neck(14), ball[1:]])
    return lathe(outline, even_angles(64))


def _base() -> Mesh:
    low, high = _THREAD
    outline = np.concatenate(
        [
            rounded_outline(
                [(0.0, 0.0), (0.0065, 0.0, 0.0008), (0.0110, 0.0045), (_THREAD_RADIUS, 0.0055)]
            ),
            np.stack([np.full(48, _THREAD_RADIUS), np.linspace(0.0058, _BASE_TOP - 0.003, 48)], 1),
            rounded_outline(
                [
                    (_THREAD_RADIUS, _BASE_TOP - 0.0025),
                    (0.0138, _BASE_TOP - 0.0025, 0.0006),
                    (0.0138, _BASE_TOP + 0.0005, 0.0006),
                    (0.0, _BASE_TOP + 0.0005),
                ]
            ),
        ]
    )
    vertices, faces = lathe(outline, even_angles(48))
    x, y, z = vertices.T
    # One helix: the wave climbs by its length in a turn, and fades in and out.
    turns = z / _THREAD_PITCH - np.arctan2(y, x) / (2.0 * np.pi)
    fade = np.clip(np.minimum(z - low, high - z) / _THREAD_PITCH, 0.0, 1.0)
    radius = np.hypot(x, y)
    grown = radius + np.where(radius > 0.0115, fade * _THREAD_DEPTH * np.cos(2 * np.pi * turns), 0)
    scale = np.divide(grown, radius, out=np.ones_like(radius), where=radius > 0.0)
    return np.stack([x * scale, y * scale, z], axis=1), faces
