"""A jam jar: the object is its lid, which the hand turns; the jar, full, is the base below it.

The axis is z, and the jar stands on z = 0. Turning is positive counter-clockwise seen from above,
which opens the jar.
"""

from functools import cache

import numpy as np

from prehensile.world.objects.object import Mount, Object
from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.things.between import faces_between
from prehensile.world.things.fluted import fluted
from prehensile.world.things.parts import turned_hull, upright_cylinder
from prehensile.world.things.turned import rounded_outline

HEIGHT = 0.100
RADIUS = 0.037
LID_RADIUS = 0.034
LID_BOTTOM = 0.084
MASS = 0.4  # all together
LID_MASS = 0.02
COLOR = (0.78, 0.22, 0.20)
GLASS_COLOR = (0.80, 0.62, 0.45)

FRICTION_TORQUE = 0.15
"""[Nm] a lid that has been opened before: 4.4 N at its rim. (The first opening of a jar with a
vacuum seal takes ten to twenty times that, the strength of the whole arm.)"""

_GAP = 0.0006  # between jar and lid: their parts never touch, whatever the solver's margin
_NECK_RADIUS = 0.0315


@cache
def jar() -> Object:
    """The lid: 68 mm wide, 16 mm tall, 0.02 kg, on a hinge above a jar of 0.38 kg.

    Parts: one cylinder; of the jar a cylinder, a hull for the shoulder, a cylinder for the neck.
    """
    outline = rounded_outline(
        [
            (0.0, LID_BOTTOM),
            (LID_RADIUS, LID_BOTTOM, 0.001),
            *((LID_RADIUS, z) for z in np.linspace(LID_BOTTOM + 0.0015, HEIGHT - 0.003, 6)),
            (LID_RADIUS, HEIGHT, 0.002),
            (LID_RADIUS - 0.0045, HEIGHT),
            (LID_RADIUS - 0.0055, HEIGHT - 0.0010),
            (0.0, HEIGHT - 0.0010),  # the middle that pops when the seal is broken
        ]
    )
    vertices, faces = lathe(outline, even_angles(192))
    vertices = fluted(vertices, 32, 0.0007, LID_BOTTOM + 0.001, HEIGHT - 0.0015, 0.032)
    mesh = vertices, faces
    side = faces_between(mesh, 2, LID_BOTTOM + 0.001, HEIGHT - 0.002)
    return Object.from_mesh(
        "jar",
        *mesh,
        (upright_cylinder(LID_RADIUS, LID_BOTTOM, HEIGHT),),
        LID_MASS,
        color=COLOR,
        regions={"side": side, "top": faces_between(mesh, 2, HEIGHT - 0.002)},
        mount=Mount(
            base=_glass(),
            joint="hinge",
            point=np.array([0.0, 0.0, LID_BOTTOM]),
            friction_torque=FRICTION_TORQUE,
            damping=0.002,
        ),
    )


def _glass() -> Object:
    """The jar with what is in it, its top closed just below the lid."""
    top = LID_BOTTOM - _GAP
    outline = rounded_outline(
        [
            (0.0, 0.0015),
            (0.026, 0.0),
            (RADIUS, 0.0, 0.004),
            *((RADIUS, z) for z in (0.02, 0.035, 0.05)),
            (RADIUS, 0.066, 0.008),
            (_NECK_RADIUS, 0.077, 0.003),
            (_NECK_RADIUS, top, 0.0004),
            (0.0, top),
        ]
    )
    parts = (
        upright_cylinder(RADIUS, 0.0, 0.0635),
        turned_hull([(RADIUS - 0.0003, 0.0635), (_NECK_RADIUS, 0.077)], 32),
        upright_cylinder(_NECK_RADIUS, 0.07, top),
    )
    return Object.from_mesh(
        "jar_glass", *lathe(outline, even_angles(80)), parts, MASS - LID_MASS, color=GLASS_COLOR
    )
