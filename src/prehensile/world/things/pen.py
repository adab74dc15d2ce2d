"""A ballpoint pen lying along x: tip towards −x, push button towards +x, its clip on top.

The origin is below its middle, on the table: z = 0 touches the barrel.
"""

from functools import cache

import numpy as np

from prehensile.world.objects.object import ConvexPart, Object
from prehensile.world.objects.primitives import even_angles, lathe
from prehensile.world.things.between import faces_between
from prehensile.world.things.block import block
from prehensile.world.things.joined import Mesh, joined_named, moved, turned_to
from prehensile.world.things.parts import between, box_between
from prehensile.world.things.turned import rounded_outline

LENGTH = 0.142
RADIUS = 0.0055
MASS = 0.012
COLOR = (0.14, 0.25, 0.55)

_CONE = (0.004, 0.022)  # where the tip widens, from the point
_BARREL_END = 0.130
_BUTTON_RADIUS = 0.0030
_CLIP_WIDTH = 0.0045
_CLIP = (0.086, 0.128)  # from the point
_CLIP_Z = (0.0022, 0.0036)  # above the barrel


@cache
def pen() -> Object:
    """The pen: 142 mm long, 11 mm thick, 0.012 kg.

    Parts: cylinders for barrel, button and point, a hull for the cone, boxes for the clip.
    """
    bar, foot, knob = _clip()
    mesh, made = joined_named(barrel=_barrel(), bar=bar, foot=foot, knob=knob)
    cone, end = (along - LENGTH / 2.0 for along in (_CONE[1], _BARREL_END))
    regions = {
        "tip": faces_between(mesh, 0, high=cone),
        "barrel": np.intersect1d(made["barrel"], faces_between(mesh, 0, cone, end)),
        "button": faces_between(mesh, 0, low=end),
        "clip": np.concatenate([made[piece] for piece in ("bar", "foot", "knob")]),
    }
    return Object.from_mesh("pen", *mesh, _parts(), MASS, color=COLOR, regions=regions)


def _barrel() -> Mesh:
    low, high = _CONE
    outline = rounded_outline(
        [
            (0.0, 0.0),
            (0.0008, 0.0, 0.0005),
            (0.0013, low),
            (0.0019, low),
            (0.0046, high, 0.010),
            (0.0048, high + 0.010),
            (RADIUS, high + 0.011, 0.0006),
            *((RADIUS, z) for z in (0.045, 0.060)),
            (RADIUS, 0.0740),
            (RADIUS - 0.0006, 0.0743),
            (RADIUS - 0.0006, 0.0757),
            (RADIUS, 0.0760),
            *((RADIUS, z) for z in (0.090, 0.110)),
            (RADIUS, _BARREL_END, 0.0012),
            (_BUTTON_RADIUS, _BARREL_END),
            (_BUTTON_RADIUS, LENGTH, 0.0012),
            (0.0, LENGTH),
        ]
    )
    mesh = turned_to(lathe(outline, even_angles(40)), "x")
    return moved(mesh, (-LENGTH / 2.0, 0.0, RADIUS))


def _clip() -> list[Mesh]:
    start, end = _CLIP
    low, high = (2.0 * RADIUS + z for z in _CLIP_Z)
    bar = _block(start, end, low, high)
    foot = _block(end - 0.006, end, RADIUS, high)
    knob = _block(start + 0.001, start + 0.005, 2.0 * RADIUS + 0.0005, low + 0.0002)
    return [bar, foot, knob]


def _block(start: float, end: float, low: float, high: float) -> Mesh:
    half = _CLIP_WIDTH / 2.0
    return block((start - LENGTH / 2.0, -half, low), (end - LENGTH / 2.0, half, high))


def _parts() -> tuple[ConvexPart, ...]:
    def at(along: float) -> tuple[float, float, float]:
        return along - LENGTH / 2.0, 0.0, RADIUS

    low, high = _CONE
    start, end = _CLIP
    angle = even_angles(20)
    ring = np.stack([0.0 * angle, np.cos(angle), np.sin(angle)], axis=1)
    cone = np.concatenate([0.0019 * ring + at(low), 0.0047 * ring + at(high)])
    half, top = _CLIP_WIDTH / 2.0, 2.0 * RADIUS + _CLIP_Z[1]
    return (
        between("cylinder", RADIUS, at(high + 0.010), at(_BARREL_END)),
        between("cylinder", 0.0047, at(high), at(high + 0.010)),
        ConvexPart("hull", vertices=cone),
        between("cylinder", 0.0011, at(0.0), at(low)),
        between("cylinder", _BUTTON_RADIUS, at(_BARREL_END), at(LENGTH)),
        box_between(
            (start - LENGTH / 2.0, -half, top + _CLIP_Z[0] - _CLIP_Z[1]),
            (end - LENGTH / 2.0, half, top),
        ),
        box_between(
            (end - 0.006 - LENGTH / 2.0, -half, 2.0 * RADIUS - 0.001),
            (end - LENGTH / 2.0, half, top),
        ),
    )
