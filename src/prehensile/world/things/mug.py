"""Our own mug: a hollow cup with a rounded rim and foot, and a D-shaped handle towards +x.

Its axis is z, its base stands on z = 0. The handle is a flat bar swept along half a
superellipse, and it grows out of the wall through a fillet: mesh vertices near the joint are
moved to the zero level of a smooth minimum of the two distance functions.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from prehensile.world.objects.object import ConvexPart, FloatArray, Object
from prehensile.world.objects.primitives import lathe
from prehensile.world.things.between import faces_between
from prehensile.world.things.joined import Mesh, joined_named
from prehensile.world.things.parts import ring_hulls
from prehensile.world.things.swept import swept

HEIGHT = 0.095
OUTER_RADIUS = 0.041
WALL = 0.004
FLOOR = 0.005
MASS = 0.35  # stoneware of 2.5 g/cm³ at this size
COLOR = (0.86, 0.84, 0.78)

HANDLE_CENTRE_Z = 0.0485
HANDLE_DEPTH = 0.027  # from the wall to the inside of the handle: a 18 mm finger and room
HANDLE_INNER_HEIGHT = 0.064  # three fingers of 18 mm above each other, and room
HANDLE_THICKNESS = 0.008
HANDLE_WIDTH = 0.014

_INNER_RADIUS = OUTER_RADIUS - WALL
_FOOT_ROUNDING = 0.004
_FLOOR_ROUNDING = 0.004
_ROOT_X = 0.0385  # where the handle's centre line ends: inside the wall, short of the cavity
_SQUARENESS = 2.6  # exponent of the superellipse: 2 an ellipse, larger squarer
_FILLET = 0.005  # width of the smooth minimum; the surface rises by a quarter of it
_RELAXATIONS = 12

_WALL_SEGMENTS = 24
_HANDLE_SEGMENTS = 12


@cache
def mug() -> Object:
    """The mug: 82 mm wide, 95 mm tall, 0.35 kg, its mass spread evenly through the solid.

    Parts: 24 boxes for the wall, a disc for the floor, 12 hulls for the handle. A finger fits
    into the cup and three fit through the handle.
    """
    mesh, regions = _mesh()
    rim = faces_between(mesh, 2, HEIGHT - WALL)
    parts = (*_wall_parts(), _floor_part(), *_handle_parts())
    return Object.from_mesh("mug", *mesh, parts, MASS, color=COLOR, regions={**regions, "rim": rim})


def _mesh() -> tuple[Mesh, dict[str, NDArray[np.int32]]]:
    """Union of cup and handle, with the fillet, closed; and which faces are whose."""
    handle = swept(_handle_rings(73, 20))  # flat ends, which the union buries in the wall
    body = lathe(_cup_profile(), _cup_angles())
    (vertices, faces), regions = joined_named(body=body, handle=handle)
    return (_filleted(vertices, faces), faces), regions


def _cup_profile() -> FloatArray:
    """(n, 2) radius and height, from under the floor up the outside and down into the cup."""
    quarter = np.linspace(0.0, np.pi / 2.0, 6)
    foot_r, floor_r, half = _FOOT_ROUNDING, _FLOOR_ROUNDING, WALL / 2.0
    low, high = _handle_path(np.array([-1.0, 1.0]))[:, 1]
    band = 0.010  # rows are denser where the handle grows out of the wall
    outside = np.concatenate(
        [
            np.linspace(foot_r, low + band, 14)[1:],
            np.linspace(low + band, high - band, 9)[1:-1],
            np.linspace(high - band, HEIGHT - half, 14)[:-1],
        ]
    )
    rim = np.linspace(0.0, np.pi, 11)
    inside = np.linspace(HEIGHT - half, FLOOR + floor_r, 13)[1:-1]
    pieces = [
        [(0.0, 0.0)],
        _column(np.linspace(0.0, OUTER_RADIUS - foot_r, 4)[1:-1], 0.0),
        _arc(OUTER_RADIUS - foot_r, foot_r, foot_r, quarter - np.pi / 2.0),
        _column(OUTER_RADIUS, outside),
        _arc(OUTER_RADIUS - half, HEIGHT - half, half, rim),
        _column(_INNER_RADIUS, inside),
        _arc(_INNER_RADIUS - floor_r, FLOOR + floor_r, floor_r, -quarter),
        _column(np.linspace(_INNER_RADIUS - floor_r, 0.0, 5)[1:-1], FLOOR),
        [(0.0, FLOOR)],
    ]
    return np.concatenate([np.asarray(piece) for piece in pieces])


def _cup_angles() -> FloatArray:
    """(m,) [rad] finer towards the handle at 0."""
    near = np.radians(np.arange(-18.0, 18.0, 1.5))
    return np.concatenate([near, np.radians(np.arange(18.0, 342.0, 6.0))])


def _column(radius: float | FloatArray, height: float | FloatArray) -> FloatArray:
    return np.stack(np.broadcast_arrays(radius, height), axis=1).astype(float)


def _arc(radius: float, height: float, rounding: float, angle: FloatArray) -> FloatArray:
    return np.stack([radius + rounding * np.cos(angle), height + rounding * np.sin(angle)], axis=1)


def _handle_path(s: FloatArray) -> FloatArray:
    """(n, 2) x and z [m] of the handle's centre line at s (n,) in −1 (below) .. 1 (above).

    Half a superellipse |x/a|ⁿ + |z/b|ⁿ = 1, which leaves the wall at a right angle.
    """
    a = OUTER_RADIUS + HANDLE_DEPTH + HANDLE_THICKNESS / 2.0 - _ROOT_X
    b = (HANDLE_INNER_HEIGHT + HANDLE_THICKNESS) / 2.0
    angle = s * np.pi / 2.0
    power = 2.0 / _SQUARENESS
    cos, sin = np.abs(np.cos(angle)), np.sin(angle)
    cos[np.abs(s) == 1.0] = 0.0  # cos(π/2) is 6e-17, whose power is not small
    return np.stack(
        [
            _ROOT_X + a * cos**power,
            HANDLE_CENTRE_Z + b * np.sign(sin) * np.abs(sin) ** power,
        ],
        axis=1,
    )


def _even_handle_path(count: int) -> tuple[FloatArray, FloatArray]:
    """Centre line at ``count`` points of equal spacing, and its unit tangents, both (count, 2)."""
    fine = _handle_path(np.linspace(-1.0, 1.0, 4001))
    length = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(fine, axis=0), axis=1))])
    even = np.linspace(0.0, length[-1], count)
    points = np.stack([np.interp(even, length, fine[:, i]) for i in range(2)], axis=1)
    tangents = np.gradient(points, axis=0)
    tangents[0], tangents[-1] = (1.0, 0.0), (-1.0, 0.0)
    return points, tangents / np.linalg.norm(tangents, axis=1, keepdims=True)


def _handle_section(around: int) -> FloatArray:
    """(around, 2) outward and sideways [m]: a bar whose two narrow sides are half circles."""
    angle = (np.arange(around) + 0.5) * (2.0 * np.pi / around)
    rounding = HANDLE_THICKNESS / 2.0
    straight = HANDLE_WIDTH / 2.0 - rounding
    outward, sideways = rounding * np.cos(angle), rounding * np.sin(angle)
    return np.stack([outward, sideways + straight * np.sign(sideways)], axis=1)


def _handle_rings(count: int, around: int) -> FloatArray:
    """(count, around, 3) [m] sections along the handle, counter-clockwise seen from its start."""
    points, tangents = _even_handle_path(count)
    section = _handle_section(around)
    outward = np.stack([tangents[:, 1], -tangents[:, 0]], axis=1)
    in_plane = points[:, None] + section[None, :, :1] * outward[:, None]
    sideways = np.broadcast_to(section[:, 1], in_plane.shape[:2])
    return np.stack([in_plane[..., 0], sideways, in_plane[..., 1]], axis=-1)


def _filleted(vertices: FloatArray, faces: NDArray[np.int32]) -> FloatArray:
    """Move the vertices near the joint of wall and handle onto a smooth union of the two.

    The union leaves slivers along the joint, which would fold over: so between the steps each
    vertex also moves half way to the middle of its neighbours, which evens the triangles out.
    """
    points = vertices.copy()
    x, y, z = points.T
    near = np.flatnonzero(
        (np.hypot(x, y) > OUTER_RADIUS - WALL / 4.0)  # the cavity's wall must not move
        & ((x > 0.0) & (x < OUTER_RADIUS + 2.0 * _FILLET))
        & ((z > _FOOT_ROUNDING) & (z < HEIGHT - WALL / 2.0))  # nor foot and rim
    )
    near = near[_blend(points[near])[2] > 0.0]
    ends = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    ends = ends[np.isin(ends[:, 0], near)]  # closed: every edge is listed from both of its ends
    count = np.bincount(ends[:, 0], minlength=len(points))[near, None]
    for step in range(_RELAXATIONS + 3):
        if step < _RELAXATIONS:
            around = np.zeros_like(points)
            np.add.at(around, ends[:, 0], points[ends[:, 1]])
            points[near] = (points[near] + around[near] / count) / 2.0
        value, gradient, _ = _blend(points[near])
        points[near] -= gradient * (value / np.sum(gradient**2, axis=1))[:, None]  # Newton
    return points


def _blend(p: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Smooth minimum (n,) of the distances to wall and handle, its gradient (n, 3), its share h.

    Of distances a and b it is min(a, b) − h²k/4 with h = max(0, 1 − |a − b|/k): the fillet is
    where h > 0, within k of the joint.
    """
    to_wall, wall_normal = _wall_distance(p)
    to_bar, bar_normal = _bar_distance(p)
    h = np.maximum(0.0, 1.0 - np.abs(to_wall - to_bar) / _FILLET)
    value = np.minimum(to_wall, to_bar) - h * h * _FILLET / 4.0
    bar = np.where(to_wall < to_bar, h / 2.0, 1.0 - h / 2.0)[:, None]
    return value, (1.0 - bar) * wall_normal + bar * bar_normal, h


def _wall_distance(p: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Distance (n,) to the outer wall and its gradient (n, 3)."""
    radial = np.hypot(p[:, 0], p[:, 1])
    normal = np.stack([p[:, 0], p[:, 1], np.zeros(len(p))], axis=1) / radial[:, None]
    return radial - OUTER_RADIUS, normal


def _bar_distance(p: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Distance (n,) to the handle and its gradient (n, 3): a ribbon, thickened by a ball."""
    fine, _ = _even_handle_path(201)
    start, along = fine[:-1], np.diff(fine, axis=0)
    flat = p[:, [0, 2]]
    t = np.einsum("nij,ij->ni", flat[:, None] - start, along) / np.sum(along**2, axis=1)
    foot = start + np.clip(t, 0.0, 1.0)[..., None] * along
    best = np.argmin(np.sum((flat[:, None] - foot) ** 2, axis=2), axis=1)
    nearest = foot[np.arange(len(p)), best]
    half = (HANDLE_WIDTH - HANDLE_THICKNESS) / 2.0
    on_ribbon = np.stack([nearest[:, 0], np.clip(p[:, 1], -half, half), nearest[:, 1]], axis=1)
    away = p - on_ribbon
    distance = np.linalg.norm(away, axis=1)
    return distance - HANDLE_THICKNESS / 2.0, away / distance[:, None]


def _wall_parts() -> list[ConvexPart]:
    """Boxes side by side around the wall, above the rounded foot.

    Each outer face straddles the circle: its middle is inside by as much as its edges are out.
    """
    half_angle = np.pi / _WALL_SEGMENTS
    apothem = 2.0 * OUTER_RADIUS / (1.0 + 1.0 / np.cos(half_angle))
    bottom = 0.0015
    size = np.array([WALL / 2.0, apothem * np.tan(half_angle), (HEIGHT - bottom) / 2.0])
    middle = apothem - WALL / 2.0
    parts = []
    for i in range(_WALL_SEGMENTS):
        angle = 2.0 * half_angle * i
        pos = np.array([middle * np.cos(angle), middle * np.sin(angle), (HEIGHT + bottom) / 2.0])
        quat = np.array([np.cos(angle / 2.0), 0.0, 0.0, np.sin(angle / 2.0)])
        parts.append(ConvexPart("box", size, pos, quat))
    return parts


def _floor_part() -> ConvexPart:
    """A disc that stands on z = 0, its edge within the rounded foot."""
    radius = OUTER_RADIUS - 0.6 * _FOOT_ROUNDING
    return ConvexPart(
        "cylinder", np.array([radius, FLOOR / 2.0]), np.array([0.0, 0.0, FLOOR / 2.0])
    )


def _handle_parts() -> list[ConvexPart]:
    """One hull between each two neighbouring sections of the handle."""
    return ring_hulls(_handle_rings(_HANDLE_SEGMENTS + 1, 12))
