"""A half-litre bottle of water: ribbed body, tall shoulder, neck with a collar, fluted cap.

Its axis is z, its base stands on z = 0.
"""

from functools import cache

import numpy as np

from prehensile.world.objects.object import ConvexPart, FloatArray, Object
from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.things.between import faces_between
from prehensile.world.things.fluted import fluted
from prehensile.world.things.joined import Mesh, joined_named
from prehensile.world.things.parts import upright_cylinder
from prehensile.world.things.turned import rounded_outline

RADIUS = 0.032
HEIGHT = 0.209
MASS = 0.5  # nearly full: 0.48 l and 20 g of plastic
COLOR = (0.46, 0.68, 0.82)

_BODY_TOP = 0.125
_SHOULDER = 0.062  # half an ellipsoid stands on the body; the neck cuts it off
_NECK_RADIUS = 0.0125
_NECK_BOTTOM = _BODY_TOP + _SHOULDER * np.sqrt(1.0 - (_NECK_RADIUS / RADIUS) ** 2)
_COLLAR = (0.0165, 0.1865, 0.1890)  # radius, low, high
_CAP_RADIUS = 0.0150
_CAP_BOTTOM = 0.1925
_RIBS = np.array([0.040, 0.054, 0.068, 0.082, 0.096])  # heights of the grooves
_RIB_DEPTH = 0.0014
_RIB_WIDTH = 0.010


@cache
def bottle() -> Object:
    """The bottle: 64 mm wide, 209 mm tall, 0.5 kg.

    Parts: cylinders for body, neck, collar and cap, an ellipsoid for the shoulder.
    """
    mesh, regions = joined_named(body=_body(), cap=_cap())
    plastic = regions.pop("body")
    for name, low, high in (
        ("body", 0.0, _BODY_TOP),
        ("shoulder", _BODY_TOP, _NECK_BOTTOM),
        ("neck", _NECK_BOTTOM, HEIGHT),
    ):
        regions[name] = np.intersect1d(plastic, faces_between(mesh, 2, low, high))
    parts = (
        upright_cylinder(RADIUS - 0.0003, 0.0, _BODY_TOP),
        ConvexPart(
            "ellipsoid", np.array([RADIUS, RADIUS, _SHOULDER]), np.array([0.0, 0.0, _BODY_TOP])
        ),
        upright_cylinder(_NECK_RADIUS, _BODY_TOP, _CAP_BOTTOM),
        upright_cylinder(*_COLLAR),
        upright_cylinder(_CAP_RADIUS, _CAP_BOTTOM, HEIGHT),
    )
    return Object.from_mesh("bottle", *mesh, parts, MASS, color=COLOR, regions=regions)


def _body() -> Mesh:
    foot = rounded_outline([(0.0, 0.0018), (0.020, 0.0), (RADIUS, 0.0, 0.004), (RADIUS, 0.02)])
    heights = np.linspace(0.02, _BODY_TOP, 64)
    side = np.stack([RADIUS - _groove(heights), heights], axis=1)
    reach = np.arccos(_NECK_RADIUS / RADIUS)
    angle = np.linspace(0.0, reach, 16)[1:]
    shoulder = np.stack([RADIUS * np.cos(angle), _BODY_TOP + _SHOULDER * np.sin(angle)], axis=1)
    wide, low, high = _COLLAR
    neck = rounded_outline(
        [
            shoulder[-1],
            (_NECK_RADIUS, low),
            (wide, low, 0.0008),
            (wide, high, 0.0008),
            (_NECK_RADIUS, high),
            (_NECK_RADIUS, _CAP_BOTTOM + 0.004),
            (0.0, _CAP_BOTTOM + 0.004),
        ]
    )
    outline = np.concatenate([foot[:-1], side, shoulder[:-1], neck])
    return lathe(outline, even_angles(44))


def _groove(heights: FloatArray) -> FloatArray:
    """(n,) [m] how far the wall steps back at these heights."""
    away = np.abs(heights[:, None] - _RIBS) / _RIB_WIDTH
    waves = np.where(away < 0.5, 0.5 + 0.5 * np.cos(2.0 * np.pi * away), 0.0)
    return _RIB_DEPTH * waves.sum(axis=1)


def _cap() -> Mesh:
    outline = rounded_outline(
        [
            (0.0, _CAP_BOTTOM),
            (_CAP_RADIUS, _CAP_BOTTOM, 0.0006),
            *((_CAP_RADIUS, z) for z in np.linspace(_CAP_BOTTOM + 0.002, HEIGHT - 0.003, 5)),
            (_CAP_RADIUS, HEIGHT, 0.0015),
            (0.0, HEIGHT),
        ]
    )
    vertices, faces = lathe(outline, even_angles(120))
    ridged = fluted(vertices, 24, 0.0007, _CAP_BOTTOM + 0.001, HEIGHT - 0.0012, 0.013)
    return ridged, faces
