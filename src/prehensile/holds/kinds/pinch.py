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
_BELOW, _ABOVE = 0.085, 0.060  # of its middle: the thumb is lower than the fingers
_FINGERS = 0.025  # above the middle, where fingertips go
_DEPTH = 0.031  # in front of the wall: four fingers side by side
_ROUNDING = 0.008
_COLOR = (0.42, 0.62, 0.35)


def pinch(seed: int | None = None) -> Hold:
    """A fin 40 to 60 mm wide at its middle, whose sides spread downwards."""
    sizes = drawn_sizes(RANGES, "pinch", seed)
    slope = np.tan(np.radians(sizes["taper_degrees"]))
    rows = []
    for up in (-_BELOW, _ABOVE):
        half = sizes["width"] / 2 - slope * up
        x, out = _section(half, sizes["reach"])
        rows.append(np.stack([x, -out, np.full(len(x), CENTRE + up)], axis=1))
    obj = solid_object("pinch", [np.concatenate(rows)], _COLOR)
    grip = np.array([0.0, -_DEPTH, CENTRE + _FINGERS])
    return Hold("pinch", obj, grip, sizes=sizes, seed=seed)


def _section(half: float, reach: float) -> tuple[np.ndarray, np.ndarray]:
    """X and out (n,) [m] of a level section: square at the wall, rounded at the front."""
    angle = np.linspace(0.0, np.pi / 2, 8)
    x = half - _ROUNDING * (1 - np.cos(angle))
    out = reach - _ROUNDING * (1 - np.sin(angle))
    right = np.stack([np.append(half, x), np.append(0.0, out)])
    left = right * [[-1.0], [1.0]]
    return tuple(np.concatenate([right, left], axis=1))
