"""`Design`: a drawn thing before it is made: its solids, of what, and where it is taken."""

from typing import NamedTuple

import numpy as np

from prehensile.bench.grasps.box import Box, Boxes
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.convex import convex_parts
from prehensile.world.objects.object import Object, combined_moments
from prehensile.world.things.joined import Mesh, joined

MARGIN = 0.003
"""[m] by which a region is wider than what lies in it: contacts lie on its surface"""


class Material(NamedTuple):
    """What something is made of, as far as a hand feels it."""

    density: float
    """[kg/m³]"""
    friction: float
    """coefficient of sliding against skin"""
    color: tuple[float, float, float]
    """sRGB"""


WOOD = Material(650.0, 0.6, (0.68, 0.50, 0.32))
STEEL = Material(7800.0, 0.55, (0.66, 0.68, 0.71))
ALUMINIUM = Material(2700.0, 0.55, (0.74, 0.75, 0.77))
PLASTIC = Material(1050.0, 0.6, (0.30, 0.45, 0.62))
HOLLOW_PLASTIC = Material(450.0, 0.6, (0.42, 0.55, 0.42))
RUBBER = Material(1100.0, 0.8, (0.35, 0.33, 0.33))
GLASS = Material(2500.0, 0.6, (0.72, 0.80, 0.80))
CERAMIC = Material(2300.0, 0.65, (0.86, 0.83, 0.76))
PAPER = Material(750.0, 0.6, (0.85, 0.80, 0.70))
FILLED_CARTON = Material(250.0, 0.6, (0.72, 0.58, 0.40))
LIQUID_INSIDE = Material(1000.0, 0.6, (0.55, 0.62, 0.50))
FOAM = Material(60.0, 0.8, (0.80, 0.66, 0.45))


class Piece(NamedTuple):
    """A solid of one material."""

    mesh: Mesh
    material: Material


class Design(NamedTuple):
    """What was drawn."""

    kind: str
    pieces: tuple[Piece, ...]
    """they overlap where they hold together; the first is what skin touches most"""
    part: str = ""
    """what a person would take it by; empty where any place will do"""
    handle: Boxes = ()

    def surface(self) -> Mesh:
        """All solids as one."""
        return joined(*(piece.mesh for piece in self.pieces))

    def made(self, name: str) -> Object:
        """The object, cut into convex parts as a mesh from a file would be."""
        mesh = self.surface()
        mass = [p.material.density * solid_moments(*p.mesh).volume for p in self.pieces]
        weighed = [(*p.mesh, m) for p, m in zip(self.pieces, mass, strict=True)]
        com, inertia = combined_moments(weighed)
        first = self.pieces[0].material
        return Object(
            name, *mesh, convex_parts(*mesh), float(sum(mass)), com, inertia,
            friction=(first.friction, 0.003, 5e-4), color=first.color,
        )  # fmt: skip


def box_around(mesh: Mesh, low: float | None = None, high: float | None = None) -> Box:
    """The region of a solid that lies along x, from ``low`` to ``high`` [m] of it if given."""
    least, most = mesh[0].min(axis=0) - MARGIN, mesh[0].max(axis=0) + MARGIN
    if low is not None:
        least[0] = low
    if high is not None:
        most[0] = high
    x0, y0, z0 = (float(v) for v in least)
    x1, y1, z1 = (float(v) for v in most)
    return Box((x0, y0, z0), (x1, y1, z1))


def drawn(rng: np.random.Generator, low: float, high: float) -> float:
    """A length or share between two, any as likely."""
    return float(rng.uniform(low, high))
