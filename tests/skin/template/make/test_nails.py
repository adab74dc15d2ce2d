"""Nails on a ball: a cap whose outline is a circle, so that everything is known."""

import numpy as np
import pytest
import trimesh

from prehensile.lie import so3
from prehensile.skin.template.make.nails import snapped_to_nails
from prehensile.skin.template.nails import rim_vertices

LEVEL = 0.55


class Ball:
    """Flesh of radius 1 with one nail, what lies above a level."""

    def distance(self, points, detail=None):
        return np.linalg.norm(points, axis=1) - 1

    def distance_and_slope(self, points, detail=None):
        far = np.linalg.norm(points, axis=1, keepdims=True)
        return far[:, 0] - 1, points / far

    def nail_depth(self, points):
        return points[:, 2] - LEVEL

    def on_nail_rim(self, points):
        out = points[:, :2] / np.linalg.norm(points[:, :2], axis=1, keepdims=True)
        return np.column_stack([np.sqrt(1 - LEVEL**2) * out, np.full(len(points), LEVEL)])


@pytest.fixture(scope="module")
def cut():
    mesh = trimesh.creation.icosphere(subdivisions=3)
    turned = mesh.vertices @ so3.exp([0.3, 0.6, 0.2])  # else edges lie along the outline
    edges = np.full(len(turned), float(mesh.edges_unique_length.mean()))
    return *snapped_to_nails(Ball(), turned, mesh.faces, edges), len(mesh.faces)


def _sides(faces):
    """Pairs of corners, whichever comes first."""
    return {frozenset(map(int, pair)) for f in faces for pair in zip(f, np.roll(f, 1), strict=True)}


def test_the_outline_is_the_circle(cut):
    vertices, faces, on_nail, _ = cut
    rim = rim_vertices(on_nail, faces, len(vertices))
    np.testing.assert_allclose(vertices[rim, 2], LEVEL, atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(vertices, axis=1), 1, atol=1e-6)
    inside = np.zeros(len(vertices), bool)
    inside[faces[on_nail]] = True
    assert (vertices[inside & ~rim, 2] > LEVEL).all() and (vertices[~inside, 2] < LEVEL).all()
    # A circle's points in order are one loop: as many sides as corners.
    within, without = (_sides(faces[which]) for which in (on_nail, ~on_nail))
    assert len(within & without) == rim.sum()


def test_it_stays_one_closed_ball_without_ears(cut):
    vertices, faces, on_nail, count = cut
    mesh = trimesh.Trimesh(vertices, faces, process=False)
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.euler_number == 2
    assert len(faces) == count and mesh.volume == pytest.approx(4 / 3 * np.pi, rel=0.03)
    pairs = mesh.face_adjacency
    both = pairs[on_nail[pairs].all(axis=1)]
    beside = np.bincount(both.ravel(), minlength=len(faces))
    assert (beside[on_nail] >= 2).all(), "no nail face has two sides on the outline"
    # The cap's share of the area, in closed form, but for the corners cut off by straight sides.
    assert mesh.area_faces[on_nail].sum() == pytest.approx(2 * np.pi * (1 - LEVEL), rel=0.05)
