import numpy as np
import pytest
import trimesh

from prehensile.mesh.repair import (
    count_edges,
    inside_out,
    seamless_normals,
    welded_rows,
    without_empty,
)

BONE = np.array([[[-0.03, 0.0, 0.0], [0.03, 0.0, 0.0]]])


@pytest.fixture
def capsule():
    mesh = trimesh.creation.capsule(height=0.06, radius=0.01, count=(16, 16))
    mesh.apply_translation(-mesh.bounds.mean(axis=0))
    mesh.apply_transform(trimesh.geometry.align_vectors([0, 0, 1], [1, 0, 0]))
    return np.asarray(mesh.vertices), np.asarray(mesh.faces)


def test_edges_are_counted_as_trimesh_does(capsule):
    vertices, faces = capsule
    assert count_edges(faces) == (0, 0)
    assert trimesh.Trimesh(vertices, faces).is_watertight
    assert count_edges(faces[1:]) == (3, 0)
    fin = np.append(faces, [[faces[0, 0], faces[0, 1], faces[9, 2]]], axis=0)
    assert count_edges(fin).crowded >= 1


def test_only_what_is_inside_out_is_turned(capsule):
    vertices, faces = capsule
    row = welded_rows(vertices)
    assert not inside_out(vertices, faces, row, BONE).any()
    assert inside_out(vertices, faces[:, ::-1], row, BONE).all()
    left = vertices[faces].mean(axis=1)[:, 0] < 0
    half = np.where(left[:, None], faces[:, ::-1], faces)
    wrong = inside_out(vertices, half, row, BONE)
    np.testing.assert_array_equal(wrong, left)
    mended = np.where(wrong[:, None], half[:, ::-1], half)
    assert trimesh.Trimesh(vertices, mended, process=False).volume > 0


def test_a_small_sheet_that_looks_inwards_may_stay(capsule):
    vertices, faces = capsule
    sheet = np.array([[0.0, 0.001, 0.012], [0.001, 0, 0.012], [0.001, 0.001, 0.012]])
    assert np.cross(sheet[1] - sheet[0], sheet[2] - sheet[0])[2] > 0  # looks outwards; turned below
    both = np.concatenate([vertices, sheet])
    more = np.append(faces, [[len(vertices), len(vertices) + 2, len(vertices) + 1]], axis=0)
    assert not inside_out(both, more, welded_rows(both), BONE).any()


def test_doubled_vertices_are_welded_and_share_a_normal(capsule):
    vertices, faces = capsule
    cut = np.concatenate([vertices, vertices + 1e-9])
    half = np.where(np.arange(len(faces))[:, None] % 2, faces + len(vertices), faces)
    row = welded_rows(cut)
    np.testing.assert_array_equal(row[: len(vertices)], row[len(vertices) :])
    assert count_edges(row[half]) == (0, 0)
    normals = seamless_normals(cut, half, row)
    np.testing.assert_array_equal(normals[: len(vertices)], normals[len(vertices) :])


def test_triangles_without_area_are_found():
    row = np.array([0, 1, 2, 2])
    np.testing.assert_array_equal(
        without_empty(np.array([[0, 1, 2], [0, 2, 3]]), row), [True, False]
    )
