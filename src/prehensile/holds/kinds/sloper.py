"""Sloper: a dome without a lip, held by friction alone."""

import numpy as np

from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.sizes import Ranges, drawn_sizes
from prehensile.holds.kinds.solids import DENSITY
from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.objects.primitives import ball
from prehensile.world.things.block import block
from prehensile.world.things.hold import CENTRE, FRICTION
from prehensile.world.things.joined import cut, moved

RANGES: Ranges = {"radius": (0.080, 0.110)}
STEEPEST = 20.0
"""[deg] that the surface falls off, outwards, at the front of where it is held"""
_GRIPPED = 11.0  # [deg] where fingertips go, between level and the steepest
_COLOR = (0.85, 0.72, 0.25)


def sloper(seed: int | None = None) -> Hold:
    """Half a ball on the wall, round by at least 80 mm: level at the wall and falling off by 20° at
    R sin 20° (27 mm or more) in front of it.
    """
    sizes = drawn_sizes(RANGES, "sloper", seed)
    radius = sizes["radius"]
    middle = (0.0, 0.0, CENTRE - 0.05)
    whole = ball(radius, 1.0)
    half = cut(
        moved((whole.vertices, whole.faces), middle),
        block((-1.0, 0.0, -1.0), (1.0, 1.0, 1.0)),
    )
    part = ConvexPart("sphere", np.array([radius]), np.array(middle))
    mass = DENSITY * 2 / 3 * np.pi * radius**3 / 3  # hollow, as large holds are
    obj = Object.from_mesh("sloper", *half, (part,), mass, friction=FRICTION, color=_COLOR)
    fall = np.radians(_GRIPPED)
    grip = np.array(middle) + radius * np.array([0.0, -np.sin(fall), np.cos(fall)])
    return Hold("sloper", obj, grip, sizes=sizes, seed=seed)
