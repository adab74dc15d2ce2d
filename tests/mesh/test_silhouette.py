"""Silhouettes against areas that are known."""

import numpy as np
import trimesh

from prehensile.mesh.silhouette import overlap, silhouette

LOW, HIGH, PIXEL = np.array([-2.0, -2.0]), np.array([2.0, 2.0]), 0.01


def test_a_ball_covers_a_disc() -> None:
    """π r², within a pixel at the rim."""
    ball = trimesh.creation.icosphere(subdivisions=4)
    area = silhouette(ball.vertices, ball.faces, LOW, HIGH, PIXEL).sum() * PIXEL**2
    assert abs(area - np.pi) < 0.02


def test_overlap_of_shifted_squares() -> None:
    """Half a square in common of one and a half."""
    box = trimesh.creation.box([2, 2, 2])
    one = silhouette(box.vertices, box.faces, LOW, HIGH, PIXEL)
    other = silhouette(box.vertices + np.array([0, 1, 0]), box.faces, LOW, HIGH, PIXEL)
    assert overlap(one, one) == 1
    assert abs(overlap(one, other) - 1 / 3) < 0.01
