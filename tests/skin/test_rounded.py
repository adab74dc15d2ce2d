import numpy as np
import pytest

from prehensile.skin.rounded import Sheet, Spindle, smooth_max, smooth_min

T = np.eye(4)
T[:3, :3] = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]
T[:3, 3] = [0.01, 0.02, 0.03]


def _at(points):
    return tuple(np.asarray(points, dtype=np.float32).T)


def test_spindle_is_negative_inside_zero_on_the_skin_and_a_distance_outside():
    body = Spindle(T, np.zeros(3), np.array([0.04, 0, 0]), (0.01, 0.01))
    local = np.array([[0.02, 0, 0], [0.02, 0.01, 0], [0.02, 0, 0.013], [0.045, 0, 0]])
    distance = body.distance(_at(local @ T[:3, :3].T + T[:3, 3]))
    np.testing.assert_allclose(distance, [-0.01, 0.0, 0.003, -0.005], atol=1e-7)


def test_spindle_is_flattened_on_the_chosen_side_only():
    body = Spindle(np.eye(4), np.zeros(3), np.array([0.04, 0, 0]), (0.01, 0.01), back=0.8)
    distance = body.distance(_at([[0.02, 0, 0.008], [0.02, 0, -0.01]]))
    np.testing.assert_allclose(distance, 0, atol=1e-7)


def test_sheet_has_its_thickness_inside_and_beyond_its_edges():
    corners = np.array([[0, 0, 0], [0.03, 0, 0], [0, 0.03, 0.0]])
    sheet = Sheet(corners, 0.004)
    points = [[0.008, 0.008, 0.004], [0.008, 0.008, -0.01], [0.01, -0.004, 0], [-0.01, 0, 0]]
    np.testing.assert_allclose(sheet.distance(_at(points)), [0, 0.006, 0, 0.006], atol=1e-7)


@pytest.mark.parametrize("body", [
    Spindle(T, np.zeros(3), np.array([0.04, 0.01, 0]), (0.01, 0.007), belly=0.002, palmar=1.2),
    Sheet(np.array([[0, 0, 0], [0.03, 0.01, 0], [0, 0.03, 0.02]]), 0.004),
])  # fmt: skip
def test_bounds_hold_the_whole_inside(body, rng):
    points = rng.uniform(-0.1, 0.1, (20000, 3))
    inside = points[body.distance(_at(points)) < 0]
    low, high = body.bounds()
    assert len(inside) and (inside >= low).all() and (inside <= high).all()


def test_smooth_min_is_the_minimum_away_from_the_joint_and_below_it_near():
    a, b = np.float32([0.0, 0.01, 0.002]), np.float32([0.02, 0.0, 0.002])
    np.testing.assert_array_equal(smooth_min(a, b, 0.004)[:2], np.minimum(a, b)[:2])
    assert smooth_min(a, b, 0.004)[2] == pytest.approx(0.001)
    np.testing.assert_array_equal(smooth_max(a, b, 0.004), -smooth_min(-a, -b, 0.004))
