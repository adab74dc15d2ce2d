"""Balls within an object, against shapes whose thickness is known; facets tilt normals a little."""

import numpy as np
import pytest

from prehensile.control.place.medial import medial_balls
from prehensile.mesh.sample import random_points
from prehensile.world.objects.primitives import ball, box, cylinder


def balls(obj, count=400):
    rng = np.random.default_rng(0)
    points, normals = random_points(obj.vertices, obj.faces, count, rng)
    return points, normals, medial_balls(obj, points, normals, rng)


def test_a_round_thing_has_one_ball():
    _, _, medial = balls(ball(0.03, mass=0.1))
    assert abs(np.median(medial.radius) - 0.03) < 0.0015
    assert np.median(np.linalg.norm(medial.centre, axis=1)) < 0.0015


def test_balls_of_a_rod_lie_on_its_axis():
    rod = cylinder(0.012, 0.2, mass=0.1)
    points, _, medial = balls(rod)
    side = np.abs(points[:, 2]) < 0.08
    np.testing.assert_allclose(medial.radius[side], 0.012, rtol=0.13)
    assert np.linalg.norm(medial.centre[side, :2], axis=1).max() < 0.003


@pytest.mark.parametrize("thickness", [0.003, 0.02])
def test_balls_of_a_plate_are_as_thick_as_it(thickness):
    plate = box((0.12, 0.12, thickness), mass=0.1)
    points, normals, medial = balls(plate)
    flat = (np.abs(points[:, :2]).max(axis=1) < 0.04) & (np.abs(normals[:, 2]) > 0.9)
    typical = np.median(medial.radius[flat])
    assert 0.95 * thickness / 2 < typical < 1.25 * thickness / 2


def test_a_surface_that_is_inside_out_is_as_thick():
    rod = cylinder(0.012, 0.2, mass=0.1)
    rng = np.random.default_rng(0)
    points, normals = random_points(rod.vertices, rod.faces, 300, rng)
    side = np.abs(points[:, 2]) < 0.08
    medial = medial_balls(rod, points, -normals, rng)
    np.testing.assert_allclose(medial.radius[side], 0.012, rtol=0.13)
