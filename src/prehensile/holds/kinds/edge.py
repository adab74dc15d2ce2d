"""Edge and crimp: a ledge for the last joints of four fingers, 20 or 10 mm deep."""

import numpy as np

from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.sizes import Ranges, drawn_sizes
from prehensile.holds.kinds.solids import ledge, solid_object
from prehensile.world.things.hold import CENTRE

EDGE_DEPTH, CRIMP_DEPTH = 0.020, 0.010
"""[m] from the wall to the lip"""
RANGES: Ranges = {
    "width": (0.090, 0.120),
    "lip_radius": (0.0010, 0.0030),
    "incut_degrees": (0.0, 6.0),
    "height": (0.030, 0.045),
}
_LIP_HEIGHT = 0.006  # of the lip's front, before the hold slants back to the wall
_COLORS = {"edge": (0.20, 0.50, 0.72), "crimp": (0.80, 0.25, 0.28)}


def edge(seed: int | None = None) -> Hold:
    """A ledge 20 mm deep."""
    return _ledge_hold("edge", EDGE_DEPTH, seed)


def crimp(seed: int | None = None) -> Hold:
    """A ledge 10 mm deep."""
    return _ledge_hold("crimp", CRIMP_DEPTH, seed)


def _ledge_hold(kind: str, depth: float, seed: int | None) -> Hold:
    sizes = drawn_sizes(RANGES, kind, seed)
    rise = depth * np.tan(np.radians(sizes["incut_degrees"]))
    half = sizes["width"] / 2
    corners = [
        (0.0, -sizes["height"]),
        (depth, rise - _LIP_HEIGHT),
        (depth, rise, sizes["lip_radius"]),
        (0.0, 0.0),
    ]
    obj = solid_object(kind, [ledge(corners, -half, half)], _COLORS[kind])
    grip = (0.0, -depth / 2, CENTRE + rise / 2)
    return Hold(kind, obj, np.array(grip), sizes={"depth": depth, **sizes}, seed=seed)
