"""A rigid object to hold: what is seen (a mesh), what is touched (convex parts), what is moved.

The object frame is the mesh's own frame: the origin its maker chose is kept, and the centre of
mass is a point in that frame. Lengths in metres, masses in kilograms, quaternions wxyz.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prehensile.errors import InputError
from prehensile.files.pictures.texture import Texture
from prehensile.frozen import frozen
from prehensile.mesh.open_edges import open_edge_count
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.checked import (
    FloatArray,
    assign,
    checked_inertia,
    checked_numbers,
    frozen_faces,
)
from prehensile.world.objects.convex_part import ConvexPart
from prehensile.world.objects.regions import FaceArray, Regions, find_region

UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254}
"""Length units a mesh may be in, in metres."""

_UNIT_NAMES = {"m": "metres", "cm": "centimetres", "mm": "millimetres", "in": "inches"}

LENGTH_RANGE = (0.005, 1.0)
"""Shortest and longest object, by its longest side [m]: what a hand can hold."""

DEFAULT_FRICTION = (0.8, 0.003, 5e-4)
"""Sliding coefficient, torsional and rolling friction [m]: skin on glazed clay, roughly. A ball of
3 cm then rolls with 1.5 % of its weight against it: a fruit on a wooden table."""

DEFAULT_COLOR = (0.70, 0.72, 0.75)


JointKind = Literal["hinge", "fixed"]


@dataclass(frozen=True, eq=False)
class Mount:
    """How an object is held by what it belongs to: a knob on its plate, a lid on its jar.

    Everything is in the object's frame, which the base shares: both get the same pose.

    Attributes:
        base: what it is mounted on, which does not move; None if nothing of it is to be seen.
        joint: ``hinge`` (turns about the axis) or ``fixed``.
        axis: (3,) unit vector of the hinge; turning is positive right-handed about it.
        point: (3,) [m] a point of the hinge's axis.
        friction_torque: [Nm] what must be overcome before it turns, and while it does.
        damping: [Nm s/rad]
        limits: [rad] lowest and highest angle, 0 being as made; None if it turns for ever.
    """

    base: Object | None = None
    joint: JointKind = "fixed"
    axis: FloatArray = field(default_factory=lambda: np.array([0.0, 0.0, 1.0]))
    point: FloatArray = field(default_factory=lambda: np.zeros(3))
    friction_torque: float = 0.0
    damping: float = 0.0
    limits: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if self.joint not in get_args(JointKind):
            raise InputError(f"unknown joint of a mount {self.joint!r}; expected hinge or fixed.")
        axis = frozen(self.axis, np.float64, (3,), "axis of a mount")
        norm = float(np.linalg.norm(axis))
        if abs(norm - 1.0) > 1e-6:
            raise InputError(f"axis of a mount must have length 1, not {norm:.6g}.")
        assign(self, "axis", frozen(axis / norm, np.float64, (3,), "axis of a mount"))
        assign(self, "point", frozen(self.point, np.float64, (3,), "point of a mount"))
        for what in ("friction_torque", "damping"):
            value = float(getattr(self, what))
            if not (np.isfinite(value) and value >= 0.0):
                raise InputError(f"{what} of a mount must be finite and not negative, not {value}.")
            assign(self, what, value)
        if self.limits is not None:
            low, high = frozen(self.limits, np.float64, (2,), "limits of a mount").tolist()
            if not low <= 0.0 <= high or low == high:
                raise InputError(f"limits of a mount must enclose 0, not {low} to {high} rad.")
            assign(self, "limits", (low, high))


@dataclass(frozen=True, eq=False)
class Object:
    """A rigid object; immutable, its arrays read-only copies.

    Attributes:
        name: what it is called; a name in the simulation is chosen when it is added there.
        vertices: (V, 3) [m] of the visual mesh, object frame.
        faces: (F, 3) vertex indices, counter-clockwise seen from outside.
        parts: the collision shape, a union of convex parts.
        mass: [kg]
        com: (3,) [m] centre of mass, object frame.
        inertia: (3, 3) [kg m²] about the centre of mass, object axes.
        friction: sliding coefficient, torsional [m], rolling [m].
        color: red, green, blue in 0..1.
        mount: what it is mounted on and how it turns there; None if it is free.
        regions: named parts of its surface: name → sorted face indices (n,).
        texture: a picture on its faces, shown instead of ``color``; None without one.

    Raises:
        InputError: an attribute that no rigid body of a size to hold can have.
    """

    name: str
    vertices: FloatArray
    faces: NDArray[np.int32]
    parts: tuple[ConvexPart, ...]
    mass: float
    com: FloatArray
    inertia: FloatArray
    friction: tuple[float, float, float] = DEFAULT_FRICTION
    color: tuple[float, float, float] = DEFAULT_COLOR
    mount: Mount | None = None
    regions: Mapping[str, FaceArray] = field(default_factory=dict)
    texture: Texture | None = None

    @classmethod
    def from_mesh(
        cls,
        name: str,
        vertices: ArrayLike,
        faces: ArrayLike,
        parts: tuple[ConvexPart, ...],
        mass: float,
        *,
        friction: tuple[float, float, float] = DEFAULT_FRICTION,
        color: tuple[float, float, float] = DEFAULT_COLOR,
        mount: Mount | None = None,
        regions: Mapping[str, ArrayLike] | None = None,
        texture: Texture | None = None,
    ) -> Object:
        """An object that fills its closed mesh with uniform density.

        Raises:
            InputError: the mesh is not closed or encloses no volume.
        """
        points = frozen(vertices, np.float64, (None, 3), "vertices")
        triangles = frozen_faces(faces, len(points))
        open_edges = open_edge_count(triangles)
        if open_edges:
            raise InputError(f"the mesh of {name!r} is not closed: {open_edges} open edges.")
        moments = solid_moments(points, triangles)
        if not moments.volume > 0.0:
            raise InputError(
                f"the mesh of {name!r} encloses no volume; its faces must be counter-clockwise "
                "seen from outside."
            )
        return cls(
            name=name,
            vertices=points,
            faces=triangles,
            parts=parts,
            mass=mass,
            com=moments.com,
            inertia=moments.inertia * (mass / moments.volume),
            friction=friction,
            color=color,
            mount=mount,
            regions=Regions(regions or {}, len(triangles), f"object {name!r}"),
            texture=texture,
        )

    def __post_init__(self) -> None:
        who = f"object {self.name!r}"
        assign(self, "vertices", frozen(self.vertices, np.float64, (None, 3), f"vertices of {who}"))
        if len(self.vertices) == 0:
            raise InputError(f"{who} has no vertices.")
        assign(self, "faces", frozen_faces(self.faces, len(self.vertices)))
        check_length(self.vertices)
        assign(self, "parts", tuple(self.parts))
        if not self.parts:
            raise InputError(f"{who} has no convex parts, so nothing could touch it.")
        assign(self, "mass", float(self.mass))
        if not (np.isfinite(self.mass) and self.mass > 0.0):
            raise InputError(f"mass of {who} must be positive and finite, not {self.mass} kg.")
        assign(self, "com", frozen(self.com, np.float64, (3,), f"com of {who}"))
        assign(self, "inertia", checked_inertia(self.inertia, who))
        assign(self, "friction", checked_numbers(self.friction, f"friction of {who}", np.inf))
        assign(self, "color", checked_numbers(self.color, f"color of {who}", 1.0))
        assign(self, "regions", Regions(self.regions, len(self.faces), who))
        if self.texture is not None and len(self.texture.corner_uv) != len(self.faces):
            raise InputError(
                f"the texture of {who} is of {len(self.texture.corner_uv)} faces; it has "
                f"{len(self.faces)}."
            )

    @property
    def bounds(self) -> FloatArray:
        """(2, 3) [m] lowest and highest corner of the mesh's bounding box, object frame."""
        return np.stack([self.vertices.min(axis=0), self.vertices.max(axis=0)])

    @property
    def extents(self) -> FloatArray:
        """(3,) [m] sides of the bounding box."""
        low, high = self.bounds
        return high - low

    @property
    def centre(self) -> FloatArray:
        """(3,) [m] middle of the bounding box, object frame."""
        return self.bounds.mean(axis=0)

    def region(self, name: str) -> FaceArray:
        """(n,) the faces of one of its parts, by name.

        Raises:
            UnknownNameError: it has no such part; the message lists those it has.
            InputError: none of its parts has a name.
        """
        return find_region(self.regions, name, repr(self.name))

    def region_triangles(self, name: str) -> FloatArray:
        """(n, 3, 3) [m] the corners of a part's triangles, object frame; errors as `region`."""
        return self.vertices[self.faces[self.region(name)]]

    def with_mass(self, mass: float) -> Object:
        """The same object, lighter or heavier: inertia follows the mass [kg]."""
        return replace(self, mass=mass, inertia=self.inertia * (mass / self.mass))

    def with_friction(self, sliding: float) -> Object:
        """This object with another sliding friction coefficient."""
        return replace(self, friction=(sliding, *self.friction[1:]))


def combined_moments(
    pieces: Sequence[tuple[FloatArray, NDArray[np.int32], float]],
) -> tuple[FloatArray, FloatArray]:
    """Centre of mass (3,) [m] and inertia (3, 3) [kg m²] about it, of solids side by side.

    Args:
        pieces: vertices (V, 3) [m], faces (F, 3) of a closed mesh and its mass [kg], each filled
            with its own uniform density. Where they overlap both count.
    """
    moments = [solid_moments(vertices, faces) for vertices, faces, _ in pieces]
    masses = [mass for _, _, mass in pieces]
    com = sum((m * piece.com for m, piece in zip(masses, moments, strict=True)), np.zeros(3))
    com /= sum(masses)
    inertia = np.zeros((3, 3))
    for mass, piece in zip(masses, moments, strict=True):
        away = piece.com - com
        inertia += piece.inertia * (mass / piece.volume)
        inertia += mass * (away @ away * np.eye(3) - np.outer(away, away))  # Steiner
    return com, inertia


def check_length(vertices: FloatArray, unit: str = "m") -> None:
    """Refuse a mesh no hand could hold, and guess which unit it was meant in.

    Args:
        vertices: (V, 3) [m], already converted from ``unit``.
        unit: what the file was taken to be in.

    Raises:
        InputError: the longest side is not within ``LENGTH_RANGE``.
    """
    length = float(np.ptp(vertices, axis=0).max())
    if LENGTH_RANGE[0] <= length <= LENGTH_RANGE[1]:
        return
    written = length / UNITS[unit]
    likely = [u for u in UNITS if u != unit and 0.02 <= written * UNITS[u] <= 0.5]
    hint = " ".join(f"If it is in {_UNIT_NAMES[u]} pass --unit {u}." for u in likely)
    raise InputError(
        f"the mesh is {_length_text(length)} long; an object to hold is 5 mm to 1 m long. "
        f"{hint or 'No --unit (' + ', '.join(UNITS) + ') makes it one: scale it first.'}"
    )


def _length_text(length: float) -> str:
    return f"{length:.3g} m" if length >= 1.0 else f"{length * 1000.0:.3g} mm"
