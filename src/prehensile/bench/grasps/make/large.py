"""Large things, of which one hand gets hold all the same."""

import numpy as np

from prehensile.bench.grasps.make.design import (
    FILLED_CARTON,
    FOAM,
    HOLLOW_PLASTIC,
    RUBBER,
    WOOD,
    Design,
    Piece,
    box_around,
    drawn,
)
from prehensile.bench.grasps.make.solids import arch, bar, egg, lying, slab, turned
from prehensile.world.things.joined import moved, turned_to


def carton(rng: np.random.Generator) -> Design:
    """Of tea or cereals, standing."""
    wide, deep, high = drawn(rng, 0.10, 0.16), drawn(rng, 0.045, 0.075), drawn(rng, 0.16, 0.24)
    return Design("carton", (Piece(slab(wide, deep, high, 0.003, 0.001), FILLED_CARTON),))


def beach_ball(rng: np.random.Generator) -> Design:
    """Larger than a span, and light."""
    r = drawn(rng, 0.05, 0.07)
    light = RUBBER._replace(density=120.0)
    return Design("ball", (Piece(egg((r, r, r)), light),))


def canister(rng: np.random.Generator) -> Design:
    """A tin of biscuits, standing."""
    r, high = drawn(rng, 0.042, 0.055), drawn(rng, 0.15, 0.22)
    body = turned([(0, 0), (r, 0, 0.003), (r, high, 0.003), (0, high)])
    return Design("canister", (Piece(body, HOLLOW_PLASTIC._replace(density=350.0)),))


def basket(rng: np.random.Generator) -> Design:
    """An oval basket with a bow over it."""
    wide, high = drawn(rng, 0.075, 0.095), drawn(rng, 0.06, 0.08)
    bow, r = drawn(rng, 0.09, 0.13), drawn(rng, 0.006, 0.009)
    body = turned(
        [(0, 0), (0.85 * wide, 0, 0.006), (wide, high, 0.002), (wide - 0.007, high, 0.002),
         (0.85 * wide - 0.007, 0.006, 0.004), (0, 0.006)]
    )  # fmt: skip
    path = arch((0.0, -wide + 0.004), (0.0, wide - 0.004), bow)
    # Bent in x–z and bulging to +x: stood up so that it bulges to +z.
    path = np.stack([path[:, 2], path[:, 1], path[:, 0] + high - 0.006], axis=1)[::-1]
    handle = bar(path, r, r)
    region = box_around(handle)
    low = (*region.low[:2], high + 0.35 * bow)
    pieces = (Piece(body, WOOD), Piece(handle, WOOD))
    return Design("basket", pieces, "bow", (region._replace(low=low),))


def loaf(rng: np.random.Generator) -> Design:
    """Of bread, lying along x."""
    long, wide, high = drawn(rng, 0.09, 0.13), drawn(rng, 0.04, 0.055), drawn(rng, 0.035, 0.05)
    bread = FOAM._replace(density=250.0)
    return Design("loaf", (Piece(egg((long, wide, high), 2.6), bread),))


def roller(rng: np.random.Generator) -> Design:
    """A rolling pin: a thick roll between two grips."""
    long, r = drawn(rng, 0.16, 0.22), drawn(rng, 0.022, 0.03)
    grip, thin = drawn(rng, 0.08, 0.1), drawn(rng, 0.010, 0.014)
    roll = lying(turned([(0, -long / 2), (r, -long / 2, 0.003), (r, long / 2, 0.003),
                         (0, long / 2)]), r)  # fmt: skip
    end = turned([(0, -0.01), (thin, -0.01), (thin, grip, 0.008), (0, grip)])
    ends = [
        moved(turned_to(end, axis), (sign * long / 2, 0.0, r))
        for axis, sign in (("x", 1), ("-x", -1))
    ]
    pieces = (Piece(roll, WOOD), *(Piece(one, WOOD) for one in ends))
    return Design("roller", pieces)


LARGE = (carton, beach_ball, canister, basket, loaf, roller)
