import numpy as np
import pytest

from prehensile.skin.flesh.rounded import Sheet, smooth_min


def _at(points):
    return tuple(np.asarray(points, dtype=np.float32).T)


def test_sheet_has_its_thickness_inside_and_beyond_its_edges():
    corners = np.array([[0, 0, 0], [0.03, 0, 0], [0, 0.03, 0.0]])
    sheet = Sheet(corners, 0.004)
    points = [[0.008, 0.008, 0.004], [0.008, 0.008, -0.01], [0.01, -0.004, 0], [-0.01, 0, 0]]
    np.testing.assert_allclose(sheet.distance(_at(points)), [0, 0.006, 0, 0.006], atol=1e-7)


def test_bounds_hold_the_whole_inside(rng):
    body = Sheet(np.array([[0, 0, 0], [0.03, 0.01, 0], [0, 0.03, 0.02]]), 0.004)
    points = rng.uniform(-0.1, 0.1, (20000, 3))
    inside = points[body.distance(_at(points)) < 0]
    low, high = body.bounds()
    assert len(inside) and (inside >= low).all() and (inside <= high).all()


def test_smooth_min_is_the_minimum_away_from_the_joint_and_below_it_near():
    a, b = np.float32([0.0, 0.01, 0.002]), np.float32([0.02, 0.0, 0.002])
    np.testing.assert_array_equal(smooth_min(a, b, 0.004)[:2], np.minimum(a, b)[:2])
    assert smooth_min(a, b, 0.004)[2] == pytest.approx(0.001)
