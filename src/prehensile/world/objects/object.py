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
from prehensile.frozen import frozen
from prehensile.mesh.open_edges import open_edge_count
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.checked import (
    FloatArray,
    checked_inertia,
    checked_numbers,
    frozen_faces,
    thickness,
)
from prehensile.world.objects.regions import FaceArray, Regions, find_region

PartKind = Literal["box", "capsule", "cylinder", "sphere", "ellipsoid", "hull"]
PART_KINDS: tuple[str, ...] = get_args(PartKind)

UNITS = {"m": 1.0, "cm": 0.01, "mm": 0.001, "in": 0.0254}
"""Length units a mesh may be in, in metres."""

_UNIT_NAMES = {"m": "metres", "cm": "centimetres", "mm": "millimetres", "in": "inches"}

LENGTH_RANGE = (0.005, 1.0)
"""Shortest and longest object, by its longest side [m]: what a hand can hold."""

DEFAULT_FRICTION = (0.8, 0.003, 5e-4)
"""Sliding coefficient, torsional and rolling friction [m]: skin on glazed clay, roughly. A ball of
3 cm then rolls with 1.5 % of its weight against it: a fruit on a wooden table."""

DEFAULT_COLOR = (0.70, 0.72, 0.75)


@dataclass(frozen=True, eq=False)
class ConvexPart:
    """One convex piece of an object's collision shape.

    Attributes:
        kind: ``box``, ``capsule``, ``cylinder``, ``sphere``, ``ellipsoid`` or ``hull``.
        size: (3,) [m] MuJoCo's half sizes, padded with zeros: box and ellipsoid (x, y, z),
            capsule and cylinder (radius, half length along z), sphere (radius); hull zeros.
        pos: (3,) [m] centre of the part, object frame.
        quat: (4,) wxyz, rotates part axes into object axes.
        vertices: (n, 3) [m] part frame; only for a hull, else (0, 3).
    """

    kind: PartKind
    size: FloatArray = field(default_factory=lambda: np.zeros(3))
    pos: FloatArray = field(default_factory=lambda: np.zeros(3))
    quat: FloatArray = field(default_factory=lambda: np.array([1.0, 0.0, 0.0, 0.0]))
    vertices: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))

    def __post_init__(self) -> None:
        if self.kind not in PART_KINDS:
            raise InputError(
                f"unknown kind of part {self.kind!r}; expected one of {', '.join(PART_KINDS)}."
            )
        size = np.zeros(3)
        given = np.atleast_1d(np.asarray(self.size, dtype=float))
        if given.shape not in ((1,), (2,), (3,)):
            raise InputError(f"a part's size has 1 to 3 numbers, not shape {given.shape}.")
        size[: len(given)] = given
        quat = frozen(self.quat, np.float64, (4,), "quat of a part")
        norm = float(np.linalg.norm(quat))
        if abs(norm - 1.0) > 1e-6:
            raise InputError(f"quat of a part must have length 1 (wxyz), not {norm:.6g}.")
        _set(self, "size", frozen(size, np.float64, (3,), "size of a part"))
        _set(self, "pos", frozen(self.pos, np.float64, (3,), "pos of a part"))
        _set(self, "quat", frozen(quat / norm, np.float64, (4,), "quat of a part"))
        _set(self, "vertices", frozen(self.vertices, np.float64, (None, 3), "vertices of a part"))
        if not self._is_solid():
            raise InputError(
                f"a {self.kind} part with size {size.tolist()} has no volume; "
                "every half size must be positive and a hull must not be flat."
            )

    def _is_solid(self) -> bool:
        if self.kind == "hull":
            return thickness(self.vertices) > 1e-9
        used = {"box": 3, "ellipsoid": 3, "capsule": 2, "cylinder": 2, "sphere": 1}[self.kind]
        return bool(np.all(self.size[:used] > 0.0))

    @property
    def volume(self) -> float:
        """[m³] Volume of the part, always positive."""
        a, b, c = self.size.tolist()
        match self.kind:
            case "box":
                return 8.0 * a * b * c
            case "ellipsoid":
                return 4.0 / 3.0 * np.pi * a * b * c
            case "capsule":
                return np.pi * a * a * (4.0 / 3.0 * a + 2.0 * b)
            case "cylinder":
                return 2.0 * np.pi * a * a * b
            case "sphere":
                return 4.0 / 3.0 * np.pi * a**3
            case "hull":
                from scipy.spatial import ConvexHull  # here: it takes half a second to load

                return float(ConvexHull(self.vertices).volume)


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
        _set(self, "axis", frozen(axis / norm, np.float64, (3,), "axis of a mount"))
        _set(self, "point", frozen(self.point, np.float64, (3,), "point of a mount"))
        for what in ("friction_torque", "damping"):
            value = float(getattr(self, what))
            if not (np.isfinite(value) and value >= 0.0):
                raise InputError(f"{what} of a mount must be finite and not negative, not {value}.")
            _set(self, what, value)
        if self.limits is not None:
            low, high = frozen(self.limits, np.float64, (2,), "limits of a mount").tolist()
            if not low <= 0.0 <= high or low == high:
                raise InputError(f"limits of a mount must enclose 0, not {low} to {high} rad.")
            _set(self, "limits", (low, high))


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
        )

    def __post_init__(self) -> None:
        who = f"object {self.name!r}"
        _set(self, "vertices", frozen(self.vertices, np.float64, (None, 3), f"vertices of {who}"))
        if len(self.vertices) == 0:
            raise InputError(f"{who} has no vertices.")
        _set(self, "faces", frozen_faces(self.faces, len(self.vertices)))
        check_length(self.vertices)
        _set(self, "parts", tuple(self.parts))
        if not self.parts:
            raise InputError(f"{who} has no convex parts, so nothing could touch it.")
        _set(self, "mass", float(self.mass))
        if not (np.isfinite(self.mass) and self.mass > 0.0):
            raise InputError(f"mass of {who} must be positive and finite, not {self.mass} kg.")
        _set(self, "com", frozen(self.com, np.float64, (3,), f"com of {who}"))
        _set(self, "inertia", checked_inertia(self.inertia, who))
        _set(self, "friction", checked_numbers(self.friction, f"friction of {who}", np.inf))
        _set(self, "color", checked_numbers(self.color, f"color of {who}", 1.0))
        _set(self, "regions", Regions(self.regions, len(self.faces), who))

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


def _set(instance: object, name: str, value: object) -> None:
    object.__setattr__(instance, name, value)  # the one way past frozen=True
