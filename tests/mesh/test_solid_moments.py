"""Moments of solids against closed forms."""

import numpy as np
import pytest

from prehensile.mesh.decimate import solid_triangles
from prehensile.mesh.solid_moments import solid_moments

TETRAHEDRON = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
TETRAHEDRON_FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
HALF = np.array([0.015, 0.025, 0.035])


def test_moments_of_a_corner_tetrahedron_are_the_closed_form() -> None:
    volume, com, inertia = solid_moments(TETRAHEDRON, TETRAHEDRON_FACES)
    assert volume == pytest.approx(1 / 6, rel=1e-14)
    np.testing.assert_allclose(com, [0.25] * 3, rtol=1e-14)
    # ∫x² = 1/60, ∫xy = 1/120 about the corner; moved to the centroid.
    square, product = 1 / 60 - 1 / 96, 1 / 120 - 1 / 96
    expected = 2 * square * np.eye(3) - product * (1 - np.eye(3))
    np.testing.assert_allclose(inertia, expected, rtol=1e-12)


def test_moments_of_a_box_far_from_its_origin_and_turned() -> None:
    vertices, faces = solid_triangles("box", HALF)
    rng = np.random.default_rng(3)
    rotation, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    rotation *= np.sign(np.linalg.det(rotation))
    offset = np.array([0.4, -3.0, 20.0])
    volume, com, inertia = solid_moments(vertices @ rotation.T + offset, faces)
    assert volume == pytest.approx(8 * HALF.prod(), rel=1e-9)
    np.testing.assert_allclose(com, offset, atol=1e-12)
    own = (HALF**2).sum() - HALF**2
    expected = volume * rotation @ np.diag(own) @ rotation.T / 3
    np.testing.assert_allclose(inertia, expected, atol=1e-9 * np.abs(expected).max())
