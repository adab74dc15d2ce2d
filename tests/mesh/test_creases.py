import numpy as np
import trimesh

from prehensile.mesh.creases import split_at_creases
from prehensile.mesh.normals import smooth_normals


def test_a_box_gets_three_vertices_for_each_corner():
    box = trimesh.creation.box()
    vertices, faces = split_at_creases(np.asarray(box.vertices), np.asarray(box.faces))
    assert len(vertices) == 24
    assert np.allclose(np.abs(smooth_normals(vertices, faces)).max(axis=1), 1)


def test_a_sphere_stays_whole():
    ball = trimesh.creation.icosphere(subdivisions=3)
    vertices, faces = split_at_creases(np.asarray(ball.vertices), np.asarray(ball.faces))
    assert len(vertices) == len(ball.vertices)
    assert np.sum(smooth_normals(vertices, faces) * vertices, axis=1).min() > 0.999


def test_a_cylinder_is_round_at_its_side_and_sharp_at_its_rims():
    tube = trimesh.creation.cylinder(radius=1, height=2, sections=32)
    vertices, faces = split_at_creases(np.asarray(tube.vertices), np.asarray(tube.faces))
    normals = smooth_normals(vertices, faces)
    flat = np.abs(normals[:, 2]) > 0.999
    level = np.abs(normals[:, 2]) < 1e-6
    assert (flat | level).all() and level.sum() == 64
    assert np.sum(normals[level] * vertices[level], axis=1).min() > 0.99


def test_triangles_keep_their_places():
    box = trimesh.creation.box()
    vertices, faces = split_at_creases(np.asarray(box.vertices), np.asarray(box.faces))
    assert np.array_equal(vertices[faces], box.vertices[box.faces])
