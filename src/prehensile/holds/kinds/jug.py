"""Jug: the catalogue's hold, with a lip to hook four fingers behind."""

from dataclasses import replace

import numpy as np

from prehensile.holds.kinds.hold import Hold
from prehensile.holds.kinds.sizes import Ranges, drawn_sizes
from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.things.hold import CENTRE, LIP_HEIGHT, LIP_RADIUS, hold

RANGES: Ranges = {"scale": (0.92, 1.08)}
_LIP_OUT = 0.047  # centre line of the lip, in front


def jug(seed: int | None = None) -> Hold:
    """The catalogue's hold; drawn from a seed, up to 8 % larger or smaller."""
    sizes = drawn_sizes(RANGES, "jug", seed)
    scale = sizes["scale"]
    obj = hold() if seed is None else _scaled(hold(), scale)
    grip = np.array([0.0, -scale * (_LIP_OUT - LIP_RADIUS), CENTRE + scale * LIP_HEIGHT])
    return Hold("jug", obj, grip, sizes=sizes, seed=seed)


def _scaled(obj: Object, factor: float) -> Object:
    """Larger about the middle of its back, which stays on the wall."""
    middle = np.array([0.0, 0.0, CENTRE])

    def placed(points: np.ndarray) -> np.ndarray:
        return middle + factor * (points - middle)

    parts = tuple(
        ConvexPart(p.kind, factor * p.size, placed(p.pos), p.quat, factor * p.vertices)
        for p in obj.parts
    )
    return replace(
        obj,
        vertices=placed(obj.vertices),
        parts=parts,
        mass=factor**3 * obj.mass,
        com=placed(obj.com),
        inertia=factor**5 * obj.inertia,
    )
