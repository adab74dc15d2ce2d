"""Crossing triangles, counted by VTK too."""

import numpy as np
import pytest
import trimesh

from prehensile.mesh.self_intersection import intersecting_pairs


def test_a_sphere_does_not_cross_itself() -> None:
    """Neighbours that touch are no crossing."""
    ball = trimesh.creation.icosphere(subdivisions=3)
    assert len(intersecting_pairs(ball.vertices, ball.faces)) == 0


def test_two_balls_cross_as_often_as_vtk_says() -> None:
    """The same pairs of cells."""
    pv = pytest.importorskip("pyvista")
    one = trimesh.creation.icosphere(subdivisions=2)
    other = one.copy()
    other.apply_transform(trimesh.transformations.rotation_matrix(0.7, [1, 2, 3]))
    other.apply_translation([0.9, 0.3, 0.1])
    both = trimesh.util.concatenate([one, other])
    found = intersecting_pairs(both.vertices, both.faces)
    _, count = pv.wrap(one).collision(pv.wrap(other))
    assert len(found) == count > 20


def test_a_fold_is_found() -> None:
    """Two triangles on one edge, one folded onto the other."""
    v = np.array([[0, 0, 0], [1, 0, 0], [0.5, 1, 0], [0.5, 0.9, 0.001]], float)
    assert len(intersecting_pairs(v, np.array([[0, 1, 2], [1, 0, 3]]))) == 1
