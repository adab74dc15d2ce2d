"""Pinch: a fin between thumb and fingers, a little wider below, where it is pulled."""

import numpy as np

from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.sizes import Ranges, drawn_sizes
from prehensile.holds.kinds.solids import solid_object
from prehensile.world.things.hold import CENTRE

RANGES: Ranges = {
    "width": (0.040, 0.060),
    "taper_degrees": (5.0, 9.0),
    "reach": (0.068, 0.080),
}
_BELOW, _ABOVE = 0.085, 0.085  # of its middle: the thumb is lower than the fingers
_FINGERS = 0.025  # above the middle, where fingertips go
_FALL = 0.7  # of the top, outwards: too steep to hook fingers over it
_DEPTH = 0.031  # in front of the wall: four fingers side by side
_ROUNDING = 0.008
_COLOR = (0.42, 0.62, 0.35)


def pinch(seed: int | None = None) -> Hold:
    """A fin 40 to 60 mm wide at its middle, whose sides spread downwards."""
    sizes = drawn_sizes(RANGES, "pinch", seed)
    slope = np.tan(np.radians(sizes["taper_degrees"]))
    rows = []
    for up, fall in ((-_BELOW, 0.0), (_ABOVE, _FALL)):
        out = _outline(0.0, sizes["reach"])[1]
        height = up - fall * out
        x = _outline(sizes["width"] / 2 - slope * height, sizes["reach"])[0]
        rows += [np.stack([s * x, -out, CENTRE + height], axis=1) for s in (1.0, -1.0)]
    obj = solid_object("pinch", [np.concatenate(rows)], _COLOR)
    grip = np.array([0.0, -_DEPTH, CENTRE + _FINGERS])
    return Hold("pinch", obj, grip, sizes=sizes, seed=seed)


def _outline(half: np.ndarray | float, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """X and out (n,) [m] of a level section's right half: square at the wall, rounded in front."""
    angle = np.append(0.0, np.linspace(0.0, np.pi / 2, 8))
    out = reach - _ROUNDING * (1 - np.sin(angle))
    out[0] = 0.0
    return half - _ROUNDING * (1 - np.cos(angle)), out
