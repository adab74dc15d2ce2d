"""An apple: an ellipse whose upper end leans outwards, turned about an axis inside it.

What the ellipse leaves near the axis are the two dimples. Its axis is z and it stands on z = 0.
"""

from functools import cache

import numpy as np

from prehensile.lie import so3
from prehensile.world.objects.object import ConvexPart, FloatArray, Object
from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.things.joined import Mesh, joined_named
from prehensile.world.things.parts import between, quat_about_z
from prehensile.world.things.swept import rings_along, swept

MASS = 0.18
COLOR = (0.76, 0.16, 0.14)

_OFFSET = 0.0125  # of the ellipse's centre from the axis
_SEMI_OUT = 0.0255
_SEMI_UP = 0.0345
_TILT = np.radians(13.0)
_MIDDLE = np.hypot(_SEMI_OUT * np.sin(_TILT), _SEMI_UP * np.cos(_TILT))  # its height
_COUNT = 7  # ellipsoids around the axis
_SEMI_AROUND = 0.0315  # bends them like the apple's girth, so that few leave no scallops

_STEM_RADIUS = 0.0016
_STEM = np.array(
    [[0.0, 0.0, 0.050], [0.0005, 0.0, 0.060], [0.003, 0.0, 0.071], [0.0065, 0.0, 0.078]]
)


@cache
def apple() -> Object:
    """The apple: 76 mm wide, 67 mm tall without its stem, 0.18 kg.

    Parts: seven ellipsoids around the axis, whose outer sides together are the apple's, and two
    capsules for the stem.
    """
    mesh, regions = joined_named(fruit=_fruit(), stem=_stem())
    parts = (*_fruit_parts(), *_stem_parts())
    return Object.from_mesh("apple", *mesh, parts, MASS, color=COLOR, regions=regions)


def _ellipse(angle: FloatArray) -> FloatArray:
    """(n, 2) radius and height [m] at angles (n,) [rad] from the outward semi-axis."""
    out, up = _SEMI_OUT * np.cos(angle), _SEMI_UP * np.sin(angle)
    cos, sin = np.cos(_TILT), np.sin(_TILT)
    return np.stack(
        [_OFFSET + out * cos + up * sin, _MIDDLE - out * sin + up * cos],
        axis=1,
    )


def _fruit() -> Mesh:
    # r = 0 where the ellipse crosses the axis: a cos φ + b sin φ = −offset.
    a, b = _SEMI_OUT * np.cos(_TILT), _SEMI_UP * np.sin(_TILT)
    lean, reach = np.arctan2(b, a), np.arccos(-_OFFSET / np.hypot(a, b))
    outline = _ellipse(np.linspace(lean - reach, lean + reach, 60))
    outline[[0, -1], 0] = 0.0
    vertices, faces = lathe(outline, even_angles(72))
    # Five bumps around the lower end, as the five chambers of the core leave them.
    x, y, z = vertices.T
    low = np.clip(1.0 - z / 0.030, 0.0, 1.0) ** 2
    scale = 1.0 + 0.05 * low * np.cos(5.0 * np.arctan2(y, x))
    return np.stack([x * scale, y * scale, z], axis=1), faces


def _stem() -> Mesh:
    t = np.linspace(0.0, 3.0, 13)
    path = np.stack([np.interp(t, np.arange(4), _STEM[:, i]) for i in range(3)], axis=1)
    width = _STEM_RADIUS * (1.0 + 0.45 * np.clip(t - 2.0, 0.0, 1.0) ** 2)
    return swept(rings_along(path, np.array([0.0, 1.0, 0.0]), width, width, around=12))


def _fruit_parts() -> list[ConvexPart]:
    tilt = np.array([np.cos(_TILT / 2.0), 0.0, np.sin(_TILT / 2.0), 0.0])  # about y: z leans to x
    size = np.array([_SEMI_OUT, _SEMI_AROUND, _SEMI_UP])
    parts = []
    for angle in even_angles(_COUNT):
        pos = np.array([_OFFSET * np.cos(angle), _OFFSET * np.sin(angle), _MIDDLE])
        parts.append(
            ConvexPart("ellipsoid", size, pos, so3.quat_multiply(quat_about_z(angle), tilt))
        )
    return parts


def _stem_parts() -> list[ConvexPart]:
    middle = _STEM[2]
    return [
        between("capsule", _STEM_RADIUS, _STEM[0] + [0.0, 0.0, 0.003], middle),
        between("capsule", _STEM_RADIUS, middle, _STEM[3] - [0.0007, 0.0, 0.0014]),
    ]
