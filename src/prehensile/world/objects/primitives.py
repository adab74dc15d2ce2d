"""Box, ball, cylinder, capsule and ellipsoid: exact mass properties, one analytic part each.

Every primitive is centred at its origin with its axis along z. The inertia is that of the true
solid, not of the triangles that draw it; mesh vertices lie on the true surface.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from prehensile.errors import InputError
from prehensile.world.objects.checked import FloatArray
from prehensile.world.objects.convex_part import ConvexPart, PartKind
from prehensile.world.objects.object import DEFAULT_COLOR, DEFAULT_FRICTION, Object

_AROUND = 64  # segments of a turn: the chord of a 40 mm radius stays 0.05 mm inside the circle
_QUARTER = 16  # segments of a quarter of a meridian


def box(
    size: Sequence[float],
    mass: float,
    *,
    name: str = "box",
    friction: tuple[float, float, float] = DEFAULT_FRICTION,
    color: tuple[float, float, float] = DEFAULT_COLOR,
) -> Object:
    """A box with full side lengths ``size`` (3,) [m] and ``mass`` [kg]."""
    sides = np.asarray(size, dtype=float)
    if sides.shape != (3,):
        raise InputError(f"a box has three side lengths, not shape {sides.shape}.")
    _require_positive(x=sides[0], y=sides[1], z=sides[2])
    signs = np.array([[x, y, z] for z in (-1, 1) for y in (-1, 1) for x in (-1, 1)], dtype=float)
    quads = np.array(
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    )
    faces = np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])
    squares = sides**2
    moments = mass / 12.0 * (squares.sum() - squares)
    return _primitive(
        name, signs * sides / 2.0, faces, "box", sides / 2.0, mass, moments, friction, color
    )


def ball(
    radius: float,
    mass: float,
    *,
    name: str = "ball",
    friction: tuple[float, float, float] = DEFAULT_FRICTION,
    color: tuple[float, float, float] = DEFAULT_COLOR,
) -> Object:
    """A solid ball with ``radius`` [m] and ``mass`` [kg]."""
    _require_positive(radius=radius)
    vertices, faces = lathe(_meridian(radius), even_angles(_AROUND))
    moments = np.full(3, 0.4 * mass * radius**2)
    return _primitive(name, vertices, faces, "sphere", [radius], mass, moments, friction, color)


def cylinder(
    radius: float,
    height: float,
    mass: float,
    *,
    name: str = "cylinder",
    friction: tuple[float, float, float] = DEFAULT_FRICTION,
    color: tuple[float, float, float] = DEFAULT_COLOR,
) -> Object:
    """A solid cylinder with ``radius`` and full ``height`` along z [m], and ``mass`` [kg]."""
    _require_positive(radius=radius, height=height)
    half = height / 2.0
    side = np.linspace(-half, half, 9)  # rows keep the triangles from being needles
    profile = [(0.0, -half), *((radius, z) for z in side), (0.0, half)]
    vertices, faces = lathe(np.array(profile), even_angles(_AROUND))
    across = mass * (3.0 * radius**2 + height**2) / 12.0
    moments = np.array([across, across, mass * radius**2 / 2.0])
    size = [radius, half]
    return _primitive(name, vertices, faces, "cylinder", size, mass, moments, friction, color)


def capsule(
    radius: float,
    length: float,
    mass: float,
    *,
    name: str = "capsule",
    friction: tuple[float, float, float] = DEFAULT_FRICTION,
    color: tuple[float, float, float] = DEFAULT_COLOR,
) -> Object:
    """A solid capsule along z: ``length`` [m] is the straight part between the cap centres."""
    _require_positive(radius=radius, length=length)
    half = length / 2.0
    arc = _meridian(radius)
    middle, up = len(arc) // 2, np.array([0.0, half])
    side = np.stack([np.full(9, radius), np.linspace(-half, half, 9)], axis=1)
    profile = np.concatenate([arc[:middle] - up, side, arc[middle + 1 :] + up])
    vertices, faces = lathe(profile, even_angles(_AROUND))
    # Middle and the two caps (together one ball), each cap's centroid 3r/8 beyond its centre.
    tube_share = length / (length + 4.0 / 3.0 * radius)
    tube, caps = mass * tube_share, mass * (1.0 - tube_share)
    along = tube * radius**2 / 2.0 + caps * 0.4 * radius**2
    across = tube * (3.0 * radius**2 + length**2) / 12.0 + caps * (
        0.4 * radius**2 + half**2 + 0.75 * half * radius
    )
    moments = np.array([across, across, along])
    size = [radius, half]
    return _primitive(name, vertices, faces, "capsule", size, mass, moments, friction, color)


def ellipsoid(
    radii: Sequence[float],
    mass: float,
    *,
    name: str = "ellipsoid",
    friction: tuple[float, float, float] = DEFAULT_FRICTION,
    color: tuple[float, float, float] = DEFAULT_COLOR,
) -> Object:
    """A solid ellipsoid with semi-axes ``radii`` (3,) [m] and ``mass`` [kg]."""
    semi = np.asarray(radii, dtype=float)
    if semi.shape != (3,):
        raise InputError(f"an ellipsoid has three semi-axes, not shape {semi.shape}.")
    _require_positive(x=semi[0], y=semi[1], z=semi[2])
    unit, faces = lathe(_meridian(1.0), even_angles(_AROUND))
    squares = semi**2
    moments = mass / 5.0 * (squares.sum() - squares)
    return _primitive(name, unit * semi, faces, "ellipsoid", semi, mass, moments, friction, color)


def even_angles(count: int) -> FloatArray:
    """(count,) [rad] equal steps of a full turn from 0."""
    return np.linspace(0.0, 2.0 * np.pi, count, endpoint=False)


def lathe(profile: FloatArray, angles: FloatArray) -> tuple[FloatArray, NDArray[np.int32]]:
    """A closed surface of revolution about z, faces counter-clockwise seen from outside.

    Args:
        profile: (n, 2) radius and height [m]. First and last point lie on the axis, the others
            off it, listed so that the solid is on the left: up along the outside.
        angles: (m,) [rad] rising, within one turn.

    Returns:
        vertices ((n − 2) m + 2, 3) [m] and faces.
    """
    assert profile[0, 0] == 0.0 == profile[-1, 0] and np.all(profile[1:-1, 0] > 0.0)
    radius, height = profile[1:-1].T
    rows, around = len(radius), len(angles)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    vertices = np.empty((rows * around + 2, 3))
    vertices[:-2, :2] = (radius[:, None, None] * ring).reshape(-1, 2)
    vertices[:-2, 2] = np.repeat(height, around)
    vertices[-2:] = [[0.0, 0.0, profile[0, 1]], [0.0, 0.0, profile[-1, 1]]]
    bottom, top = rows * around, rows * around + 1

    here = np.arange(around)
    after = (here + 1) % around
    base = np.arange(rows - 1)[:, None] * around
    a, b = base + here, base + after
    c, d = b + around, a + around
    last = (rows - 1) * around
    faces = np.concatenate(
        [
            np.stack([a, b, c], axis=-1).reshape(-1, 3),
            np.stack([a, c, d], axis=-1).reshape(-1, 3),
            np.stack([after, here, np.full(around, bottom)], axis=-1),
            np.stack([last + here, last + after, np.full(around, top)], axis=-1),
        ]
    )
    return vertices, faces.astype(np.int32)


def _meridian(radius: float) -> FloatArray:
    """(2 q + 1, 2) half circle from the south to the north pole, the poles exactly on the axis."""
    angle = np.linspace(-np.pi / 2.0, np.pi / 2.0, 2 * _QUARTER + 1)
    profile = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    profile[[0, -1], 0] = 0.0
    return profile


def _primitive(
    name: str,
    vertices: FloatArray,
    faces: NDArray[np.integer],
    kind: PartKind,
    size: Sequence[float] | FloatArray,
    mass: float,
    moments: FloatArray,
    friction: tuple[float, float, float],
    color: tuple[float, float, float],
) -> Object:
    if not (np.isfinite(mass) and mass > 0.0):  # before the inertia made of it is blamed
        raise InputError(f"mass of {name!r} must be positive and finite, not {mass} kg.")
    return Object(
        name=name,
        vertices=vertices,
        faces=faces.astype(np.int32),
        parts=(ConvexPart(kind, np.asarray(size, dtype=float)),),
        mass=mass,
        com=np.zeros(3),
        inertia=np.diag(moments),
        friction=friction,
        color=color,
    )


def _require_positive(**lengths: float) -> None:
    for name, value in lengths.items():
        if not (np.isfinite(value) and value > 0.0):
            raise InputError(f"{name} must be a positive length, not {value} m.")
