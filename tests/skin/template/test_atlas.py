"""The skin's atlas on every level, and how much it stretches."""

import numpy as np
import pytest
import trimesh
from tests.skin.template.drawn_atlas import doubled_areas, times_covered

from prehensile.mesh.subdivide import loop_subdivision
from prehensile.skin.template.atlas import finer_uv, uv_stretch
from prehensile.skin.template.levels import skin_mesh


def test_little_stretch_on_every_level(hand, coarse, atlas):
    uv, uv_faces = atlas
    assert np.percentile(uv_stretch(coarse.vertices, coarse.faces, uv, uv_faces), 95) < 1.2
    middle = skin_mesh(hand, 1)
    uv, uv_faces = finer_uv(uv, uv_faces)
    stretch = uv_stretch(middle.vertices, middle.faces, uv, uv_faces)
    assert np.isfinite(stretch).all() and np.percentile(stretch, 95) < 1.25
    assert times_covered(uv[uv_faces].astype(float), 1024).max() == 1


def test_finer_levels_number_their_corners_as_the_mesh_does(coarse, atlas):
    """Corners of the finer atlas that share a texture vertex share a vertex, and seams stay."""
    uv, uv_faces = atlas
    _, faces = loop_subdivision(coarse.faces.astype(int), len(coarse.vertices))
    finer, finer_faces = finer_uv(uv, uv_faces)
    pairs = np.unique(np.stack([finer_faces.ravel(), faces.ravel()], axis=1), axis=0)
    assert len(pairs) == len(finer) == len(np.unique(pairs[:, 0]))
    # Over a whole chart, places follow the mesh: each new face is about a quarter of its old one.
    before = np.abs(doubled_areas(uv[uv_faces]))
    after = np.abs(doubled_areas(finer[finer_faces])).reshape(4, -1).sum(axis=0)
    assert np.median(np.abs(after / before - 1)) < 0.05
    assert after.sum() == pytest.approx(before.sum(), rel=1e-3)


def test_inside_a_chart_finer_places_follow_loops_rule_as_trimesh_has_it(atlas):
    """On a flat mesh with a rim, inner vertices equal another implementation's."""
    x, y = (a.ravel().astype(float) for a in np.meshgrid(np.arange(6), np.arange(5)))
    points = np.stack([x + 0.3 * np.sin(y), y + 0.2 * np.cos(x)], axis=1)
    k = np.arange(30).reshape(5, 6)
    a, b, c, d = k[:-1, :-1].ravel(), k[:-1, 1:].ravel(), k[1:, 1:].ravel(), k[1:, :-1].ravel()
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    ours, _ = finer_uv(points, faces)
    theirs, _ = trimesh.remesh.subdivide_loop(np.pad(points, ((0, 0), (0, 1))), faces, iterations=1)
    inner = ours[(ours[:, 0] > 1.3) & (ours[:, 0] < 3.7) & (ours[:, 1] > 1.2) & (ours[:, 1] < 2.8)]
    distance = np.linalg.norm(inner[:, None] - theirs[None, :, :2], axis=2).min(axis=1)
    assert len(inner) > 10 and distance.max() < 1e-6


def test_stretch_of_maps_that_are_known():
    vertices = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], float)
    faces = np.array([[0, 1, 2], [0, 2, 3]])
    shown = vertices[:, :2] * [1, -1]  # v goes down
    assert np.allclose(uv_stretch(vertices, faces, 0.01 * shown, faces), 1)
    assert np.allclose(uv_stretch(vertices, faces, shown * [2, 0.5], faces), 2)
    assert np.allclose(uv_stretch(vertices, faces, shown * [4, 1], faces), 2)  # size does not count
    assert np.isinf(uv_stretch(vertices, faces, vertices[:, :2], faces)).all()  # flipped
