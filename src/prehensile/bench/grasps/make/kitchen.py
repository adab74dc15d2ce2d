"""Things of kitchen and bath with a handle, to develop on: filled vessels, and what is taken oddly.

Vessels stand upright about z, their handle towards +x; the others lie along x.
"""

import numpy as np

from prehensile.bench.grasps.box import ring
from prehensile.bench.grasps.make.design import (
    ALUMINIUM,
    CERAMIC,
    HOLLOW_PLASTIC,
    LIQUID_INSIDE,
    PLASTIC,
    STEEL,
    WOOD,
    Design,
    Piece,
    box_around,
    drawn,
)
from prehensile.bench.grasps.make.solids import SIDEWAYS, arch, bar, lying, slab, torus, turned
from prehensile.world.things.block import block
from prehensile.world.things.joined import Mesh, hulled, moved
from prehensile.world.things.swept import rings_along, swept


def full_mug(rng: np.random.Generator) -> Design:
    """A large mug with coffee in it."""
    r, high, wall = drawn(rng, 0.037, 0.043), drawn(rng, 0.085, 0.11), 0.004
    body = turned([(0, 0), (r, 0, 0.004), (r, high, 0.0015), (r - wall, high, 0.0015),
                   (r - wall, 0.006, 0.003), (0, 0.006)])  # fmt: skip
    coffee = turned([(0, 0.005), (r - wall + 5e-4, 0.005), (r - wall + 5e-4, 0.8 * high),
                     (0, 0.8 * high)])  # fmt: skip
    path = arch((r - wall / 2, 0.2 * high), (r - wall / 2, 0.85 * high), drawn(rng, 0.03, 0.038))
    handle = bar(path, 0.007, 0.0045)
    pieces = (Piece(body, CERAMIC), Piece(handle, CERAMIC), Piece(coffee, LIQUID_INSIDE))
    return Design("full_mug", pieces, "handle", (box_around(handle, low=r + 0.003),))


def milk_pot(rng: np.random.Generator) -> Design:
    """Of steel, half full, a wide loop at its side."""
    r, high, wall = drawn(rng, 0.042, 0.055), drawn(rng, 0.11, 0.15), 0.0012
    body = turned([(0, 0), (r, 0, 0.005), (r, 0.6 * high, 0.03), (0.85 * r, high, 5e-4),
                   (0.85 * r - wall, high, 5e-4), (r - wall, 0.6 * high, 0.03),
                   (r - wall, wall, 0.004), (0, wall)])  # fmt: skip
    level = drawn(rng, 0.1, 0.4) * high
    milk = turned([(0, wall / 2), (r - wall / 2, wall / 2, 0.004), (r - wall / 2, level),
                   (0, level)])  # fmt: skip
    path = arch((r - wall, 0.2 * high), (0.93 * r, 0.85 * high), drawn(rng, 0.036, 0.046))
    handle = bar(path, drawn(rng, 0.006, 0.011), 0.004)
    pieces = (Piece(body, STEEL), Piece(handle, PLASTIC), Piece(milk, LIQUID_INSIDE))
    return Design("milk_pot", pieces, "handle", (box_around(handle, low=r + 0.003),))


def kettle(rng: np.random.Generator) -> Design:
    """Round and half full, with a spout and a bow over it."""
    r, high = drawn(rng, 0.07, 0.085), drawn(rng, 0.09, 0.11)
    body = turned([(0, 0), (r, 0, 0.015), (r, 0.55 * high, 0.03), (0.45 * r, high, 0.01),
                   (0, high)])  # fmt: skip
    mean = drawn(rng, 250.0, 420.0)  # water in a part of it
    rise = drawn(rng, 0.055, 0.075)
    bow = bar(_over(0.8 * r, 0.8 * high, rise + 0.2 * high), 0.009, 0.007)
    spout = bar(np.linspace([0.7 * r, 0, 0.5 * high], [r + 0.05, 0, 0.95 * high], 8), 0.012, 0.012)
    heavy = ALUMINIUM._replace(density=mean)
    pieces = (Piece(body, heavy), Piece(bow, PLASTIC), Piece(spout, heavy))
    box = box_around(bow)
    region = box._replace(low=(*box.low[:2], high + 0.012))
    return Design("kettle", pieces, "bow", (region,))


def bowl(rng: np.random.Generator) -> Design:
    """Of porcelain; a person takes it by the rim, the thumb above."""
    r, high, wall = drawn(rng, 0.062, 0.085), drawn(rng, 0.045, 0.07), drawn(rng, 0.003, 0.0045)
    foot = 0.45 * r
    body = turned([(0, 0), (foot, 0, 0.002), (0.85 * r, 0.45 * high, 0.02), (r, high, 0.0012),
                   (r - wall, high, 0.0012), (0.85 * r - wall, 0.45 * high + wall / 2, 0.02),
                   (foot, wall + 0.002, 0.006), (0, wall + 0.002)])  # fmt: skip
    region = ring(0.72 * r, r + 0.003, 0.4 * high, high + 0.003)
    return Design("bowl", (Piece(body, CERAMIC),), "rim", region)


def hairdryer(rng: np.random.Generator) -> Design:
    """Lying on its side: a barrel, and a grip across it."""
    long, r = drawn(rng, 0.15, 0.19), drawn(rng, 0.03, 0.037)
    barrel = lying(turned([(0, 0), (r, 0, 0.006), (r, 0.55 * long, 0.05), (0.65 * r, long),
                           (0, long)]), r)  # fmt: skip
    grip, half = drawn(rng, 0.10, 0.12), drawn(rng, 0.013, 0.018)
    ends = [[0.28 * long, 0, r], [0.28 * long + 0.02, -(grip + r), half]]
    path = np.linspace(ends[0], ends[1], 14)
    handle = _tube(path, half)
    hollow = HOLLOW_PLASTIC._replace(density=drawn(rng, 500.0, 700.0))
    pieces = (Piece(barrel, hollow), Piece(handle, hollow))
    box = box_around(handle)
    return Design(
        "hairdryer", pieces, "grip", (box._replace(high=(box.high[0], -r - 0.004, box.high[2])),)
    )


def ladle(rng: np.random.Generator) -> Design:
    """A bowl at a long flat stem that lies down obliquely from it."""
    r, wall = drawn(rng, 0.03, 0.042), 0.0015
    long, wide = drawn(rng, 0.19, 0.26), drawn(rng, 0.006, 0.009)
    cup = turned([(0, 0), (0.5 * r, 0, 0.005), (r, 0.7 * r), (r - wall, 0.7 * r),
                  (0.5 * r, wall, 0.005), (0, wall)])  # fmt: skip
    path = np.linspace([-r - long, 0, 0.003], [-r + 0.002, 0, 0.7 * r - 0.004], 14)
    stem = bar(path, wide, 0.0022)
    pieces = (Piece(cup, STEEL), Piece(stem, STEEL))
    return Design("ladle", pieces, "stem", (box_around(stem, high=-r - 0.012),))


def hatchet(rng: np.random.Generator) -> Design:
    """A wooden haft in a wedge of steel, on its side."""
    haft, half = drawn(rng, 0.25, 0.32), drawn(rng, 0.011, 0.014)
    head = drawn(rng, 0.012, 0.015)
    path = np.linspace([-haft, 0, 0.85 * half], [0.025, 0, head], 14)
    handle = bar(path, 1.3 * half, 0.85 * half)
    poll = block((-0.02, -0.022, 0.0), (0.02, 0.022, 2 * head))
    edge = block((-0.035, -drawn(rng, 0.08, 0.1), 0.0), (0.035, -0.075, 0.002))
    pieces = (Piece(handle, WOOD), Piece(hulled(poll, edge), STEEL))
    return Design("hatchet", pieces, "haft", (box_around(handle, high=-0.03),))


def press(rng: np.random.Generator) -> Design:
    """A garlic press that lies open: two handles from one hinge, at any angle."""
    long, half = drawn(rng, 0.12, 0.15), drawn(rng, 0.008, 0.011)
    opened = np.radians(drawn(rng, 40.0, 180.0)) / 2
    pieces, regions = [], []
    for side in (-1.0, 1.0):
        away = np.array([-np.cos(opened), side * np.sin(opened), 0.0])
        path = np.linspace([0, 0, half], [0, 0, half] + long * away, 12)
        handle = _tube(path, half)
        pieces.append(Piece(handle, ALUMINIUM))
        outer = _tube(path[3:], half)
        regions.append(box_around(outer))
    cup = turned([(0, 0), (0.02, 0, 0.002), (0.02, 0.028, 0.002), (0, 0.028)])
    pieces.append(Piece(moved(cup, (0.012, 0.0, 0.0)), ALUMINIUM))
    return Design("press", tuple(pieces), "handles", tuple(regions))


def paintbrush(rng: np.random.Generator) -> Design:
    """A handle that narrows, a ferrule and bristles."""
    grip, wide = drawn(rng, 0.11, 0.14), drawn(rng, 0.025, 0.05)
    path = np.linspace([-grip, 0, 0.008], [0.004, 0, 0.008], 12)
    neck = bar(path, drawn(rng, 0.009, 0.013), 0.007)
    ferrule = moved(slab(0.03, wide, 0.016, 0.002, 0.001), (0.015, 0, 0.0))
    bristles = hulled(block((0.028, -wide / 2, 0.002), (0.03, wide / 2, 0.014)),
                      block((0.079, -0.4 * wide, 0.006), (0.08, 0.4 * wide, 0.010)))  # fmt: skip
    pieces = (Piece(neck, WOOD), Piece(ferrule, ALUMINIUM._replace(density=900.0)),
              Piece(bristles, HOLLOW_PLASTIC))  # fmt: skip
    return Design("paintbrush", pieces, "handle", (box_around(neck, high=-0.003),))


def sieve(rng: np.random.Generator) -> Design:
    """A bowl of mesh in a ring, at a wire handle; it stands on its bowl and leans on the handle."""
    r, grip = drawn(rng, 0.045, 0.065), drawn(rng, 0.11, 0.14)
    frame = moved(torus(r, 0.004, 0.004), (0.0, 0.0, 0.6 * r))
    net = turned([(0, 0), (0.4 * r, 0, 0.01), (r, 0.6 * r), (r - 0.002, 0.6 * r),
                  (0.4 * r, 0.002, 0.01), (0, 0.002)])  # fmt: skip
    path = np.linspace([-r - grip, 0, 0.6 * r], [-r + 0.002, 0, 0.6 * r], 14)
    handle = bar(path, drawn(rng, 0.009, 0.013), drawn(rng, 0.004, 0.007))
    pieces = (Piece(handle, PLASTIC), Piece(frame, STEEL),
              Piece(net, STEEL._replace(density=4000.0)))  # fmt: skip
    return Design("sieve", pieces, "handle", (box_around(handle, high=-r - 0.006),))


def toothbrush(rng: np.random.Generator) -> Design:
    """A thin handle with a knee, bristles to the side."""
    long, half = drawn(rng, 0.15, 0.18), drawn(rng, 0.0045, 0.006)
    widths = half * np.interp(np.linspace(0, 1, 20), [0, 0.5, 0.7, 1], [0.9, 1.15, 0.7, 0.9])
    path = np.linspace([-long, 0, half], [0.02, 0, half], 20)
    handle = swept(rings_along(path, SIDEWAYS, widths, 0.8 * widths, 20))
    tuft = block((-0.006, 0.6 * half, half - 0.004), (0.018, half + 0.010, half + 0.004))
    pieces = (Piece(handle, PLASTIC), Piece(tuft, HOLLOW_PLASTIC))
    return Design("toothbrush", pieces, "handle", (box_around(handle, high=-0.04),))


def grater(rng: np.random.Generator) -> Design:
    """Standing: four walls that narrow upwards, and a bow on top."""
    wide, high = drawn(rng, 0.04, 0.05), drawn(rng, 0.16, 0.20)
    low = block((-wide, -0.8 * wide, 0.0), (wide, 0.8 * wide, 0.002))
    up = block((-0.7 * wide, -0.5 * wide, high - 0.002), (0.7 * wide, 0.5 * wide, high))
    walls = hulled(low, up)
    bow = bar(_over(0.9 * 0.7 * wide * 1.35, high - 0.004, drawn(rng, 0.035, 0.045)), 0.010, 0.005)
    pieces = (Piece(walls, STEEL._replace(density=350.0)), Piece(bow, PLASTIC))
    box = box_around(bow)
    region = box._replace(low=(*box.low[:2], high + 0.004))
    return Design("grater", pieces, "bow", (region,))


def _over(reach: float, low: float, rise: float) -> np.ndarray:
    """(n, 3) [m] a path in the x–z plane that rises over what lies between −reach and reach."""
    turn = np.linspace(0, np.pi, 33)
    return np.stack([reach * np.cos(turn), 0 * turn, low + rise * np.sin(turn) ** 0.6], axis=1)


def _tube(path: np.ndarray, half: float) -> Mesh:
    """A round bar along a straight path (n, 3) [m] that lies level."""
    wide = np.full(len(path), half)
    return swept(rings_along(path, np.array([0.0, 0.0, 1.0]), wide, wide, 20))


KITCHEN = (
    full_mug, milk_pot, kettle, bowl, hairdryer, ladle, hatchet, press, paintbrush, sieve,
    toothbrush, grater,
)  # fmt: skip
