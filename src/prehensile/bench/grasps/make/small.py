"""Small things: no side is longer than 60 mm."""

import numpy as np

from prehensile.bench.grasps.make.design import (
    GLASS,
    PLASTIC,
    RUBBER,
    STEEL,
    WOOD,
    Design,
    Piece,
    drawn,
)
from prehensile.bench.grasps.make.solids import egg, slab, torus, turned
from prehensile.world.things.joined import joined, moved


def die(rng: np.random.Generator) -> Design:
    """A cube with rounded edges."""
    side = drawn(rng, 0.015, 0.03)
    return Design("die", (Piece(slab(side, side, side, 0.15 * side, 0.1 * side), WOOD),))


def marble(rng: np.random.Generator) -> Design:
    """A ball of glass."""
    r = drawn(rng, 0.008, 0.015)
    return Design("marble", (Piece(egg((r, r, r)), GLASS),))


def bolt(rng: np.random.Generator) -> Design:
    """Standing on its head, as it would."""
    r, high = drawn(rng, 0.009, 0.014), drawn(rng, 0.006, 0.009)
    shaft, thin = drawn(rng, 0.02, 0.04), drawn(rng, 0.4, 0.55) * r
    body = turned(
        [(0, 0), (r, 0, 0.0008), (r, high, 0.0008), (thin, high), (thin, high + shaft, 0.001),
         (0, high + shaft)]
    )  # fmt: skip
    return Design("bolt", (Piece(body, STEEL),))


def washer(rng: np.random.Generator) -> Design:
    """A ring of rubber, lying."""
    r, thick = drawn(rng, 0.013, 0.022), drawn(rng, 0.004, 0.0065)
    ring = moved(torus(r, thick, thick), (0.0, 0.0, thick))
    return Design("washer", (Piece(ring, RUBBER),))


def eraser(rng: np.random.Generator) -> Design:
    """A block of rubber, lying."""
    long, wide, high = drawn(rng, 0.035, 0.055), drawn(rng, 0.016, 0.024), drawn(rng, 0.009, 0.014)
    return Design("eraser", (Piece(slab(long, wide, high, 0.004, 0.0015), RUBBER),))


def pawn(rng: np.random.Generator) -> Design:
    """A figure of a board game: a foot, a waist and a head."""
    high, foot = drawn(rng, 0.03, 0.05), drawn(rng, 0.009, 0.013)
    head = drawn(rng, 0.55, 0.75) * foot
    body = turned(
        [(0, 0), (foot, 0, 0.001), (foot, 0.12 * high, 0.002), (0.4 * foot, 0.65 * high, 0.004),
         (0.35 * foot, 0.8 * high), (0, 0.8 * high)]
    )  # fmt: skip
    ball = moved(egg((head, head, head)), (0.0, 0.0, high - 2 * head))
    return Design("pawn", (Piece(joined(body, ball), PLASTIC),))


SMALL = (die, marble, bolt, washer, eraser, pawn)
