"""Vessels: each stands upright about z, its handle, if it has one, towards +x."""

import numpy as np

from prehensile.bench.grasps.box import Box
from prehensile.bench.grasps.make.design import (
    ALUMINIUM,
    CERAMIC,
    GLASS,
    HOLLOW_PLASTIC,
    LIQUID_INSIDE,
    PLASTIC,
    Design,
    Piece,
    box_around,
    drawn,
)
from prehensile.bench.grasps.make.solids import arch, bar, turned


def cup(rng: np.random.Generator) -> Design:
    """A mug: a wall, and a handle that fingers pass through."""
    r, high, wall = drawn(rng, 0.034, 0.044), drawn(rng, 0.08, 0.115), drawn(rng, 0.0035, 0.005)
    flare, depth = drawn(rng, 0.95, 1.15), drawn(rng, 0.028, 0.036)
    body = turned(
        [(0, 0), (r, 0, 0.004), (flare * r, high, 0.0015), (flare * r - wall, high, 0.0015),
         (r - wall, 0.006, 0.003), (0, 0.006)]
    )  # fmt: skip
    outside = max(r, flare * r)
    low, top = 0.2 * high, 0.85 * high
    wall_at = lambda z: r + (flare * r - r) * z / high - wall / 2  # noqa: E731
    handle = bar(arch((wall_at(low), low), (wall_at(top), top), depth), 0.007, 0.0045)
    pieces = (Piece(body, CERAMIC), Piece(handle, CERAMIC))
    return Design("cup", pieces, "handle", (box_around(handle, low=outside + 0.003),))


def jug(rng: np.random.Generator) -> Design:
    """Tall and wide, of plastic, with a large handle."""
    r, high, wall = drawn(rng, 0.045, 0.06), drawn(rng, 0.15, 0.20), 0.003
    neck, depth = drawn(rng, 0.7, 0.95), drawn(rng, 0.035, 0.045)
    body = turned(
        [(0, 0), (r, 0, 0.006), (r, 0.5 * high, 0.03), (neck * r, high, 0.001),
         (neck * r - wall, high, 0.001), (r - wall, 0.5 * high, 0.027), (r - wall, 0.004, 0.004),
         (0, 0.004)]
    )  # fmt: skip
    path = arch((r - wall / 2, 0.3 * high), (neck * r, 0.92 * high), depth)
    handle = bar(path, 0.010, 0.006)
    pieces = (Piece(body, PLASTIC), Piece(handle, PLASTIC))
    return Design("jug", pieces, "handle", (box_around(handle, low=r + 0.003),))


def tumbler(rng: np.random.Generator) -> Design:
    """A drinking glass."""
    r, high, wall = drawn(rng, 0.028, 0.038), drawn(rng, 0.085, 0.15), drawn(rng, 0.002, 0.0035)
    flare = drawn(rng, 1.0, 1.3)
    body = turned(
        [(0, 0), (r, 0, 0.002), (flare * r, high, 0.0008), (flare * r - wall, high, 0.0008),
         (r - wall, 0.008, 0.003), (0, 0.008)]
    )  # fmt: skip
    return Design("tumbler", (Piece(body, GLASS),))


def goblet(rng: np.random.Generator) -> Design:
    """A glass on a stem."""
    foot, stem = drawn(rng, 0.03, 0.036), drawn(rng, 0.06, 0.09)
    thin, bowl = drawn(rng, 0.0035, 0.005), drawn(rng, 0.028, 0.036)
    deep, wall = drawn(rng, 0.07, 0.095), 0.0025
    mouth = drawn(rng, 0.8, 1.0) * bowl
    top = stem + deep
    body = turned(
        [(0, 0), (foot, 0, 0.0008), (foot, 0.003, 0.0008), (thin, 0.009, 0.004), (thin, stem, 0.01),
         (bowl, stem + 0.45 * deep, 0.02), (mouth, top, 0.0006), (mouth - wall, top, 0.0006),
         (bowl - wall, stem + 0.45 * deep, 0.018), (0, stem + 0.008)]
    )  # fmt: skip
    region = Box((-0.02, -0.02, 0.005), (0.02, 0.02, stem + 0.25 * deep))
    return Design("goblet", (Piece(body, GLASS),), "stem", (region,))


def saucepan(rng: np.random.Generator) -> Design:
    """A small pan with a long handle."""
    r, high, wall = drawn(rng, 0.055, 0.075), drawn(rng, 0.05, 0.075), 0.0025
    grip, rise = drawn(rng, 0.12, 0.16), drawn(rng, 0.0, 0.02)
    half = drawn(rng, 0.008, 0.011)
    body = turned(
        [(0, 0), (r, 0, 0.008), (r, high, 0.001), (r - wall, high, 0.001), (r - wall, 0.004, 0.006),
         (0, 0.004)]
    )  # fmt: skip
    level = 0.85 * high
    path = np.linspace([r - wall / 2, 0, level], [r + grip, 0, level + rise], 12)
    handle = bar(path, 1.2 * half, half)
    pieces = (Piece(body, ALUMINIUM), Piece(handle, PLASTIC))
    return Design("saucepan", pieces, "handle", (box_around(handle, low=r + 0.006),))


def flask(rng: np.random.Generator) -> Design:
    """A bottle, full."""
    r, high = drawn(rng, 0.026, 0.038), drawn(rng, 0.15, 0.22)
    neck, shoulder = drawn(rng, 0.011, 0.014), drawn(rng, 0.6, 0.72)
    inside = turned(
        [(0, 0), (r, 0, 0.004), (r, shoulder * high, 0.012), (neck, 0.86 * high, 0.006),
         (neck, 0.93 * high), (0, 0.93 * high)]
    )  # fmt: skip
    cap = turned([(0, 0.91 * high), (neck + 0.003, 0.91 * high), (neck + 0.003, high, 0.001),
                  (0, high)])  # fmt: skip
    return Design("flask", (Piece(inside, LIQUID_INSIDE), Piece(cap, HOLLOW_PLASTIC)))


VESSELS = (cup, jug, tumbler, goblet, saucepan, flask)
