"""A polytope that grows: the same as Qhull's of all its points."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from prehensile.quality.measure.grown_polytope import GrownPolytope


@pytest.mark.parametrize("dimension", [3, 6])
def test_it_is_the_hull_of_its_points(rng, dimension):
    first = np.concatenate([np.eye(dimension), -np.eye(dimension)])
    later = 1.5 * rng.normal(size=(25, dimension))
    grown = GrownPolytope(first)
    for point in later:
        grown.add(point)
        assert grown.nearest()[1] > 0
    known = -ConvexHull(np.concatenate([first, later])).equations[:, -1].max()
    normal, distance = grown.nearest()
    assert distance == pytest.approx(known, rel=1e-5)
    assert distance <= known
    assert np.linalg.norm(normal) == pytest.approx(1)


def test_a_point_inside_changes_nothing():
    grown = GrownPolytope(np.concatenate([np.eye(3), -np.eye(3)]))
    before = grown.count, grown.nearest()[1]
    grown.add(np.array([0.1, 0.1, 0.1]))
    assert (grown.count, grown.nearest()[1]) == before


def test_points_in_one_plane_are_no_trouble():
    corners = np.array(np.meshgrid(*[[-1.0, 1]] * 4)).reshape(4, -1).T
    grown = GrownPolytope(np.concatenate([np.eye(4), -np.eye(4)]) * 0.9)
    for corner in corners:
        grown.add(corner)
    assert grown.nearest()[1] == pytest.approx(1.0, rel=1e-4)
