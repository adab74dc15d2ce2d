"""Odd things, of no use and no name."""

import numpy as np

from prehensile.bench.grasps.make.design import (
    CERAMIC,
    FOAM,
    PLASTIC,
    STEEL,
    WOOD,
    Design,
    Piece,
    drawn,
)
from prehensile.bench.grasps.make.solids import bar, egg, slab, torus, turned
from prehensile.world.things.joined import hulled, joined, moved, turned_to
from prehensile.world.things.swept import rings_along, swept


def elbow(rng: np.random.Generator) -> Design:
    """A bent pipe, its bend upwards."""
    r, bend, straight = drawn(rng, 0.011, 0.018), drawn(rng, 0.035, 0.05), drawn(rng, 0.03, 0.06)
    angle = np.linspace(0, np.pi / 2, 15)
    curve = np.stack([bend * np.sin(angle), 0 * angle, bend * np.cos(angle)], axis=1)
    first = curve[:1] + np.linspace([-straight, 0, 0], [-0.004, 0, 0], 6)
    last = curve[-1:] + np.linspace([0, 0, -0.004], [0, 0, -straight], 6)
    path = np.concatenate([first, curve, last])
    path[:, 2] -= path[:, 2].min() - r
    return Design("elbow", (Piece(bar(path, r, r, 28), PLASTIC),))


def caltrop(rng: np.random.Generator) -> Design:
    """Three rods that cross, with knobs on their ends."""
    half, r = drawn(rng, 0.028, 0.045), drawn(rng, 0.006, 0.009)
    knob = drawn(rng, 1.3, 1.7) * r
    rod = turned([(0, -half), (r, -half), (r, half), (0, half)])
    ball = moved(egg((knob, knob, knob)), (0.0, 0.0, -knob))
    ends = [moved(ball, tuple(s * half * np.eye(3)[k])) for k in range(3) for s in (-1, 1)]
    body = joined(rod, turned_to(rod, "x"), turned_to(rod, "y"), *ends)
    return Design("caltrop", (Piece(moved(body, (0.0, 0.0, half + knob)), PLASTIC),))


def horseshoe(rng: np.random.Generator) -> Design:
    """Two thirds of a flat ring, lying."""
    middle, wide, thick = drawn(rng, 0.04, 0.055), drawn(rng, 0.009, 0.013), drawn(rng, 0.006, 0.01)
    angle = np.linspace(-2.2, 2.2, 50)
    path = np.stack([middle * np.cos(angle), middle * np.sin(angle), 0 * angle + thick], axis=1)
    up = np.array([0.0, 0.0, 1.0])
    rings = rings_along(path, up, np.full(50, thick), np.full(50, wide), 24)
    return Design("horseshoe", (Piece(swept(rings), STEEL._replace(density=5000.0)),))


def pyramid(rng: np.random.Generator) -> Design:
    """A blunt one, standing."""
    foot, top, high = drawn(rng, 0.06, 0.09), drawn(rng, 0.012, 0.025), drawn(rng, 0.06, 0.1)
    below = slab(foot, foot, 0.004, 0.003, 0.001)
    above = moved(slab(top, top, 0.004, 0.003, 0.001), (0.0, 0.0, high))
    return Design("pyramid", (Piece(hulled(below, above), WOOD),))


def snowman(rng: np.random.Generator) -> Design:
    """Balls of falling size on one another."""
    r = drawn(rng, 0.022, 0.03)
    sizes = [r, drawn(rng, 0.7, 0.85) * r, drawn(rng, 0.5, 0.65) * r]
    foot, balls = 0.0, []
    for size in sizes:
        balls.append(moved(egg((size, size, 0.92 * size)), (0.0, 0.0, foot)))
        foot += 2 * 0.92 * size - 0.25 * size
    stand = turned([(0, 0), (0.7 * r, 0), (0.7 * r, 0.3 * r), (0, 0.3 * r)])
    return Design("snowman", (Piece(joined(stand, *balls), CERAMIC._replace(density=1200.0)),))


def links(rng: np.random.Generator) -> Design:
    """Two rings grown together at right angles, one lying and one upright."""
    middle, thick = drawn(rng, 0.026, 0.036), drawn(rng, 0.006, 0.009)
    lies = moved(torus(middle, thick, thick), (0.0, 0.0, thick))
    upright = moved(
        turned_to(torus(middle, thick, thick), "y"), (middle, 0.0, middle + 1.2 * thick)
    )
    return Design("links", (Piece(joined(lies, upright), FOAM._replace(density=700.0)),))


ODD = (elbow, caltrop, horseshoe, pyramid, snowman, links)
