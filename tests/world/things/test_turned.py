import numpy as np
import pytest

from prehensile.world.things.turned import rounded_outline


def test_sharp_corners_stay():
    corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 2.0), (0.0, 2.0)]
    np.testing.assert_array_equal(rounded_outline(corners), corners)


@pytest.mark.parametrize("middle", [(1.0, 0.0), (0.3, 0.4), (-0.5, 0.0)])
def test_an_arc_touches_both_lines_and_has_its_radius(middle):
    before, after, rounding = np.array([0.0, -1.0]), np.array([1.0, 1.5]), 0.05
    points = rounded_outline([before, (*middle, rounding), after])[1:-1]
    corner = np.array(middle)
    for end, other in ((points[0], before), (points[-1], after)):
        line = (other - corner) / np.linalg.norm(other - corner)
        away = end - corner
        assert abs(away[0] * line[1] - away[1] * line[0]) < 1e-12  # on the line
    # All points are at one distance from the centre, which three of them determine.
    a, b, c = points[0], points[len(points) // 2], points[-1]
    centre = np.linalg.solve(2 * np.array([b - a, c - a]), [b @ b - a @ a, c @ c - a @ a])
    np.testing.assert_allclose(np.linalg.norm(points - centre, axis=1), rounding, rtol=1e-6)


def test_a_straight_corner_is_one_point():
    assert len(rounded_outline([(0, 0), (1, 0, 0.2), (2, 0)])) == 3
