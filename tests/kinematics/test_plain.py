"""The plain twin: distances to capsules against a search along each axis."""

import numpy as np
import pytest

from prehensile.kinematics import _plain


@pytest.fixture
def scene(rng):
    """Points, and capsules of three poses."""
    start, end = rng.normal(size=(2, 6, 3))
    return rng.normal(size=(40, 3)), start, end, rng.uniform(0.01, 0.2, 6)


def searched(points, start, end, radius):
    """(N, C) by trying ten thousand places along each axis."""
    share = np.linspace(0, 1, 10_001)[:, None]
    return np.array(
        [
            [np.linalg.norm(p - s - share * (e - s), axis=1).min() - r
             for s, e, r in zip(start, end, radius, strict=True)]
            for p in points
        ]
    )  # fmt: skip


def test_the_nearest_is_the_nearest_of_all(scene):
    distance = searched(*scene)
    found, point, capsule = _plain.nearest(*scene)
    assert (point, capsule) == np.unravel_index(distance.argmin(), distance.shape)
    assert found == pytest.approx(distance.min(), abs=1e-7)
    order = np.arange(len(scene[0]))[::-1]
    assert _plain.nearest_in_order(scene[0], order, *scene[1:]) == (found, point, capsule)
    by_pose = _plain.nearest_by_pose(*scene, 3)
    np.testing.assert_allclose(by_pose, distance.reshape(40, 3, 2).min(axis=(0, 2)), atol=1e-7)
