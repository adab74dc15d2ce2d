import numpy as np
import pytest
import trimesh

from prehensile.mesh.merge_vertices import merged_vertices


@pytest.mark.parametrize("seed", range(5))
def test_loose_triangles_are_joined_as_trimesh_joins_them(seed):
    rng = np.random.default_rng(seed)
    mesh = trimesh.creation.icosphere(2)
    points = mesh.triangles.reshape(-1, 3)
    order = rng.permutation(len(points))
    faces = np.argsort(order).reshape(-1, 3)
    found = merged_vertices(points[order], faces)
    assert len(found.points) == len(mesh.vertices) and found.kept.all()
    np.testing.assert_array_equal(found.points[found.faces], mesh.triangles)
    assert trimesh.Trimesh(found.points, found.faces, process=False).is_watertight


def test_a_clean_mesh_comes_back_as_it_is():
    mesh = trimesh.creation.box()
    found = merged_vertices(np.array(mesh.vertices), mesh.faces)
    np.testing.assert_array_equal(found.points, mesh.vertices)
    np.testing.assert_array_equal(found.faces, mesh.faces)


def test_unused_vertices_and_lines_are_dropped():
    points = np.array([[9.0, 9, 9], [0, 0, 0], [1, 0, 0], [0, 1, 0], [-0.0, 0, 0]])
    found = merged_vertices(points, np.array([[1, 2, 3], [1, 4, 2]]))
    assert found.kept.tolist() == [True, False]
    np.testing.assert_array_equal(found.points, points[1:4])


def test_the_tolerance_closes_seams():
    corners = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]])
    points = np.concatenate([corners, corners[1:] + 1e-9, [[1, 1, 0]]])
    faces = np.array([[0, 1, 2], [3, 5, 4]])
    assert len(merged_vertices(points, faces).points) == 6
    assert len(merged_vertices(points, faces, 1e-6).points) == 4
