"""Flat things, lying."""

import numpy as np

from prehensile.bench.grasps.box import ring
from prehensile.bench.grasps.make.design import (
    ALUMINIUM,
    CERAMIC,
    PAPER,
    WOOD,
    Design,
    Material,
    Piece,
    box_around,
    drawn,
)
from prehensile.bench.grasps.make.solids import slab, turned
from prehensile.world.things.joined import cut, moved

ELECTRONICS = Material(2000.0, 0.6, (0.20, 0.21, 0.23))


def plate(rng: np.random.Generator) -> Design:
    """Its rim rises over the table."""
    foot, rim = drawn(rng, 0.045, 0.07), drawn(rng, 0.085, 0.12)
    high, wall = drawn(rng, 0.015, 0.028), drawn(rng, 0.004, 0.006)
    body = turned(
        [(0, 0), (foot, 0, 0.001), (rim, high - wall / 2, 0.001), (rim, high, 0.001),
         (foot, wall, 0.004), (0, wall)]
    )  # fmt: skip
    region = ring(0.5 * (foot + rim), rim + 0.003, 0.002, high + 0.003)
    return Design("plate", (Piece(body, CERAMIC),), "rim", region)


def book(rng: np.random.Generator) -> Design:
    """A paperback."""
    long, wide, thick = drawn(rng, 0.16, 0.21), drawn(rng, 0.10, 0.14), drawn(rng, 0.010, 0.035)
    return Design("book", (Piece(slab(wide, long, thick, 0.002, 0.0005), PAPER),))


def handset(rng: np.random.Generator) -> Design:
    """A telephone or a remote control."""
    long, wide, thick = drawn(rng, 0.12, 0.17), drawn(rng, 0.045, 0.075), drawn(rng, 0.007, 0.02)
    return Design("handset", (Piece(slab(wide, long, thick, 0.008, 0.002), ELECTRONICS),))


def board(rng: np.random.Generator) -> Design:
    """A bread board with a hole in its grip, which is towards +x."""
    long, wide, thick = drawn(rng, 0.16, 0.22), drawn(rng, 0.10, 0.14), drawn(rng, 0.009, 0.016)
    grip = drawn(rng, 0.05, 0.07)
    plank = slab(long, wide, thick, 0.015, 0.002)
    hole = moved(slab(0.028, 0.45 * wide, 0.1, 0.012, 0.001), (long / 2 - 0.03, 0.0, -0.05))
    wood = cut(plank, hole)
    return Design("board", (Piece(wood, WOOD),), "grip", (box_around(wood, long / 2 - grip),))


def tin(rng: np.random.Generator) -> Design:
    """A low round box, such as of shoe polish."""
    r, high = drawn(rng, 0.03, 0.05), drawn(rng, 0.015, 0.026)
    body = turned([(0, 0), (r, 0, 0.002), (r, high, 0.002), (0, high)])
    filled = ALUMINIUM._replace(density=1000.0)
    return Design("tin", (Piece(body, filled),))


def rule(rng: np.random.Generator) -> Design:
    """A folded rule, or a stick."""
    long, wide, thick = drawn(rng, 0.18, 0.26), drawn(rng, 0.022, 0.035), drawn(rng, 0.008, 0.016)
    return Design("rule", (Piece(slab(long, wide, thick, 0.003, 0.001), WOOD),))


FLAT = (plate, book, handset, board, tin, rule)
