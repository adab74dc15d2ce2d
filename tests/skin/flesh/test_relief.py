"""Strokes against their formula."""

import numpy as np

from prehensile.skin.flesh.relief import Stroke, smooth_line


def test_a_mound_is_a_gaussian_of_the_distance() -> None:
    """height·exp(−(d/width)²), and nothing far away."""
    stroke = Stroke(np.array([[0.1, 0, 0]]), 0.002, 0.01)
    d = np.array([0.0, 0.005, 0.01, 0.02])
    points = np.stack([0.1 + d, 0 * d, 0 * d], axis=1)
    rows, lift = stroke.lift_near(np.concatenate([[[0.2, 0, 0]], points]))
    np.testing.assert_array_equal(rows, [1, 2, 3, 4])
    np.testing.assert_allclose(lift, 0.002 * np.exp(-((d / 0.01) ** 2)))


def test_a_line_fades_at_its_ends_only() -> None:
    """Nothing at an end, all of it in the middle."""
    stroke = Stroke(np.array([[0.0, 0, 0], [0.1, 0, 0]]), -0.001, 0.005, fade=0.3)
    _, lift = stroke.lift_near(np.array([[0.0, 0, 0], [0.05, 0, 0], [0.1, 0, 0]]))
    np.testing.assert_allclose(lift, [0, -0.001, 0], atol=1e-15)


def test_a_smooth_line_goes_through_its_corners(rng: np.random.Generator) -> None:
    """Every corner lies on it."""
    corners = np.cumsum(rng.uniform(0.1, 1, (5, 2)), axis=0)
    line = smooth_line(corners, per_span=4)
    np.testing.assert_allclose(line[::4], corners, atol=1e-12)
