"""Surfaces that end effectors touch, as signed distances: ground, ball and box."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError

STEP = 1e-5
"""[m] of central differences."""


class Nearest(NamedTuple):
    """How far points are from a surface."""

    distance: np.ndarray
    """(n,) [m], negative inside"""
    normal: np.ndarray
    """(n, 3) unit, out of the surface"""


@dataclass(frozen=True, eq=False)
class Ground:
    """Uneven ground z = height(x, y) [m]; flat at 0 if left out. Slopes must be gentle.

    Heights and slopes are sampled on a grid once; past its edges the ground goes on straight.
    """

    height: Callable[[np.ndarray, np.ndarray], np.ndarray] | None = None
    half: float = 1.5
    """[m] the grid reaches so far from the origin"""
    pitch: float = 0.02
    """[m] between nodes"""

    def __post_init__(self) -> None:
        if not (0 < self.pitch <= self.half < np.inf):
            raise InputError(
                f"ground that reaches {self.half!r} m with nodes {self.pitch!r} m apart; expected "
                "both above 0, and the second the smaller."
            )

    @cached_property
    def nodes(self) -> np.ndarray:
        """(n,) [m] x, and y, of the grid's nodes."""
        return np.linspace(-self.half, self.half, round(2 * self.half / self.pitch) + 1)

    @cached_property
    def grid(self) -> np.ndarray:
        """(n, n, 3) height [m] and slopes along x and y at the nodes, first index x."""
        x, y = np.meshgrid(self.nodes, self.nodes, indexing="ij")
        if self.height is None:
            return np.zeros((*x.shape, 3))
        h, height = STEP, self.height
        dx = (height(x + h, y) - height(x - h, y)) / (2 * h)
        dy = (height(x, y + h) - height(x, y - h)) / (2 * h)
        return np.stack([height(x, y), dx, dy], axis=-1)

    def nearest(self, points: np.ndarray) -> Nearest:
        """Distances along the normal of the ground below."""
        pitch = self.nodes[1] - self.nodes[0]
        return ground_nearest(self.grid, float(self.nodes[0]), float(pitch), points)


@dataclass(frozen=True)
class Ball:
    """A solid ball about the origin."""

    radius: float
    """[m]"""

    def nearest(self, points: np.ndarray) -> Nearest:
        """Distances along the line through the ball's centre."""
        return ball_nearest(self.radius, points)


@dataclass(frozen=True)
class Block:
    """A solid box about the origin."""

    half: tuple[float, float, float]
    """[m] half sizes"""

    def nearest(self, points: np.ndarray) -> Nearest:
        """To the nearest face, edge or corner; inside to the nearest face."""
        return block_nearest(np.asarray(self.half, float), points)


Surface = Ground | Ball | Block
"""Something solid, in its own frame."""


def ground_nearest(grid: np.ndarray, corner: float, pitch: float, points: np.ndarray) -> Nearest:
    """Of points (n, 3) [m] to the ground of a grid (nx, ny, 3), as in `Ground.grid`."""
    at = (points[:, :2] - corner) / pitch
    first = np.clip(np.floor(at).astype(int), 0, np.array(grid.shape[:2]) - 2)
    share = np.clip(at - first, 0.0, 1.0)
    past = (at - first - share) * pitch
    (i, j), (s, t) = first.T, share.T[:, :, None]
    near = (1 - s) * ((1 - t) * grid[i, j] + t * grid[i, j + 1])
    far = s * ((1 - t) * grid[i + 1, j] + t * grid[i + 1, j + 1])
    height, dx, dy = (near + far).T
    height = height + dx * past[:, 0] + dy * past[:, 1]
    normal = np.column_stack([-dx, -dy, np.ones_like(dx)])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return Nearest((points[:, 2] - height) * normal[:, 2], normal)


def ball_nearest(radius: float, points: np.ndarray) -> Nearest:
    """Of points (n, 3) [m] to a ball about the origin."""
    size = np.linalg.norm(points, axis=1)
    safe = np.maximum(size, 1e-12)[:, None]
    return Nearest(size - radius, points / safe)


def block_nearest(half: np.ndarray, points: np.ndarray) -> Nearest:
    """Of points (n, 3) [m] to a box about the origin."""
    past = np.abs(points) - half
    outside = np.maximum(past, 0.0)
    away = np.linalg.norm(outside, axis=1)
    face = np.argmax(past, axis=1)
    inward = np.zeros_like(points)
    inward[np.arange(len(points)), face] = 1.0
    out = (away > 0)[:, None]
    normal = np.where(out, outside / np.where(out, away[:, None], 1.0), inward)
    distance = np.where(away > 0, away, past.max(axis=1))
    return Nearest(distance, normal * np.where(points < 0, -1.0, 1.0))
