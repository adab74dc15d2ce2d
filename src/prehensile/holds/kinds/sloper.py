"""Sloper: a dome without a lip, held by friction alone."""

import numpy as np

from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.sizes import Ranges, drawn_sizes
from prehensile.holds.kinds.solids import DENSITY
from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.objects.primitives import ellipsoid
from prehensile.world.things.block import block
from prehensile.world.things.hold import CENTRE, FRICTION
from prehensile.world.things.joined import cut, moved

RANGES: Ranges = {"radius": (0.080, 0.110), "reach": (0.058, 0.066)}
"""of curvature on top, across the wall; and out of the wall"""
_HALF_WIDTH = 0.085
_GRIPPED = 12.0  # [deg] where fingertips go, between level and the steepest
_BELOW = 0.035  # the dome's centre, below the hold's middle
_COLOR = (0.85, 0.72, 0.25)


def sloper(seed: int | None = None) -> Hold:
    """Half an ellipsoid on the wall, level there and round by at least 80 mm on top: it falls off
    by 20° about 3 cm in front of the wall.
    """
    sizes = drawn_sizes(RANGES, "sloper", seed)
    out = sizes["reach"]
    up = out**2 / sizes["radius"]  # an ellipse of semi-axes a and b is round by a²/b on top
    semi = np.array([_HALF_WIDTH, out, up])
    middle = (0.0, 0.0, CENTRE - _BELOW)
    whole = ellipsoid(semi.tolist(), 1.0)
    half = cut(
        moved((whole.vertices, whole.faces), middle),
        block((-1.0, 0.0, -1.0), (1.0, 1.0, 1.0)),
    )
    part = ConvexPart("ellipsoid", semi, np.array(middle))
    mass = DENSITY * 2 / 9 * np.pi * semi.prod()  # hollow to two thirds, as large holds are
    obj = Object.from_mesh("sloper", *half, (part,), mass, friction=FRICTION, color=_COLOR)
    fall = np.tan(np.radians(_GRIPPED))
    along = out * fall / np.hypot(fall, up / out)  # where the ellipse is as steep as that
    grip = np.array([0.0, -along, middle[2] + up * np.sqrt(1 - (along / out) ** 2)])
    return Hold("sloper", obj, grip, sizes=sizes, seed=seed)
