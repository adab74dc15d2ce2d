"""Pocket: a hole with room for two fingertips."""

import numpy as np

from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.sizes import Ranges, drawn_sizes
from prehensile.holds.kinds.solids import ledge, solid_object
from prehensile.world.things.hold import CENTRE

RANGES: Ranges = {
    "opening": (0.040, 0.046),
    "gap": (0.026, 0.032),
    "depth": (0.024, 0.032),
    "lip_radius": (0.0015, 0.0030),
}
_RIM = 0.016  # thickness of what surrounds the hole at the sides, and above
_FLOOR = 0.026  # and below
_COLOR = (0.55, 0.38, 0.62)


def pocket(seed: int | None = None) -> Hold:
    """A block with a hole 40 to 46 mm wide, open to the front."""
    sizes = drawn_sizes(RANGES, "pocket", seed)
    half, gap, depth = sizes["opening"] / 2, sizes["gap"], sizes["depth"]
    outer, rounding = half + _RIM, sizes["lip_radius"]
    floor = [(0.0, -_FLOOR), (depth, -_FLOOR / 2), (depth, 0.0, rounding), (0.0, 0.0)]
    roof = [(0.0, gap), (depth, gap, rounding), (depth, gap + _RIM / 2), (0.0, gap + _RIM)]
    side = [(0.0, 0.0), (depth, 0.0), (depth, gap), (0.0, gap)]
    pieces = [
        ledge(floor, -outer, outer),
        ledge(roof, -outer, outer),
        ledge(side, -outer, -half),
        ledge(side, half, outer),
    ]
    obj = solid_object("pocket", pieces, _COLOR)
    grip = np.array([0.0, -depth / 2, CENTRE])
    return Hold("pocket", obj, grip, fingers=("index", "middle"), sizes=sizes, seed=seed)
