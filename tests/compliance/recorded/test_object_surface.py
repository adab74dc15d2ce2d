"""Distances and normals of surfaces, against closed forms."""

import numpy as np
import pytest

from prehensile.compliance.model.compliant_hand import Place
from prehensile.compliance.recorded.levers import touching_point
from prehensile.compliance.recorded.object_surface import ObjectSurface, pressed_point
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.mesh.decimate import solid_triangles
from prehensile.world.objects.primitives import cylinder

TIP = "index-finger-phalanx-distal"


def test_distances_of_a_box():
    surface = ObjectSurface(*solid_triangles("box", np.array([0.02, 0.03, 0.04])))
    distance, normal = surface.nearest(np.array([[0.025, 0, 0.01], [0, -0.028, 0], [0, 0, 0.05]]))
    np.testing.assert_allclose(distance, [0.005, -0.002, 0.01], atol=1e-9)
    np.testing.assert_allclose(normal, [[1, 0, 0], [0, -1, 0], [0, 0, 1]], atol=1e-9)


def test_facets_of_a_cylinder_hardly_show():
    solid = cylinder(0.03, 0.1, 0.1)
    surface = ObjectSurface(solid.vertices, solid.faces)
    angle = np.linspace(0, 6, 50)
    out = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    distance, normal = surface.nearest(0.035 * out)
    np.testing.assert_allclose(distance, 0.005, atol=1e-4)
    assert np.degrees(np.arccos((normal * out).sum(1).clip(-1, 1))).max() < 3.5


def test_a_fingertip_on_a_plane_touches_where_the_plane_is_met_first():
    hand = Hand()
    surface = ObjectSurface(*solid_triangles("box", np.array([0.05, 0.05, 0.01])))
    tilt = np.radians([20.0, 40.0])
    pose = np.tile(np.eye(4), (2, 1, 1))
    pose[:, 0, 0] = pose[:, 2, 2] = np.cos(tilt)
    pose[:, 0, 2], pose[:, 2, 0] = np.sin(tilt), -np.sin(tilt)
    first = touching_point(hand, Place(TIP), pose, np.array([0.0, 0.0, 1.0]))
    pose[:, 2, 3] = 0.01 - np.einsum("mij,mj->mi", pose[:, :3, :3], first)[:, 2]
    expected = np.einsum("mij,mj->mi", pose[:, :3, :3], first) + pose[:, :3, 3]
    found, normal = pressed_point(hand, Place(TIP), pose, surface)
    np.testing.assert_allclose(found, expected, atol=1e-3)
    np.testing.assert_allclose(normal, [[0, 0, 1]] * 2, atol=1e-9)


def test_a_surface_without_area_is_refused():
    with pytest.raises(InputError, match="no area"):
        ObjectSurface(np.zeros((3, 3)), np.array([[0, 1, 2]]))
