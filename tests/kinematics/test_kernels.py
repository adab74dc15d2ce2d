"""The compiled distances against their plain twin."""

import numpy as np
import pytest

from prehensile.kinematics import _kernels, _plain
from prehensile.kinematics.capsules import neighbours


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
    order = np.arange(points)
    found = [twin.nearest_in_order(where[0], order, *where[1:]) for twin in (_kernels, _plain)]
    assert found == [(np.inf, -1, -1)] * 2


@pytest.mark.parametrize("points", [1, 31, 32, 33, 1500])
def test_neighbours_in_order_give_the_same_bits(rng, points):
    for _ in range(20):
        where, *capsules = scene(rng, points, 24)
        found = _kernels.nearest_in_order(where, neighbours(where), *capsules)
        assert found == _kernels.nearest(where, *capsules)
        plain = _plain.nearest_in_order(where, neighbours(where), *capsules)
        assert found[0] == pytest.approx(plain[0], abs=1e-12)
        assert found[1:] == plain[1:]


def test_any_order_will_do(rng):
    where, *capsules = scene(rng, 200, 9)
    found = _kernels.nearest_in_order(where, rng.permutation(200), *capsules)
    assert found == _kernels.nearest(where, *capsules)


@pytest.mark.parametrize("each", [1, 2])
def test_every_pose_has_its_smallest_distance(rng, each):
    points, *capsules = scene(rng, 400, 16 * each)
    distance = _kernels.nearest_by_pose(points, *capsules, 16)
    plain = _plain.nearest_by_pose(points, *capsules, 16)
    np.testing.assert_allclose(distance, plain, atol=1e-12)
    for p in range(16):
        some = (array[p * each : (p + 1) * each] for array in capsules)
        assert distance[p] == _kernels.nearest(points, *some)[0]


def test_a_point_on_the_axis_is_a_radius_deep():
    axis = np.array([[0.0, 0, 0]]), np.array([[0.0, 0, 1]]), np.array([0.1])
    assert _kernels.nearest(np.array([[0.0, 0, 0.5]]), *axis) == (pytest.approx(-0.1), 0, 0)
    assert _kernels.nearest(np.array([[0.0, 0.3, 1.4]]), *axis)[0] == pytest.approx(0.4)
