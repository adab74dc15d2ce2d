"""Texels of an atlas, checked on a mesh whose map is known."""

import numpy as np
from scipy.ndimage import map_coordinates

from prehensile.hand.spec import HandSpec
from prehensile.mesh.raster import APRON, atlas_texels, drawn_faces
from prehensile.skin.template.levels import skin_mesh

TRIANGLE = np.array([[0.25, 0.25], [0.75, 0.25], [0.25, 0.75]], np.float32)


def test_texels_show_the_points_that_the_map_says() -> None:
    """A triangle of 8 by 8 cm in 32 texels of 64: position is linear, also beyond its rim."""
    vertices = np.array([[0, 0, 0.5], [0.08, 0, 0.5], [0, 0.08, 0.5]])
    faces = np.array([[0, 1, 2]])
    normals = np.tile([0.0, 0, 1], (3, 1))
    found = atlas_texels(vertices, normals, faces, TRIANGLE, faces, 64)
    row, column = found.index // 64, found.index % 64
    wished = 0.08 * (np.stack([column, row], axis=1) + 0.5 - 16) / 32
    assert np.allclose(found.positions[:, :2], wished, atol=1e-9)
    assert np.allclose(found.positions[:, 2], 0.5)
    assert np.allclose(found.pitch, 0.0025)
    inside = ((column - 16) + (row - 16) + 1 <= 32) & (column >= 16) & (row >= 16)
    assert inside.sum() == 33 * 32 / 2
    gap = np.maximum.reduce([16 - column, 16 - row, (column + row - 63) / np.sqrt(2)])
    assert gap.max() <= APRON + 1 and (gap > 1).any()
    # Corners have shares that give the position back where the face is, and 0 … 1 beyond it.
    assert (found.face == 0).all() and np.allclose(found.share.sum(axis=1), 1)
    assert found.share.min() >= 0
    assert np.allclose(found.share[inside] @ vertices, found.positions[inside])
    # Elsewhere the nearest texel of a face is shown.
    picture = found.picture(found.positions)
    assert np.allclose(picture[20, 0], picture[20, 16])


def test_all_levels_see_the_same_skin_at_a_texel() -> None:
    """A point painted for the middle level is within 0.7 mm of where the others show it."""
    hand, size = HandSpec.mean("right").build(), 512
    mesh = skin_mesh(hand, 1)
    texels = atlas_texels(
        mesh.vertices, mesh.normals, mesh.faces, mesh.uv, mesh.uv_faces.astype(int), size
    )
    painted = texels.picture(texels.positions)
    for level in (0, 1):
        other = skin_mesh(hand, level)
        at = (other.uv * size - 0.5)[:, ::-1].T
        shown = np.stack([map_coordinates(painted[..., k], at, order=1) for k in range(3)], axis=1)
        real = np.empty_like(shown)
        real[other.uv_faces] = other.vertices[other.faces]
        off = np.linalg.norm(shown - real, axis=1)
        assert np.percentile(off, 99) < (0.0007 if level == 0 else 0.0001)


def test_faces_without_an_area_in_the_picture_are_left_out() -> None:
    uv = np.array([[0, 0], [0.5, 0], [0, 0.5], [0.25, 0], [0.1, 0.1]], np.float32)
    faces = np.array([[0, 1, 2], [0, 1, 3], [4, 4, 4]], np.uint32)
    np.testing.assert_array_equal(drawn_faces(faces, uv), [[0, 1, 2]])
