"""The compiled distances against their plain twin."""

import numpy as np
import pytest

from prehensile.kinematics import _kernels, _plain


def scene(rng, points, capsules):
    start = 0.1 * rng.normal(size=(capsules, 3))
    end = start + 0.05 * rng.normal(size=(capsules, 3))
    return 0.2 * rng.normal(size=(points, 3)), start, end, rng.uniform(0.005, 0.02, capsules)


@pytest.mark.parametrize(("points", "capsules"), [(1, 1), (7, 3), (1500, 24)])
def test_the_nearest_is_the_same(rng, points, capsules):
    for _ in range(20):
        where = scene(rng, points, capsules)
        distance, n, c = _kernels.nearest(*where)
        plain = _plain.nearest(*where)
        assert distance == pytest.approx(plain[0], abs=1e-12)
        assert (n, c) == plain[1:]


@pytest.mark.parametrize(("points", "capsules"), [(0, 3), (3, 0), (0, 0)])
def test_nothing_is_infinitely_far(rng, points, capsules):
    where = scene(rng, points, capsules)
    assert _kernels.nearest(*where) == _plain.nearest(*where) == (np.inf, -1, -1)


@pytest.mark.parametrize("each", [1, 2])
def test_every_pose_has_its_nearest_point(rng, each):
    points, *capsules = scene(rng, 400, 16 * each)
    distance, which = _kernels.nearest_by_pose(points, *capsules, 16)
    plain, plainly = _plain.nearest_by_pose(points, *capsules, 16)
    np.testing.assert_allclose(distance, plain, atol=1e-12)
    np.testing.assert_array_equal(which, plainly)


def test_a_point_on_the_axis_is_a_radius_deep():
    axis = np.array([[0.0, 0, 0]]), np.array([[0.0, 0, 1]]), np.array([0.1])
    assert _kernels.nearest(np.array([[0.0, 0, 0.5]]), *axis) == (pytest.approx(-0.1), 0, 0)
    assert _kernels.nearest(np.array([[0.0, 0.3, 1.4]]), *axis)[0] == pytest.approx(0.4)
