"""A mesh of a field's zero level, and points laid onto it, on balls whose skin is known."""

from typing import Any

import numpy as np
import pytest
import trimesh

from prehensile.skin.flesh import surface
from prehensile.skin.flesh.surface import projected, zero_level

RADIUS, CENTRE = 0.02, np.array([0.01, -0.02, 0.03])


class Ball:
    """As much of a `RestFlesh` as is asked for; ``steep`` times as steep as a distance is."""

    def __init__(self, steep: float = 1.0):
        self.steep, self.asked = steep, 0

    def bounds(self) -> tuple[np.ndarray, np.ndarray]:
        return CENTRE - 1.3 * RADIUS, CENTRE + 1.3 * RADIUS

    def distance(self, points: np.ndarray, detail: np.ndarray | None = None) -> np.ndarray:
        self.asked += len(points)
        return self.steep * (np.linalg.norm(points - CENTRE, axis=1) - RADIUS)

    def distance_and_slope(
        self, points: np.ndarray, detail: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        away = points - CENTRE
        unit = away / np.linalg.norm(away, axis=1, keepdims=True)
        return self.distance(points), self.steep * unit


def test_the_mesh_is_the_ball() -> None:
    ball: Any = Ball()
    vertices, faces = zero_level(ball, 0.001)
    mesh = trimesh.Trimesh(vertices, faces, process=False)
    assert mesh.is_watertight and mesh.is_winding_consistent
    assert mesh.volume == pytest.approx(4 / 3 * np.pi * RADIUS**3, rel=0.01)
    assert mesh.area == pytest.approx(4 * np.pi * RADIUS**2, rel=0.02)
    far = np.linalg.norm(vertices - CENTRE, axis=1)
    np.testing.assert_allclose(far, RADIUS, atol=2e-5)


def test_the_fine_grid_is_looked_at_near_the_skin_only() -> None:
    ball: Any = Ball()
    zero_level(ball, 0.0005)
    assert ball.asked < 0.6 * (2.6 * RADIUS / 0.0005) ** 3


@pytest.mark.parametrize("steep", [0.6, 1.0, 1.7])
def test_points_land_on_the_skin_whatever_the_slope(steep: float, rng: np.random.Generator) -> None:
    ball: Any = Ball(steep)
    away = rng.normal(size=(200, 3))
    away /= np.linalg.norm(away, axis=1, keepdims=True)
    start = CENTRE + away * rng.uniform(0.9 * RADIUS, 1.1 * RADIUS, (200, 1))
    found = projected(ball, start, np.zeros(200), 2)
    np.testing.assert_allclose(found, CENTRE + RADIUS * away, atol=1e-9)


def test_far_points_take_short_steps() -> None:
    ball: Any = Ball()
    start = CENTRE + np.array([[0.0, 0.0, 2 * RADIUS]])
    for rounds in (1, 2, 3):
        moved = np.linalg.norm(projected(ball, start, np.zeros(1), rounds) - start)
        assert moved == pytest.approx(rounds * surface.FARTHEST)


def test_where_the_field_is_flat_steps_stay_small() -> None:
    """A slope near zero would ask for any length."""
    ball: Any = Ball(steep=0.01)
    start = CENTRE + np.array([[1.2 * RADIUS, 0, 0]])
    moved = np.linalg.norm(projected(ball, start, np.zeros(1), 1) - start)
    assert moved == pytest.approx(0.2 * RADIUS * 0.01**2 / surface.FLATTEST)
