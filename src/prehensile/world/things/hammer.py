"""A claw hammer lying on its side: handle along x, head at +x, face towards −y, claw towards +y.

The origin is below the middle of the handle's length, on the table; head and grip touch z = 0.
"""

from functools import cache
from itertools import pairwise

import numpy as np

from prehensile.world.objects.object import ConvexPart, FloatArray, Object, combined_moments
from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.things.between import faces_between
from prehensile.world.things.block import block
from prehensile.world.things.joined import Mesh, cut, hulled, joined, joined_named, moved, turned_to
from prehensile.world.things.parts import between, box_between, ring_hulls
from prehensile.world.things.swept import rings_along, swept
from prehensile.world.things.turned import rounded_outline

LENGTH = 0.300
HEAD_MASS = 0.45  # a 16-ounce head
HANDLE_MASS = 0.13  # ash
MASS = HEAD_MASS + HANDLE_MASS
COLOR = (0.62, 0.42, 0.24)

_HALF = 0.0130  # half thickness of head and grip: both lie on the table
_HEAD_X = LENGTH / 2.0 - 0.014  # of the head's axis
_FACE = (-0.062, -0.042)  # of y
_NECK_RADIUS = 0.0095
_EYE = 0.013  # half side of the block around the handle

# Along x from the butt: half width (in y) and half thickness (in z) of the handle.
_HANDLE = np.array(
    [
        (0.000, 0.0120, 0.0095), (0.003, 0.0150, 0.0118), (0.010, 0.0168, 0.0130),
        (0.030, 0.0165, 0.0130), (0.075, 0.0148, 0.0118), (0.110, 0.0152, 0.0120),
        (0.150, 0.0150, 0.0115), (0.210, 0.0118, 0.0090), (0.255, 0.0108, 0.0085),
        (0.300, 0.0108, 0.0085),
    ]
)  # fmt: skip


@cache
def hammer() -> Object:
    """The hammer: 0.3 m long, its head 0.13 m, 0.58 kg, most of it in the head.

    Parts: hulls for the handle, a box around its end, cylinders for neck and face, three hulls
    for each prong of the claw.
    """
    head, handle = _head(), _handle_mesh()
    (vertices, faces), regions = joined_named(head=head, handle=handle)
    com, inertia = combined_moments([(*head, HEAD_MASS), (*handle, HANDLE_MASS)])
    shaft = faces_between((vertices, faces), 0, high=_HEAD_X - _EYE)  # not its end in the eye
    regions["handle"] = np.intersect1d(regions["handle"], shaft)
    regions["face"] = faces_between((vertices, faces), 1, high=_FACE[1])
    regions["claw"] = faces_between((vertices, faces), 1, low=0.020)  # beyond handle and eye
    return Object(
        "hammer", vertices, faces, _parts(), MASS, com, inertia, color=COLOR, regions=regions
    )


def _handle_rings(along: FloatArray, around: int) -> FloatArray:
    """(n, around, 3) [m] elliptic sections at distances (n,) [m] from the butt."""
    from scipy.interpolate import PchipInterpolator  # here: it takes a while to load

    width, thickness = PchipInterpolator(_HANDLE[:, 0], _HANDLE[:, 1:])(along).T
    path = np.stack([along - LENGTH / 2.0, 0.0 * along, np.full(len(along), _HALF)], axis=1)
    return rings_along(path, np.array([0.0, 1.0, 0.0]), width, thickness, around)


def _handle_mesh() -> Mesh:
    along = np.unique(np.concatenate([np.linspace(0.0, LENGTH, 49), np.linspace(0, 0.012, 7)]))
    return swept(_handle_rings(along, 40))


def _head() -> Mesh:
    low, high = _FACE
    poll = lathe(
        rounded_outline(
            [
                (0.0, low),
                (_HALF, low, 0.0015),
                (_HALF, high, 0.003),
                (_NECK_RADIUS, high + 0.006, 0.004),
                (_NECK_RADIUS, -0.004),
                (0.0, -0.004),
            ]
        ),
        even_angles(48),
    )
    at = (_HEAD_X, 0.0, _HALF)
    return joined(moved(turned_to(poll, "y"), at), _eye(), _claw())


def _eye() -> Mesh:
    """The block around the handle's end, its edges rounded."""
    rounding = 0.0025
    angle = np.linspace(-np.pi / 2.0, np.pi / 2.0, 13)
    outline = rounding * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    outline[[0, -1], 0] = 0.0
    bead = lathe(outline, even_angles(24))
    reach = _EYE - rounding
    signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    high = _HALF - rounding
    return hulled(
        *(moved(bead, (_HEAD_X + x * reach, y * reach, _HALF + z * high)) for x, y, z in signs)
    )


def _claw_rings(count: int, around: int) -> FloatArray:
    """(count, around, 3) [m] the claw without its notch: it thins and bends back to the handle."""
    t = np.linspace(0.0, 1.0, count)
    angle = t * np.radians(62.0)
    bend = 0.058
    x = _HEAD_X + 0.002 - bend * (1.0 - np.cos(angle))
    y = 0.006 + bend * np.sin(angle) * 1.08
    path = np.stack([x, y, np.full(count, _HALF)], axis=1)
    half_width = _HALF * (0.80 + 0.20 * t)
    half_thickness = 0.0095 * (1.0 - t) + 0.0014 * t
    return _boxy(path, half_width, half_thickness, around)


def _boxy(
    path: FloatArray, half_width: FloatArray, half_thickness: FloatArray, around: int
) -> FloatArray:
    """(n, around, 3) [m] superelliptic sections, wide along z."""
    rings = rings_along(
        path, np.array([0.0, 0.0, 1.0]), np.ones(len(path)), np.ones(len(path)), around
    )
    away = rings - path[:, None]
    up = np.array([0.0, 0.0, 1.0])
    wide = away @ up
    thin = away - wide[..., None] * up
    length = np.linalg.norm(thin, axis=-1)
    soften = (wide**4 + length**4) ** -0.25  # from the unit circle to a rounded square
    return (
        path[:, None]
        + (half_width[:, None] * soften * wide)[..., None] * up
        + (half_thickness[:, None] * soften)[..., None] * thin
    )


def _claw() -> Mesh:
    """With a notch that widens towards the points, to pull nails."""
    ends = ((0.026, 0.0012), (0.075, 0.0062))  # y, half width of the notch
    wedge = hulled(
        *(
            block((_HEAD_X - 0.07, y, _HALF - w), (_HEAD_X + 0.03, y + 0.0005, _HALF + w))
            for y, w in ends
        )
    )
    return cut(swept(_claw_rings(31, 40)), wedge)


def _claw_parts() -> list[ConvexPart]:
    """A hull between sections for the root; beyond it one on each side of the notch."""
    rings = _claw_rings(6, 16)
    parts = ring_hulls(rings[:3])
    for ring, after in pairwise(rings[2:]):
        for side in (-1.0, 1.0):
            points = np.concatenate([ring, after])
            y, away = points[:, 1], points[:, 2] - _HALF
            notch = np.interp(y, (0.026, 0.075), (0.0012, 0.0062))
            points[:, 2] = _HALF + side * np.maximum(side * away, notch)
            parts.append(ConvexPart("hull", vertices=points))
    return parts


def _parts() -> tuple[ConvexPart, ...]:
    low, high = _FACE
    at = lambda y: (_HEAD_X, y, _HALF)  # noqa: E731
    rings = _handle_rings(np.array([0.001, 0.010, 0.040, 0.075, 0.140, 0.215, 0.272]), 20)
    return (
        *ring_hulls(rings),
        box_between((_HEAD_X - _EYE, -_EYE, 0.0), (_HEAD_X + _EYE, _EYE, 2.0 * _HALF)),
        between("cylinder", _HALF, at(low), at(high + 0.001)),
        between("cylinder", _NECK_RADIUS, at(high), at(-_EYE)),
        *_claw_parts(),
    )
