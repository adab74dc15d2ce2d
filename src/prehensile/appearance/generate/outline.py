"""Outlines of a fingertip and of its nail, as distances from the edge."""

from typing import NamedTuple

import numpy as np

from prehensile.appearance.generate.frame import Frame
from prehensile.appearance.generate.person import Person


class Nail(NamedTuple):
    """The nail plate in a frame. Each (n, n)."""

    u: np.ndarray
    """across, −1 … 1 at its sides"""
    v: np.ndarray
    """along, −1 at the cuticle and 1 at the free edge"""
    inside: np.ndarray
    """[mm] from the outline, negative outside"""


def finger_inside(person: Person, at: Frame) -> np.ndarray:
    """(n, n) 1 on the finger's middle line, 0 on its outline, negative beyond it."""
    cap = 1.15 * person.half_width
    along = np.clip(at.y - (person.tip - cap), 0, None) / cap
    # A finger is a little thicker at the joint than over the nail.
    across = np.abs(at.x) / (person.half_width * (1.03 - 0.0035 * at.y))
    return 1 - (across**2.3 + along**2.3) ** (1 / 2.3)


def nail_of(person: Person, at: Frame) -> Nail:
    """The nail plate."""
    angle = np.radians(person.nail_tilt)
    half = person.nail_length / 2
    middle = person.tip - person.beyond - half
    x, y = at.x - person.nail_shift, at.y - middle
    u = (np.cos(angle) * x + np.sin(angle) * y) / person.nail_half_width
    v = (np.cos(angle) * y - np.sin(angle) * x) / half
    towards_edge = np.clip(v + 0.5, 0, 1)
    power = person.base_roundness + (person.edge_roundness - person.base_roundness) * towards_edge
    radius = (np.abs(u) ** power + np.abs(v) ** power) ** (1 / power)
    # First order: the distance is what is missing to 1, over how fast it grows.
    slope = np.hypot(*np.gradient(radius)) / at.pixel
    inside = (1 - radius) / np.maximum(slope, 0.6 / half)
    return Nail(u, v, inside)
