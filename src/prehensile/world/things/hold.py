"""A climbing hold, a jug: fingers hook over its lip. It is bolted to a panel of the wall.

The wall's surface is the plane y = 0 and the climber is on the side of −y. The origin is at the
middle of the panel's lower edge, z = 0; the panel, the base, is behind the surface.

The lip leaves the wall, runs in front of it and comes back; an apron hangs from it, a tilted body
carries both, and between lip and wall is the pocket. All melt into each other: the surface is the
zero level of a smooth minimum of the distances to the primitives that are its convex parts.
"""

from functools import cache
from itertools import pairwise

import numpy as np

from prehensile.world.objects.convex import spread_subset
from prehensile.world.objects.object import ConvexPart, FloatArray, Mount, Object
from prehensile.world.objects.primitives import ball, even_angles, lathe
from prehensile.world.things.block import block
from prehensile.world.things.joined import Mesh, cut, joined, moved, turned_to
from prehensile.world.things.level_surface import level_surface
from prehensile.world.things.parts import between, box_between, ring_hulls
from prehensile.world.things.swept import rings_along
from prehensile.world.things.turned import rounded_outline

MASS = 0.45  # polyurethane, and 0.1 of it the steel bolt
PANEL = (0.180, 0.018, 0.180)  # plywood of the usual 18 mm
PANEL_MASS = 0.4
CENTRE = 0.090  # height of the hold's middle
COLOR = (0.93, 0.45, 0.14)
PANEL_COLOR = (0.86, 0.78, 0.64)
FRICTION = (0.8, 0.003, 1e-4)  # as everything a hand of ours touches, though chalk does better

LIP_RADIUS = 0.012
LIP_HEIGHT = 0.021  # above the middle
_HALF_WIDTH = 0.052
_REACH = 0.047
_APRON = 0.024  # how far the lip reaches down
_LEAN = 0.25  # and back to the wall, as a share of that
_SEGMENTS = 8
_SQUARENESS = 2.4  # of the superellipse the lip follows
_FILLET = 0.0036  # width of the smooth minimum; the surface rises by a quarter of it

# Ellipsoids: centre (x, out of the wall, above the middle), semi-axes, tilt of the outer end [rad].
_BODIES = (
    ((0.0, 0.006, -0.018), (0.061, 0.049, 0.0150), np.radians(36.0)),
    ((0.0, 0.003, -0.022), (0.062, 0.045, 0.0260), np.radians(31.0)),
)
_BOLT_RADIUS = 0.0065
_BOLT_OUT = 0.0520
_BOLT_Z = CENTRE + 0.004
_GRID = 0.070  # of the panel's blind nuts; a real wall's is 0.2


@cache
def hold() -> Object:
    """The hold: 128 mm wide, 59 mm deep, 0.45 kg, fixed on a panel 180 × 180 mm.

    Parts: capsules along the lip, hulls for the apron below it and for the body, a cylinder for
    the bolt; of the panel a box. The pocket behind the lip takes four fingertips.
    """
    vertices, faces = _mesh()
    return Object.from_mesh(
        "hold",
        vertices,
        faces,
        _parts(),
        MASS,
        friction=FRICTION,
        color=COLOR,
        mount=Mount(base=_panel(), joint="fixed"),
    )


def _lip_path(count: int) -> FloatArray:
    """(count, 3) [m] centre line of the lip's round top, evenly spaced, both ends on the wall."""
    angle = np.linspace(0.0, np.pi, 2001)
    power = 2.0 / _SQUARENESS
    x = _HALF_WIDTH * np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** power
    out = _REACH * np.abs(np.sin(angle)) ** power
    fine = np.stack([x, -out, np.full(len(x), CENTRE + LIP_HEIGHT)], axis=1)
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(fine, axis=0), axis=1))])
    even = np.linspace(0.0, length[-1], count)
    return np.stack([np.interp(even, length, fine[:, i]) for i in range(3)], axis=1)


def _mesh() -> Mesh:
    low = np.array([-0.080, -0.075, CENTRE - 0.070])
    high = np.array([0.080, 0.0, CENTRE + 0.050])
    made = level_surface(_distance, low, high, 0.0034)
    return joined(made, _bolt())


def _distance(p: FloatArray) -> FloatArray:
    """(n,) [m] smooth minimum of the distances of points (n, 3) to lip and bodies.

    Of distances a and b it is min(a, b) − h²k/4 with h = max(0, 1 − |a − b|/k).
    """
    value = _lip_distance(p)
    for body in _BODIES:
        other = _ellipsoid_distance(p, *body)
        h = np.maximum(0.0, 1.0 - np.abs(value - other) / _FILLET)
        value = np.minimum(value, other) - h * h * _FILLET / 4.0
    return value


def _lip_distance(p: FloatArray) -> FloatArray:
    """To the lip's top and the apron that hangs from it, leaning back; 2 % short of exact."""
    path = _lip_path(49)[:, :2]
    below = np.clip(CENTRE + LIP_HEIGHT - p[:, 2], 0.0, _APRON)
    flat = p[:, :2] - np.stack([0.0 * below, _LEAN * below], axis=1)  # as if it hung straight
    nearest = np.full(len(p), np.inf)
    for start, along in zip(path[:-1], np.diff(path, axis=0), strict=True):
        t = np.clip((flat - start) @ along / (along @ along), 0.0, 1.0)
        away = flat - start - t[:, None] * along
        nearest = np.minimum(nearest, np.einsum("ij,ij->i", away, away))
    beyond = CENTRE + LIP_HEIGHT - p[:, 2] - below
    return np.sqrt(nearest + beyond**2) - LIP_RADIUS


def _ellipsoid_distance(
    p: FloatArray,
    centre: tuple[float, float, float],
    semi: tuple[float, float, float],
    tilt: float,
) -> FloatArray:
    """First-order distance: (k − 1) k / |∇(k²)/2| with k the ellipsoid's own norm."""
    x, out, up = (p * [1.0, -1.0, 1.0] - [0.0, 0.0, CENTRE] - np.array(centre)).T
    cos, sin = np.cos(tilt), np.sin(tilt)
    local = np.stack([x, out * cos + up * sin, up * cos - out * sin], axis=1)
    k = np.linalg.norm(local / semi, axis=1)
    slope = np.linalg.norm(local / np.square(semi), axis=1)
    return np.divide(k * (k - 1.0), slope, out=np.full(len(p), -min(semi)), where=slope > 1e-9)


def _bolt() -> Mesh:
    """A cylinder screw with its hexagon socket, at right angles to the wall."""
    outline = [(0.0, 0.0), (_BOLT_RADIUS, 0.0), (_BOLT_RADIUS, _BOLT_OUT, 0.0006), (0.0, _BOLT_OUT)]
    head = lathe(rounded_outline(outline), even_angles(40))
    deep = _BOLT_OUT - 0.0018
    socket = lathe(
        np.array([(0.0, deep), (0.0036, deep), (0.0036, 0.1), (0.0, 0.1)]), even_angles(6)
    )
    return moved(turned_to(cut(head, socket), "-y"), (0.0, -0.004, _BOLT_Z))


def _panel() -> Object:
    width, thickness, height = PANEL
    board = block((-width / 2.0, 0.0004, 0.0), (width / 2.0, thickness, height))
    spots = [
        (x, z)
        for x in (-_GRID, 0.0, _GRID)
        for z in (CENTRE - _GRID, CENTRE, CENTRE + _GRID)
        if (x, z) != (0.0, CENTRE)
    ]
    hole = turned_to(
        lathe(
            np.array([(0.0, -0.002), (0.006, -0.002), (0.006, 0.0022), (0.0, 0.0022)]),
            even_angles(24),
        ),
        "y",
    )
    made = cut(board, *(moved(hole, (x, 0.0, z)) for x, z in spots))
    parts = (box_between((-width / 2.0, 0.0004, 0.0), (width / 2.0, thickness, height)),)
    return Object.from_mesh("hold_panel", *made, parts, PANEL_MASS, color=PANEL_COLOR)


def _parts() -> tuple[ConvexPart, ...]:
    return (*_lip_parts(), *_apron_parts(), *_body_parts(), _bolt_part())


def _lip_parts() -> list[ConvexPart]:
    """Capsules along the lip, and cylinders where it grows flat out of the wall."""
    path = _lip_path(_SEGMENTS + 1)
    roots = [(end, end - [0.0, 0.008, 0.0]) for end in path[[0, -1]]]
    path[[0, -1], 1] = -LIP_RADIUS  # the round ends stop at the wall
    return [
        *(between("capsule", LIP_RADIUS, a, b) for a, b in pairwise(path)),
        *(between("cylinder", LIP_RADIUS, a, b) for a, b in roots),
    ]


def _apron_parts() -> list[ConvexPart]:
    """Hulls between sections of what hangs from the lip, none of it behind the wall."""
    path = _lip_path(_SEGMENTS + 1)
    radius = np.full(len(path), LIP_RADIUS)
    round_below = rings_along(path, np.array([0.0, 0.0, 1.0]), radius, radius, 16)
    hanging = np.array([0.0, _LEAN * _APRON, -_APRON])
    middle = round_below[np.abs(round_below[..., 2] - path[0, 2]) < 0.6 * LIP_RADIUS]
    rings = np.concatenate([middle.reshape(len(path), -1, 3), round_below + hanging], axis=1)
    rings[..., 1] = np.minimum(rings[..., 1], 0.0)
    return ring_hulls(rings)


def _body_parts() -> list[ConvexPart]:
    """Hulls of what the ellipsoids have in front of the wall: whole ones would reach behind it."""
    sphere = 2.0 * ball(0.5, 1.0).vertices
    return [_front(sphere, *body) for body in _BODIES]


def _front(
    sphere: FloatArray,
    centre: tuple[float, float, float],
    semi: tuple[float, float, float],
    tilt: float,
) -> ConvexPart:
    # Wider by half of what the hull's flat faces would lie inside.
    x, out, up = (sphere * (np.array(semi) + 0.0003)).T
    cos, sin = np.cos(tilt), np.sin(tilt)
    turned = np.stack([x, out * cos - up * sin, out * sin + up * cos], axis=1) + centre
    points = turned * [1.0, -1.0, 1.0] + [0.0, 0.0, CENTRE]
    front = points[points[:, 1] < -1e-4]
    rim = front[front[:, 1] > -0.003] * [1.0, 0.0, 1.0]  # set back onto the wall
    return ConvexPart("hull", vertices=spread_subset(np.concatenate([front, rim]), 200))


def _bolt_part() -> ConvexPart:
    start = np.array([0.0, -0.004, _BOLT_Z])
    return between("cylinder", _BOLT_RADIUS, start, start - [0.0, _BOLT_OUT, 0.0])
