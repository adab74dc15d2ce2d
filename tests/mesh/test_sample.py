"""Points on a surface: evenly drawn, reproducible; or covering it."""

import numpy as np
import pytest

from prehensile.mesh.sample import covering_points, random_points
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import box


def test_random_points_lie_on_the_surface_evenly(rng):
    thing = box((0.1, 0.1, 0.1), 1.0)
    points, normals = random_points(thing.vertices, thing.faces, 6000, rng)
    np.testing.assert_allclose(np.abs(points).max(axis=1), 0.05, atol=1e-9)
    np.testing.assert_allclose((points * normals).sum(axis=1), 0.05, atol=1e-9)
    on_top = (normals[:, 2] > 0.9).mean()
    assert abs(on_top - 1 / 6) < 0.02


def test_same_seed_same_points():
    thing = load_object("mug")
    a, b = (
        random_points(thing.vertices, thing.faces, 100, np.random.default_rng(3))[0]
        for _ in range(2)
    )
    np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("spacing", [0.004, 0.02])
def test_no_place_is_farther_from_a_covering_point_than_the_spacing(spacing, rng):
    thing = box((0.05, 0.03, 0.08), 1.0)
    cover = covering_points(thing.vertices, thing.faces, spacing, most=100_000)
    np.testing.assert_allclose((np.abs(cover) / (0.025, 0.015, 0.04)).max(axis=1), 1, atol=1e-9)
    asked, _ = random_points(thing.vertices, thing.faces, 300, rng)
    nearest = np.linalg.norm(asked[:, None] - cover, axis=2).min(axis=1)
    assert nearest.max() < spacing


def test_a_cover_is_thinned_to_less_than_twice_as_many_as_asked():
    thing = box((0.1, 0.1, 0.1), 1.0)
    assert len(covering_points(thing.vertices, thing.faces, 0.002, most=500)) < 1000
