"""Nails as regions of the mesh: their outlines are chains of edges, on every level."""

import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.skin.template.levels import skin_mesh
from prehensile.skin.template.nails import rim_vertices
from prehensile.skin.template.shipped import template
from prehensile.skin.template.skin_mesh import SkinMesh


@pytest.mark.parametrize("level", [0, 1])
def test_no_face_lies_across_an_outline(level: int) -> None:
    """Corners inside and outside never share a face; outlines are where the depth is nought."""
    mesh = skin_mesh(HandSpec.sample(2).build(), level)
    depth = mesh.nail_depth[mesh.faces]
    assert not ((depth > 0).any(axis=1) & (depth < 0).any(axis=1)).any()
    assert (mesh.nail_depth > 0).sum() > 5 and (mesh.nail_depth == 0).sum() > 40


def test_each_outline_is_one_loop() -> None:
    """Five of them: every vertex of a rim has two neighbours along it."""
    faces, on_nail = template().faces.astype(int), template().on_nail
    sides = np.sort(faces[on_nail][:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    edges, count = np.unique(sides, axis=0, return_counts=True)
    rim = edges[count == 1]
    assert (np.unique(rim, return_counts=True)[1] == 2).all()
    assert _loops(rim) == 5
    expected = rim_vertices(on_nail, faces, len(template().vertices))
    np.testing.assert_array_equal(np.flatnonzero(expected), np.unique(rim))


def test_no_face_has_two_sides_on_an_outline() -> None:
    """It would be pressed flat on finer levels."""
    on_rim = _rim_sides(skin_mesh(HandSpec.mean().build(), 0))
    assert on_rim.max() == 1


def _rim_sides(mesh: SkinMesh) -> np.ndarray:
    """How many sides of each of the nails' faces lie on an outline."""
    faces = mesh.faces.astype(int)[template().on_nail]
    sides = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]], axis=-1)
    _, row, count = np.unique(sides.reshape(-1, 2), axis=0, return_inverse=True, return_counts=True)
    return (count[row] == 1).reshape(-1, 3).sum(axis=1)


def _loops(edges: np.ndarray) -> int:
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    _, local = np.unique(edges, return_inverse=True)
    local = local.reshape(-1, 2)
    n = int(local.max()) + 1
    return connected_components(coo_array((np.ones(len(local)), tuple(local.T)), shape=(n, n)))[0]
