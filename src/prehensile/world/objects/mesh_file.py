"""An object to hold from a mesh file: read safely, checked, repaired only where it is harmless."""

from pathlib import Path

import numpy as np

from prehensile.errors import InputError
from prehensile.world.objects.convex import Decomposition, convex_parts, hull_mesh
from prehensile.world.objects.convex_part import ConvexPart
from prehensile.world.objects.object import Object, combined_moments
from prehensile.world.objects.surface import Surface, read_surface

DEFAULT_DENSITY = 300.0
"""[kg/m³] of an object whose mass is not given: things are hollow, so lighter than water."""

DEFAULT_MASS_RANGE = (0.01, 2.0)
"""[kg] A mass worked out from the volume stays within what a hand lifts with ease."""


def load_mesh_object(
    path: str | Path,
    unit: str = "m",
    mass: float | None = None,
    density: float = DEFAULT_DENSITY,
    how: Decomposition | None = None,
    close: bool = False,
) -> Object:
    """Read a mesh as a rigid object of uniform density.

    The file's origin and axes become the object frame, with one exception: glTF is y up by
    definition, and (x, y, z) becomes (x, −z, y). Several meshes in one file are put together by
    their transforms; where they overlap, mass counts twice. Duplicate vertices are merged and a
    mesh that is inside out is turned. Parts that the file names (groups, objects and materials of
    an OBJ, nodes and materials of a glTF, solids of an STL) are the object's ``regions``.

    Small holes are closed, and a `MeshWarning` says which. A mesh with a larger one has no inside:
    unless it is closed as well, its mass is spread over its convex parts.

    Args:
        path: a file with one of ``SUFFIXES``.
        unit: of lengths in the file: ``m``, ``cm``, ``mm`` or ``in``.
        mass: [kg]; if absent, volume times ``density``, within ``DEFAULT_MASS_RANGE``.
        density: [kg/m³]
        how: knobs of the convex decomposition.
        close: whether holes of any size are closed.

    Raises:
        FileError: missing, unreadable or of an unknown kind.
        InputError: no mesh of a size to hold.
    """
    path = Path(path)
    if not (np.isfinite(density) and density > 0.0):
        raise InputError(f"density must be positive, not {density} kg/m³.")
    if mass is not None and not (np.isfinite(mass) and mass > 0.0):
        raise InputError(f"mass must be positive and finite, not {mass} kg.")
    surface = read_surface(path, unit, close)
    parts = convex_parts(surface.points, surface.faces, how, closed=surface.closed)
    volume = surface.volume or sum(part.volume for part in parts)
    if mass is None:
        mass = float(np.clip(volume * density, *DEFAULT_MASS_RANGE))
    if not surface.closed:
        return _open_object(path.stem, surface, parts, mass)
    return Object.from_mesh(
        path.stem, surface.points, surface.faces, parts, mass,
        regions=surface.regions, texture=surface.texture,
    )  # fmt: skip


def _open_object(name: str, surface: Surface, parts: tuple[ConvexPart, ...], mass: float) -> Object:
    """An object whose mass is spread evenly over its convex parts."""
    volume = sum(part.volume for part in parts)
    hulls = [(*hull_mesh(part.vertices), mass * part.volume / volume) for part in parts]
    com, inertia = combined_moments(hulls)
    return Object(
        name, surface.points, surface.faces, parts, mass, com, inertia,
        regions=surface.regions, texture=surface.texture,
    )  # fmt: skip
