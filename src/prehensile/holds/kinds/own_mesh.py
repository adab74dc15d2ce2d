"""A hold of your own: any closed mesh whose back is the wall."""

from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.holds.kinds.hold import Hold, unit_direction
from prehensile.world.objects.mesh_file import load_mesh_object
from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.things.hold import CENTRE

DOWN = (0.0, 0.0, -1.0)
LEAST_OUT = 0.003
"""[m] that a hold must stand out of the wall"""


def own_hold(path: str | Path, unit: str = "m", pull: ArrayLike = DOWN) -> Hold:
    """A hold from a mesh file, in the frame of `Hold`: wall at y = 0, climber at −y, z up.

    The mesh is moved along y so that its back is the wall, and its middle to the wall's. Fingers go
    to the highest point seen against the pull, half way out. Its kind is the file's whole name: a
    jug.stl is not the library's jug.

    Raises:
        FileError, InputError: no closed mesh of 5 mm to 1 m, or one that is flat on the wall.
    """
    obj = load_mesh_object(path, unit=unit)
    low, high = obj.bounds
    if high[1] - low[1] < LEAST_OUT:
        raise InputError(
            f"{path} stands {1e3 * (high[1] - low[1]):.1f} mm out of the wall: too flat."
        )
    shift = np.array([0.0, -high[1], CENTRE]) - [(low + high)[0] / 2, 0.0, (low + high)[2] / 2]
    placed = _moved(obj, shift)
    against = unit_direction(pull)
    return Hold(Path(path).name, placed, _highest(placed.vertices, against), against)


def _moved(obj: Object, shift: np.ndarray) -> Object:
    parts = tuple(ConvexPart(p.kind, p.size, p.pos + shift, p.quat, p.vertices) for p in obj.parts)
    return replace(obj, vertices=obj.vertices + shift, parts=parts, com=obj.com + shift)


def _highest(vertices: np.ndarray, pull: np.ndarray) -> np.ndarray:
    """(3,) the point furthest against the pull among those in the outer half."""
    outer = vertices[vertices[:, 1] < vertices[:, 1].min() / 2]
    return outer[np.argmax(-outer @ pull)]
