"""A dial: the object is the knob, which the hand turns; the base is the plate below it.

The axis is z, the plate lies on z = 0, the knob's pointer shows along −y when the angle is 0.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from prehensile.world.objects.object import Mount, Object
from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.things.between import faces_between
from prehensile.world.things.block import block
from prehensile.world.things.fluted import fluted
from prehensile.world.things.joined import Mesh, hulled, joined, joined_named, moved
from prehensile.world.things.parts import between, box_between, upright_cylinder
from prehensile.world.things.turned import rounded_outline

RADIUS = 0.026
SKIRT_RADIUS = 0.029
HEIGHT = 0.042
MASS = 0.06
PLATE_SIDE = 0.100
PLATE_HEIGHT = 0.008
PLATE_MASS = 0.25
COLOR = (0.30, 0.32, 0.36)
PLATE_COLOR = (0.80, 0.81, 0.80)

FRICTION_TORQUE = 0.03
"""[Nm] a stiff potentiometer or a cooker's knob: 1.2 N at the rim, easily turned by two fingers."""
LIMITS = (-np.radians(150.0), np.radians(150.0))
"""[rad] where it stops, unless it is endless"""

_GAP = 0.0008  # between plate and knob: their parts never touch
_SKIRT_TOP = 0.0145
_TICKS = 11
_ENDLESS_TICKS = 12


@cache
def dial(endless: bool = False) -> Object:
    """The knob: 52 mm wide at the grip, 33 mm tall, 0.06 kg, on a hinge above a plate.

    It stops 150° to either side, or turns for ever if it is ``endless``; its plate then has marks
    all round.

    Parts: two cylinders (grip and skirt) and a box for the pointer; of the plate two
    crossed boxes and four cylinders.
    """
    low = PLATE_HEIGHT + _GAP
    parts = (
        upright_cylinder(SKIRT_RADIUS, low, _SKIRT_TOP),
        upright_cylinder(RADIUS - 0.0004, low, HEIGHT),
        box_between((-0.0016, -RADIUS + 0.002, HEIGHT - 0.001), (0.0016, -0.004, HEIGHT + 0.0015)),
    )
    mesh, regions = _knob(low)
    return Object.from_mesh(
        "dial",
        *mesh,
        parts,
        MASS,
        color=COLOR,
        regions=regions,
        mount=Mount(
            base=_plate(endless),
            joint="hinge",
            point=np.array([0.0, 0.0, low]),
            friction_torque=FRICTION_TORQUE,
            damping=0.0005,
            limits=None if endless else LIMITS,
        ),
    )


def _knob(low: float) -> tuple[Mesh, dict[str, NDArray[np.int32]]]:
    """The knob above ``low`` [m], and its parts."""
    outline = rounded_outline(
        [
            (0.0, low),
            (SKIRT_RADIUS, low, 0.0006),
            (SKIRT_RADIUS, _SKIRT_TOP, 0.0015),
            (RADIUS, _SKIRT_TOP + 0.0008, 0.0008),
            *((RADIUS, z) for z in np.linspace(_SKIRT_TOP + 0.003, HEIGHT - 0.0035, 8)),
            (RADIUS, HEIGHT, 0.0025),
            (0.0, HEIGHT),
        ]
    )
    vertices, faces = lathe(outline, even_angles(192))
    grip = fluted(vertices, 24, 0.0012, _SKIRT_TOP + 0.001, HEIGHT - 0.001, RADIUS - 0.0026)
    kept = vertices[:, 2] < _SKIRT_TOP + 0.001  # the skirt stays round
    grip[kept] = vertices[kept]
    pointer = block((-0.0016, -RADIUS + 0.002, HEIGHT - 0.001), (0.0016, -0.004, HEIGHT + 0.0015))
    mark = block(
        (-0.0012, -SKIRT_RADIUS + 0.0001, low + 0.001), (0.0012, -RADIUS, _SKIRT_TOP + 0.0007)
    )
    mesh, regions = joined_named(knob=(grip, faces), pointer=pointer, mark=mark)
    knob = regions.pop("knob")
    regions["skirt"] = np.intersect1d(knob, faces_between(mesh, 2, high=_SKIRT_TOP))
    regions["grip"] = np.setdiff1d(knob, regions["skirt"])
    return mesh, regions


def _plate(endless: bool) -> Object:
    corner, half = 0.008, PLATE_SIDE / 2.0
    disc = lathe(
        rounded_outline(
            [(0.0, 0.0), (corner, 0.0, 0.0008), (corner, PLATE_HEIGHT, 0.002), (0.0, PLATE_HEIGHT)]
        ),
        even_angles(48),
    )
    reach = half - corner
    slab = hulled(*(moved(disc, (x, y, 0.0)) for x in (-reach, reach) for y in (-reach, reach)))
    marks = even_angles(_ENDLESS_TICKS) if endless else np.linspace(*LIMITS, _TICKS)
    ticks = [_tick(angle) for angle in marks]
    parts = (
        box_between((-half, -reach, 0.0), (half, reach, PLATE_HEIGHT)),
        box_between((-reach, -half, 0.0), (reach, half, PLATE_HEIGHT)),
        *(
            between("cylinder", corner, (x, y, 0.0), (x, y, PLATE_HEIGHT))
            for x in (-reach, reach)
            for y in (-reach, reach)
        ),
    )
    return Object.from_mesh(
        "dial_plate", *joined(slab, *ticks), parts, PLATE_MASS, color=PLATE_COLOR
    )


def _tick(angle: float) -> Mesh:
    """A raised mark on the plate, ``angle`` [rad] from −y about z."""
    vertices, faces = block(
        (-0.0010, -0.0425, PLATE_HEIGHT - 0.001), (0.0010, -0.0335, PLATE_HEIGHT + 0.0012)
    )
    cos, sin = np.cos(angle), np.sin(angle)
    return vertices @ np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]]), faces
