"""The plain twin: distances to capsules against a search along each axis."""

import numpy as np
import pytest

from prehensile.kinematics import _plain
from prehensile.lie import se3

UP = np.array([0.0, 0.0, 1.0])


@pytest.fixture
def scene(rng):
    """Points with their blocks, and capsules."""
    start, end = rng.normal(size=(2, 6, 3))
    points = rng.normal(size=(40, 3))
    return points, _plain.blocks(points), start, end, rng.uniform(0.01, 0.2, 6)


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


def test_the_nearest_is_the_nearest_of_all(scene, rng):
    points, _, start, end, radius = scene
    T = se3.exp(rng.normal(size=6))
    distance = searched(points, se3.apply(T, start), se3.apply(T, end), radius)
    found, point, capsule = _plain.nearest_in_blocks(*scene, T)
    assert (point, capsule) == np.unravel_index(distance.argmin(), distance.shape)
    assert found == pytest.approx(distance.min(), abs=1e-7)


def test_the_first_within_is_the_first(scene, rng):
    points, _, start, end, radius = scene
    poses = se3.exp(rng.normal(size=(5, 6)))
    least = [searched(points, se3.apply(T, start), se3.apply(T, end), radius).min() for T in poses]
    limit = sorted(least)[1] + 1e-6
    assert _plain.first_within(*scene, poses, limit) == np.flatnonzero(np.array(least) < limit)[0]
    assert _plain.first_within(*scene, poses, min(least) - 1e-6) == -1


def test_what_is_eased_is_clear_of_floor_and_points(rng):
    bar = np.array([[-0.05, 0.0, 0.0]]), np.array([[0.05, 0.0, 0.0]]), np.array([0.01])
    point, T = np.array([[0.01, 0.004, 0.0]]), np.eye(4)
    assert _plain.eased(point, _plain.blocks(point), *bar, T, UP, 0.02, 0.002, 1e-4, 8)
    assert T[2, 3] - 0.01 - 0.02 >= 0.002
    assert searched(point, bar[0] + T[:3, 3], bar[1] + T[:3, 3], bar[2]).min() >= 0.002


def test_a_bar_that_swings_stops_where_it_meets_a_point():
    turn = np.linspace(0, 1.5, 31)
    steps = se3.exp(turn[:, None] * [0.0, 0, 0, 0, 1, 0])[None]  # +x swings down
    bar = np.array([[0.0, 0, 0]]), np.array([[0.1, 0.0, 0.0]]), np.array([0.01])
    point = np.array([[0.08 * np.cos(0.8), 0.0, -0.08 * np.sin(0.8)]])
    first, nothing = np.array([0, 1]), np.zeros((0, 3))
    shares, touched, blocked, low = _plain.closed(
        steps, first, *bar, point, nothing, UP, 1.0, 0.0, -np.inf
    )
    # Its side, 1 cm off the axis, meets the point 8 cm from the pivot.
    assert shares[0] * 1.5 == pytest.approx(0.8 - np.arcsin(0.01 / 0.08), abs=2e-3)
    assert touched[0] == 0 and not blocked
    assert low == pytest.approx(1.0 - 0.1 * np.sin(shares[0] * 1.5) - 0.01, abs=6e-3)
    _, touched, blocked, _ = _plain.closed(
        steps, first, *bar, nothing, point, UP, 1.0, 0.0, -np.inf
    )
    assert touched[0] == -1 and blocked
