"""Lines of the skin on the back of a finger: deep ones over the joint, and a fine net all over."""

from typing import NamedTuple

import numpy as np

from prehensile.appearance.generate.frame import Frame, bump, step
from prehensile.appearance.generate.noise import blotches
from prehensile.appearance.generate.outline import Nail
from prehensile.appearance.generate.person import Person

GROOVES = 7
"""over a joint, as far as a photograph shows it"""


class Wrinkles(NamedTuple):
    """Heights (n, n) [mm]."""

    joint: np.ndarray
    """grooves across the joint, which a bent one deepens"""
    net: np.ndarray


def wrinkles_of(person: Person, at: Frame, nail: Nail, rng: np.random.Generator) -> Wrinkles:
    """Lines of a finger, deepest near the joint; the folds about the nail are smooth."""
    size = len(at.x)
    deep = np.zeros((size, size), np.float32)
    wander = blotches(rng, size, (6.0, 3.0)) * 0.35 + blotches(rng, size, (3.0, 0.9)) * 0.10
    for _ in range(GROOVES):
        middle = rng.uniform(-0.5, 6.5)
        slope, sag = rng.uniform(-0.10, 0.10), rng.uniform(-0.010, 0.022)
        line = at.y - middle - slope * at.x - sag * at.x**2 - wander
        ends = bump(at.x - rng.uniform(-4, 4), rng.uniform(2.0, 6.0))
        groove = ends * bump(line, rng.uniform(0.07, 0.16))
        deep -= (rng.uniform(0.02, 0.06) * groove).astype(np.float32)
    above = step(5.5 - at.y, 5.0)
    net = np.zeros((size, size), np.float32)
    for tilt in (0.55, -0.45):
        across = at.y + tilt * at.x + 0.35 * blotches(rng, size, 1.2)
        net -= np.abs(np.sin(np.pi * across / rng.uniform(0.55, 0.75))) ** 0.5
    strength = np.clip(0.6 + 0.4 * blotches(rng, size, 2.5), 0, None)
    quiet = 1 - bump(nail.inside + 0.5, 0.9)
    fine = -0.012 * net * strength * quiet * (0.4 + 0.6 * above)
    return Wrinkles(person.wrinkles * deep * above, person.wrinkles * fine)
