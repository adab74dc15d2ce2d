"""Surfaces that end effectors touch, as signed distances: ground, ball and box."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np


class Nearest(NamedTuple):
    """How far points are from a surface."""

    distance: np.ndarray
    """(n,) [m], negative inside"""
    normal: np.ndarray
    """(n, 3) unit, out of the surface"""


class Surface(Protocol):
    """Something solid, in its own frame."""

    def nearest(self, points: np.ndarray) -> Nearest:
        """Distances and normals at points (n, 3) [m]."""
        ...


@dataclass(frozen=True)
class Ground:
    """Uneven ground z = height(x, y) [m]; flat at 0 if left out. Slopes must be gentle."""

    height: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None

    def nearest(self, points: np.ndarray) -> Nearest:
        """Distances along the normal of the ground below."""
        x, y, z = points.T
        up = np.tile([0.0, 0, 1], (len(points), 1))
        if self.height is None:
            return Nearest(z.copy(), up)
        h = 1e-5
        dx = (self.height(x + h, y) - self.height(x - h, y)) / (2 * h)
        dy = (self.height(x, y + h) - self.height(x, y - h)) / (2 * h)
        normal = np.column_stack([-dx, -dy, np.ones_like(dx)])
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
        return Nearest((z - self.height(x, y)) * normal[:, 2], normal)


@dataclass(frozen=True)
class Ball:
    """A solid ball about the origin."""

    radius: float
    """[m]"""

    def nearest(self, points: np.ndarray) -> Nearest:
        """Radially."""
        size = np.linalg.norm(points, axis=1)
        safe = np.maximum(size, 1e-12)[:, None]
        return Nearest(size - self.radius, points / safe)


@dataclass(frozen=True)
class Block:
    """A solid box about the origin."""

    half: tuple[float, float, float]
    """[m] half sizes"""

    def nearest(self, points: np.ndarray) -> Nearest:
        """To the nearest face, edge or corner; inside to the nearest face."""
        past = np.abs(points) - np.asarray(self.half)
        outside = np.maximum(past, 0.0)
        away = np.linalg.norm(outside, axis=1)
        face = np.argmax(past, axis=1)
        inward = np.zeros_like(points)
        inward[np.arange(len(points)), face] = 1.0
        normal = np.where((away > 0)[:, None], outside / np.maximum(away, 1e-12)[:, None], inward)
        distance = np.where(away > 0, away, past.max(axis=1))
        return Nearest(distance, normal * np.where(points < 0, -1.0, 1.0))
