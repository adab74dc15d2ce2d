"""Distances to ground, ball and box."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.forks.contact.surface import Ball, Block, Ground, block_nearest


@pytest.mark.parametrize(
    "surface",
    [Ball(0.3), Block((0.2, 0.3, 0.1)), Ground(lambda x, y: 0.05 * np.sin(x))],
    ids=lambda s: type(s).__name__,
)
def test_normals_are_gradients_of_distances(surface, rng: np.random.Generator) -> None:
    points = rng.normal(size=(60, 3)) * 0.25
    distance, normal = surface.nearest(points)
    assert np.allclose(np.linalg.norm(normal, axis=1), 1)
    h = 1e-4
    ahead, behind = (surface.nearest(points + s * h * normal)[0] for s in (1, -1))
    assert np.allclose((ahead - behind) / (2 * h), 1, atol=0.02)
    assert distance.min() < 0 < distance.max()


def test_a_box_is_nearest_at_a_face_an_edge_or_a_corner() -> None:
    box = Block((0.1, 0.2, 0.3))
    points = np.array([[0.4, 0, 0], [0.4, -0.6, 0], [0.4, 0.6, -0.4], [0.02, 0.19, 0]])
    distance, normal = box.nearest(points)
    assert distance == pytest.approx([0.3, 0.5, np.sqrt(0.09 + 0.16 + 0.01), -0.01])
    assert np.allclose(normal[0], [1, 0, 0]) and np.allclose(normal[1], [0.6, -0.8, 0])
    assert np.allclose(normal[3], [0, 1, 0])  # out through the nearest face


def test_a_slope_goes_on_past_the_grid() -> None:
    ground = Ground(lambda x, y: 0.3 * x - 0.1 * y, half=0.5)
    up = np.array([-0.3, 0.1, 1.0]) / np.sqrt(1.1)
    points = np.array([[0.2, 0.1, 0.5], [0.9, -0.2, 0.5], [-2.0, 1.7, 0.0]])
    distance, normal = ground.nearest(points)
    assert np.allclose(normal, up, atol=1e-8)
    assert distance == pytest.approx(points @ up, abs=1e-8)


def test_flat_ground_is_the_height() -> None:
    distance, normal = Ground().nearest(np.array([[3.0, -4.0, 0.25]]))
    assert distance == pytest.approx([0.25]) and np.allclose(normal, [[0, 0, 1]])


@pytest.mark.parametrize(("half", "pitch"), [(1.0, 0.0), (0.1, 0.2), (np.inf, 0.1)])
def test_ground_without_a_grid_is_refused(half: float, pitch: float) -> None:
    with pytest.raises(InputError, match="nodes"):
        Ground(half=half, pitch=pitch)


def test_normals_are_unit_however_near_a_face_is() -> None:
    points = np.array([[1 + 1e-15, 0.2, 0.1], [1 - 1e-15, 0.2, 0.1], [0.3, -2 - 4e-16, 0.0]])
    normal = block_nearest(np.array([1.0, 2.0, 3.0]), points)[1]
    assert np.allclose(normal, [[1, 0, 0], [1, 0, 0], [0, -1, 0]])
