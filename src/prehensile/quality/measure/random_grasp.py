"""Grasps that nobody chose, to compare measures on: contacts anywhere on a lumpy ball."""

from collections.abc import Iterator

import numpy as np

from prehensile.quality.measure.closure import force_closure
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.friction_cone import ContactWrenches

RADIUS = 0.04
"""[m] of the ball; torques are divided by it"""
LUMPS = 0.3
"""How far normals are off those of the ball, standard deviation of each component"""
FRICTION = (0.2, 1.0)


def random_contacts(
    rng: np.random.Generator, count: int, grasps: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Positions and normals (count, 3) or (grasps, count, 3), centre of mass in the origin."""
    shape = (count, 3) if grasps is None else (grasps, count, 3)
    out = rng.normal(size=shape)
    out /= np.linalg.norm(out, axis=-1, keepdims=True)
    normal = -out + LUMPS * rng.normal(size=shape)
    return RADIUS * out, normal / np.linalg.norm(normal, axis=-1, keepdims=True)


def random_wrenches(
    rng: np.random.Generator, count: int, friction: float | None = None
) -> ContactWrenches:
    """Of one grasp by hard fingers, as rough as comes unless told."""
    mu = float(rng.uniform(*FRICTION)) if friction is None else friction
    return contact_wrenches(*random_contacts(rng, count), mu, np.zeros(3), RADIUS)


def closed_wrenches(rng: np.random.Generator, count: int, grasps: int) -> Iterator[ContactWrenches]:
    """The first so many random grasps that are closed."""
    while grasps:
        found = random_wrenches(rng, count)
        if force_closure(found.wrench).closed:
            grasps -= 1
            yield found
