"""Fewer points and triangles that still show the same thing."""

import numpy as np
import pytest
import trimesh

from prehensile.mesh.decimate import few_hull_points, fewer_faces, solid_triangles


def test_hull_points_are_few_and_span_the_hull(rng):
    points = rng.normal(size=(3000, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    few = few_hull_points(points)
    assert len(few) <= 48
    assert trimesh.convex.convex_hull(few).volume > 0.85 * 4 / 3 * np.pi


def test_a_mesh_keeps_its_shape_with_fewer_triangles():
    sphere = trimesh.creation.icosphere(subdivisions=5, radius=0.02)
    vertices, faces = fewer_faces(sphere.vertices, sphere.faces, 700)
    assert 300 < len(faces) <= 700
    small = trimesh.Trimesh(vertices, faces)
    np.testing.assert_allclose(small.bounds, sphere.bounds, atol=0.002)
    assert small.volume == pytest.approx(sphere.volume, rel=0.1)


def test_a_small_mesh_stays_as_it_is():
    box = trimesh.creation.box((0.01, 0.02, 0.03))
    vertices, faces = fewer_faces(box.vertices, box.faces)
    assert len(vertices) == 8 and len(faces) == 12


@pytest.mark.parametrize(
    ("kind", "size", "volume"),
    [
        ("box", (1, 2, 3), 48),
        ("sphere", (1, 0, 0), 4 / 3 * np.pi),
        ("ellipsoid", (1, 2, 3), 8 * np.pi),
        ("cylinder", (1, 2, 0), 4 * np.pi),
        ("capsule", (1, 2, 0), 4 * np.pi + 4 / 3 * np.pi),
    ],
)
def test_primitives_are_closed_outward_and_of_the_right_size(kind, size, volume):
    mesh = trimesh.Trimesh(*solid_triangles(kind, np.array(size, dtype=float)))
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(volume, rel=0.1)
