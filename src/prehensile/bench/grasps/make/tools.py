"""Tools with a handle: each lies along x, its handle towards −x."""

import numpy as np

from prehensile.bench.grasps.make.design import (
    PLASTIC,
    RUBBER,
    STEEL,
    WOOD,
    Design,
    Piece,
    box_around,
    drawn,
)
from prehensile.bench.grasps.make.solids import bar, lying, slab, torus, turned
from prehensile.world.things.block import block
from prehensile.world.things.joined import hulled, moved


def screwdriver(rng: np.random.Generator) -> Design:
    """A fat plastic grip and a thin shaft."""
    long, r = drawn(rng, 0.085, 0.115), drawn(rng, 0.012, 0.017)
    shaft, thin = drawn(rng, 0.07, 0.15), drawn(rng, 0.0025, 0.004)
    waist = drawn(rng, 0.75, 0.95)
    grip = turned(
        [(0, -long), (r, -long, 0.4 * r), (waist * r, -0.35 * long, 0.01), (r, -0.12 * long, 0.002),
         (0.6 * r, 0, 0.002), (0, 0)]
    )  # fmt: skip
    blade = turned([(0, -0.02), (thin, -0.02), (thin, shaft), (0, shaft)])
    handle = lying(grip, r)
    pieces = (Piece(handle, PLASTIC), Piece(lying(blade, r), STEEL))
    return Design("screwdriver", pieces, "handle", (box_around(handle),))


def knife(rng: np.random.Generator) -> Design:
    """A kitchen knife: the blade stands on neither edge, it lies flat."""
    grip, wide = drawn(rng, 0.10, 0.125), drawn(rng, 0.022, 0.03)
    blade, deep = drawn(rng, 0.12, 0.20), drawn(rng, 0.025, 0.045)
    thick, back = drawn(rng, 0.012, 0.018), drawn(rng, 0.0016, 0.0024)
    handle = moved(slab(grip, wide, thick, 0.4 * wide, 0.003), (-grip / 2, 0, 0))
    top = 0.5 * (thick + back)
    root = block((-0.015, wide / 2 - deep, top - back), (0.02, wide / 2, top))
    edge = block((0.02, wide / 2 - deep, top - back / 2 - 2e-4), (0.021, wide / 2, top - back / 2))
    tip = block((blade - 0.001, wide / 2 - 0.004, top - back), (blade, wide / 2, top))
    steel = hulled(root, edge, tip)
    pieces = (Piece(handle, WOOD), Piece(steel, STEEL))
    return Design("knife", pieces, "handle", (box_around(handle, high=0.0),))


def mallet(rng: np.random.Generator) -> Design:
    """A wooden stick in a heavy round head."""
    stick, r = drawn(rng, 0.20, 0.28), drawn(rng, 0.011, 0.015)
    head, long = drawn(rng, 0.022, 0.032), drawn(rng, 0.07, 0.11)
    axis = np.linspace([-stick, 0, head], [0, 0, head], 12)
    handle = bar(axis, r, 0.85 * r)
    lump = turned([(0, -long / 2), (head, -long / 2, 0.004), (head, long / 2, 0.004),
                   (0, long / 2)])  # fmt: skip
    x, y, z = lump[0].T
    across = moved((np.stack([x, z, -y], axis=1), lump[1]), (0.0, 0.0, head))
    pieces = (Piece(handle, WOOD), Piece(across, RUBBER))
    return Design("mallet", pieces, "handle", (box_around(handle, high=-head - 0.002),))


def spatula(rng: np.random.Generator) -> Design:
    """A flat blade at a round handle that rises from it."""
    grip, r = drawn(rng, 0.12, 0.19), drawn(rng, 0.007, 0.011)
    blade, wide = drawn(rng, 0.07, 0.10), drawn(rng, 0.05, 0.08)
    rise = drawn(rng, 0.012, 0.03)
    path = np.linspace([-grip, 0, r + rise], [0.012, 0, r], 14)
    handle = bar(path, r, r)
    flat = moved(slab(blade + 0.02, wide, 0.004, 0.012, 0.001), (blade / 2, 0, 0))
    pieces = (Piece(handle, PLASTIC), Piece(flat, PLASTIC))
    return Design("spatula", pieces, "handle", (box_around(handle, high=-0.012),))


def torch(rng: np.random.Generator) -> Design:
    """A barrel and a wider head with its glass in front."""
    barrel, r = drawn(rng, 0.09, 0.14), drawn(rng, 0.012, 0.018)
    head, wide = drawn(rng, 0.035, 0.055), drawn(rng, 1.3, 1.7)
    big = wide * r
    outline = turned(
        [(0, -barrel), (r, -barrel, 0.003), (r, 0, 0.004), (big, 0.3 * head, 0.004),
         (big, head, 0.002), (0, head)]
    )  # fmt: skip
    body = lying(outline, big)
    heavy = Piece(body, PLASTIC._replace(density=1500.0))  # batteries
    return Design("torch", (heavy,), "barrel", (box_around(body, high=0.0),))


def magnifier(rng: np.random.Generator) -> Design:
    """A lens in a ring, at a handle."""
    grip, r = drawn(rng, 0.085, 0.12), drawn(rng, 0.007, 0.011)
    lens, rim = drawn(rng, 0.028, 0.042), drawn(rng, 0.003, 0.005)
    axis = np.linspace([-grip - lens, 0, r], [-lens, 0, r], 10)
    handle = bar(axis, r, r)
    frame = moved(torus(lens, rim, rim), (0.0, 0.0, r))
    glass = moved(turned([(0, -0.002), (lens, -0.002), (lens, 0.002), (0, 0.002)]), (0.0, 0.0, r))
    pieces = (Piece(handle, WOOD), Piece(frame, STEEL), Piece(glass, PLASTIC))
    return Design("magnifier", pieces, "handle", (box_around(handle, high=-lens - rim - 0.002),))


TOOLS = (screwdriver, knife, mallet, spatula, torch, magnifier)
