"""Closed meshes of simple solids, from which things are put together."""

from collections.abc import Sequence

import numpy as np

from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.things.joined import Mesh, moved, turned_to
from prehensile.world.things.swept import rings_along, swept
from prehensile.world.things.turned import rounded_outline

AROUND = 40
"""Points around what is turned or swept."""
SIDEWAYS = np.array([0.0, 1.0, 0.0])


def turned(corners: Sequence[Sequence[float]]) -> Mesh:
    """On a lathe about z: corners (radius, height) or (radius, height, rounding) [m], the solid on
    the left, the first and last on the axis.
    """
    return lathe(rounded_outline(corners), even_angles(AROUND))


def lying(mesh: Mesh, high: float) -> Mesh:
    """What was made along z, laid along x with its axis ``high`` [m] above the table."""
    return moved(turned_to(mesh, "x"), (0.0, 0.0, high))


def bar(path: np.ndarray, half_width: float, half_height: float, around: int = 20) -> Mesh:
    """An elliptic bar along a path (n, 3) [m] in the x–z plane; the width is along y."""
    wide, high = np.full(len(path), half_width), np.full(len(path), half_height)
    return swept(rings_along(path, SIDEWAYS, wide, high, around))


def slab(length: float, width: float, thick: float, corner: float, edge: float) -> Mesh:
    """Lying in the x–y plane from z = 0 up: rounded corners, and edges broken by ``edge`` [m]."""
    outline = _rounded_rectangle(length / 2, width / 2, corner)
    inner = _rounded_rectangle(length / 2 - edge, width / 2 - edge, max(corner - edge, 1e-4))
    rows = [(inner, 0.0), (outline, edge), (outline, thick - edge), (inner, thick)]
    return swept(np.stack([np.c_[ring, np.full(len(ring), z)] for ring, z in rows]))


def torus(middle: float, half_width: float, half_height: float) -> Mesh:
    """A ring about z of elliptic section, its middle line of radius ``middle`` [m]."""
    section, turn = even_angles(24), even_angles(64)
    away, up = middle + half_width * np.cos(section), half_height * np.sin(section)
    rings = np.stack(
        [np.outer(np.cos(turn), away), np.outer(np.sin(turn), away), np.tile(up, (64, 1))], axis=-1
    )
    a = np.arange(64 * 24).reshape(64, 24)
    b, c = np.roll(a, -1, axis=1), np.roll(a, -1, axis=0)
    d = np.roll(b, -1, axis=0)
    faces = np.concatenate([np.stack([a, c, d], -1), np.stack([a, d, b], -1)]).reshape(-1, 3)
    return rings.reshape(-1, 3), faces.astype(np.int32)


def arch(low: Sequence[float], high: Sequence[float], depth: float) -> np.ndarray:
    """(n, 3) [m] a path in the x–z plane from (x, z) to (x, z) that bulges by ``depth`` to +x."""
    angle = np.linspace(-np.pi / 2, np.pi / 2, 41)
    share = 0.5 + 0.5 * np.sin(angle)
    x = low[0] + share * (high[0] - low[0]) + depth * np.cos(angle) ** 0.7
    return np.stack([x, 0 * x, low[1] + share * (high[1] - low[1])], axis=1)


def egg(radii: Sequence[float], squareness: float = 2.0) -> Mesh:
    """A superellipsoid standing on z = 0: half axes (3,) [m], 2 an ellipsoid, larger squarer."""
    tilt = np.linspace(-np.pi / 2, np.pi / 2, 33)[1:-1]
    turn = even_angles(AROUND)
    power = 2.0 / squareness
    c, s = (np.sign(f) * np.abs(f) ** power for f in (np.cos(tilt), np.sin(tilt)))
    ct, st = (np.sign(f) * np.abs(f) ** power for f in (np.cos(turn), np.sin(turn)))
    rings = np.stack([np.outer(c, ct), np.outer(c, st), np.tile(s[:, None], (1, AROUND))], axis=-1)
    return swept(rings * np.asarray(radii) + [0.0, 0.0, radii[2]])


def _rounded_rectangle(x: float, y: float, corner: float) -> np.ndarray:
    """(n, 2) [m] anticlockwise, of half sides x and y."""
    quarter = np.linspace(0.0, np.pi / 2, 7)
    middles = [(x - corner, y - corner), (corner - x, y - corner),
               (corner - x, corner - y), (x - corner, corner - y)]  # fmt: skip
    arcs = [
        np.array(m) + corner * np.stack([np.cos(a), np.sin(a)], axis=1)
        for m, a in zip(middles, (quarter + k * np.pi / 2 for k in range(4)), strict=True)
    ]
    return np.concatenate(arcs)
