"""Grasps whose measures can be written down: two soft fingers, three on a ball, four on a box.

Friction cones have four sides, one corner along an axis of the object. R is where a finger stands
over the length by which torques are divided, μ friction, s the torsion over that length.
"""

from collections.abc import Iterator

import numpy as np

from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.epsilon import epsilon
from prehensile.quality.measure.friction_cone import ContactWrenches
from prehensile.quality.measure.partial_closure import partial_closure
from prehensile.quality.measure.wrench_ellipsoid import wrench_ellipsoid

FX, FZ, TZ = 0, 2, 5
CASES = ((0.5, 1.0, 0.1), (0.8, 0.6, 0.3), (0.3, 1.7, 0.05), (0.9, 0.4, 1.2))
"""μ, R, s"""


def analytic_max_err() -> float:
    """The largest difference of any measure from its closed form."""
    return max(abs(found - known) for case in CASES for found, known in differences(*case))


def differences(mu: float, R: float, s: float) -> Iterator[tuple[float, float]]:
    """Pairs of what is measured and what is known."""
    pair = opposed_pair(mu, R, s)
    yield ellipsoid(pair), 2 * min(np.sqrt(3), mu, mu * R, s)
    # Largest |u|² with support 1 lies at one of two corners of the dual: straight, or leaning.
    straight = 2 * max(1, R**-2) / mu**2 + s**-2
    leaning = 1 + 2 * (1 + R**-2) / mu**2
    yield epsilon(pair.wrench).radius, 1 / np.sqrt(max(straight, leaning))
    yield reach_sum(pair, FZ), mu
    yield reach_each(pair, FZ), 2 * mu
    tripod = tripod_on_ball(mu, R)
    yield ellipsoid(tripod), np.sqrt(min(6 + 3 * mu**2, 6 * mu**2, 3 * (mu * R) ** 2))
    yield reach_sum(tripod, FZ), mu
    yield reach_each(tripod, FZ), 3 * mu
    yield reach_sum(tripod, TZ), mu * R
    yield reach_each(tripod, TZ), 3 * mu * R
    box = four_on_box(mu, R, s)
    least = min(8 + 4 * mu**2, 8 * mu**2, 4 * (mu * R) ** 2, 4 * (mu * s) ** 2)
    yield ellipsoid(box), np.sqrt(least)
    yield reach_sum(box, FZ), mu
    yield reach_each(box, FZ), 4 * mu
    yield reach_sum(box, FX), 1
    yield reach_each(box, FX), 1 + 2 * mu
    yield reach_sum(box, TZ), mu * max(R, s)
    yield reach_each(box, TZ), 2 * mu * (R + s)


def opposed_pair(mu: float, R: float, s: float) -> ContactWrenches:
    """Two soft fingers that face each other along x; the limit surface is a double pyramid."""
    normal = np.array([[-1.0, 0, 0], [1, 0, 0]])
    return contact_wrenches(-R * normal, normal, mu, np.zeros(3), 1.0, torsion=s, rings=0)


def tripod_on_ball(mu: float, R: float) -> ContactWrenches:
    """Three hard fingers around the equator of a ball."""
    turn = np.radians([0, 120, 240])
    normal = -np.stack([np.cos(turn), np.sin(turn), np.zeros(3)], axis=1)
    return contact_wrenches(-R * normal, normal, mu, np.zeros(3), 1.0)


def four_on_box(mu: float, a: float, b: float) -> ContactWrenches:
    """Four hard fingers in the middles of a box's sides, a and b from its middle."""
    normal = np.array([[-1.0, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0]])
    place = np.array([a, a, b, b])[:, None] * -normal
    return contact_wrenches(place, normal, mu, np.zeros(3), 1.0)


def ellipsoid(wrenches: ContactWrenches) -> float:
    """Smallest singular value."""
    return float(wrench_ellipsoid(wrenches.wrench).smallest)


def reach_sum(wrenches: ContactWrenches, row: int) -> float:
    """Along an axis of wrench space, one newton in all."""
    return partial_closure(wrenches, np.eye(6)[row]).by_sum


def reach_each(wrenches: ContactWrenches, row: int) -> float:
    """Along an axis of wrench space, one newton from each."""
    return partial_closure(wrenches, np.eye(6)[row]).by_largest
