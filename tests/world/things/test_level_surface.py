import numpy as np
import pytest

from prehensile.mesh.open_edges import open_edge_count
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.things.level_surface import level_surface


def sphere(points: np.ndarray) -> np.ndarray:
    return np.linalg.norm(points, axis=1) - 0.03


def test_vertices_of_a_sphere_lie_on_it():
    vertices, faces = level_surface(sphere, np.full(3, -0.04), np.full(3, 0.04), 0.004)
    assert open_edge_count(faces) == 0
    assert np.abs(sphere(vertices)).max() < 1e-9
    assert solid_moments(vertices, faces).volume == pytest.approx(4 / 3 * np.pi * 2.7e-5, rel=0.01)


def test_the_box_cuts_off_what_leaves_it():
    low, high = np.array([-0.04, -0.04, 0.0]), np.full(3, 0.04)
    vertices, faces = level_surface(sphere, low, high, 0.004)
    assert open_edge_count(faces) == 0
    assert vertices[:, 2].min() == pytest.approx(0.0, abs=1e-12)
    assert solid_moments(vertices, faces).volume == pytest.approx(2 / 3 * np.pi * 2.7e-5, rel=0.02)
