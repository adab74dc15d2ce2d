"""Normals against what they are: the way in which a vertex adds most to the volume enclosed."""

import numpy as np
import pytest
import trimesh

from prehensile.lie import so3
from prehensile.mesh.normals import smooth_normals

STEP = 1e-6


def volume(vertices, faces):
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return np.linalg.det(np.stack([a, b, c], axis=1)).sum() / 6


@pytest.fixture
def dented(rng):
    ball = trimesh.creation.icosphere(subdivisions=1)
    vertices = np.asarray(ball.vertices) * rng.uniform(0.7, 1.3, (len(ball.vertices), 1))
    return vertices, np.asarray(ball.faces)


def test_they_point_where_the_volume_grows_fastest(dented):
    vertices, faces = dented
    grows = np.empty_like(vertices)
    for v in range(len(vertices)):
        for axis in range(3):
            ahead, behind = vertices.copy(), vertices.copy()
            ahead[v, axis] += STEP
            behind[v, axis] -= STEP
            grows[v, axis] = volume(ahead, faces) - volume(behind, faces)
    grows /= np.linalg.norm(grows, axis=1, keepdims=True)
    np.testing.assert_allclose(smooth_normals(vertices, faces), grows, atol=1e-7)


def test_they_turn_with_the_mesh_whatever_its_size_and_place(dented, rng):
    vertices, faces = dented
    R = so3.exp(rng.normal(size=3))
    moved = smooth_normals(1e-3 * vertices @ R.T + [0.3, -2, 1], faces)
    np.testing.assert_allclose(moved, smooth_normals(vertices, faces) @ R.T, atol=1e-9)


def test_faces_turned_inside_out_turn_them_round(dented):
    vertices, faces = dented
    np.testing.assert_allclose(
        smooth_normals(vertices, faces[:, ::-1]), -smooth_normals(vertices, faces), atol=1e-14
    )


def test_a_vertex_without_area_still_has_a_unit_vector():
    vertices = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [5, 5, 5], [2, 0, 0]])
    normals = smooth_normals(vertices, np.array([[0, 1, 2], [0, 1, 4]]))
    np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1)
    np.testing.assert_allclose(normals[:3], [[0, 0, 1]] * 3)
