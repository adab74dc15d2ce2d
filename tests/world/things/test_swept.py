import numpy as np
import pytest

from prehensile.mesh.open_edges import open_edge_count
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.things.swept import rings_along, swept


def test_a_straight_sweep_is_a_cylinder():
    path = np.linspace([0, 0, 0], [0.2, 0, 0], 11)
    radius = np.full(11, 0.03)
    vertices, faces = swept(rings_along(path, np.array([0, 1.0, 0]), radius, radius, 256))
    assert open_edge_count(faces) == 0
    assert solid_moments(vertices, faces).volume == pytest.approx(np.pi * 0.0009 * 0.2, rel=1e-3)


def test_widths_lie_along_sideways_also_around_a_bend():
    angle = np.linspace(0, np.pi / 2, 41)
    path = 0.1 * np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    wide, high = np.full(41, 0.02), np.full(41, 0.01)
    rings = rings_along(path, np.array([0.0, 0.0, 1.0]), wide, high, 180)
    vertices, faces = swept(rings)
    # Pappus: section area times the way of its centre.
    expected = np.pi * 0.02 * 0.01 * 0.1 * np.pi / 2
    assert solid_moments(vertices, faces).volume == pytest.approx(expected, rel=2e-3)
    assert np.abs(rings[..., 2]).max() == pytest.approx(0.02, rel=1e-3)
