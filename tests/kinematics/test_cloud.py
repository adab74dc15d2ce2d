"""Points in blocks, against distances of all points to all capsules."""

import numpy as np
import pytest

from prehensile.kinematics.capsules import Capsules
from prehensile.kinematics.cloud import Cloud, neighbours
from prehensile.lie import se3

UP = np.array([0.0, 0.0, 1.0])


@pytest.fixture
def capsules(rng):
    return Capsules(*0.1 * rng.normal(size=(2, 9, 3)), rng.uniform(0.01, 0.02, 9))


def test_neighbours_are_all_points_and_close_together(rng):
    points = rng.uniform(size=(1000, 3))
    order = neighbours(points)
    assert sorted(order.tolist()) == list(range(1000))
    blocks = [points[order[k : k + 32]] for k in range(0, 1000, 32)]
    # Thirty-two of a thousand fill a cube of a third of the side; at random, nearly the whole.
    assert np.median([np.ptp(block, axis=0).max() for block in blocks]) < 0.5
    assert np.array_equal(neighbours(points[:20]), np.arange(20))


def test_the_gap_is_the_smallest_distance(rng, capsules):
    points = 0.3 * rng.normal(size=(300, 3))
    for _ in range(10):
        T = se3.exp(rng.normal(size=6))
        brute = capsules.moved(T).distance(points).min()
        assert Cloud(points).gap(capsules, T) == pytest.approx(brute, abs=1e-12)
    assert Cloud(np.zeros((0, 3))).gap(capsules, T) == np.inf


def test_it_is_reached_where_a_pose_comes_within_the_limit(rng, capsules):
    points, poses = 0.3 * rng.normal(size=(300, 3)), se3.exp(rng.normal(size=(7, 6)))
    least = min(capsules.moved(T).distance(points).min() for T in poses)
    assert Cloud(points).reached(capsules, poses, least + 1e-9)
    assert not Cloud(points).reached(capsules, poses, least - 1e-9)
    assert not Cloud(points).reached(capsules, poses[:0], 1.0)


def test_what_is_eased_is_clear_and_where_it_began_is_left_alone(rng):
    bar = Capsules(np.array([[-0.05, 0, 0]]), np.array([[0.05, 0, 0]]), np.array([0.01]))
    points = np.array([[0.01, 0.0, 0.004], [0.5, 0.0, 0.0]])
    start = np.eye(4)
    T = Cloud(points).eased(bar, start, UP, -np.inf, 0.002, 1e-4, 8)
    assert T is not None and bar.moved(T).distance(points).min() >= 0.002
    np.testing.assert_array_equal(start, np.eye(4))
    jaws = np.array([[0.0, 0.011, 0], [0, -0.011, 0], [0, 0, 0.011], [0, 0, -0.011]])
    assert Cloud(jaws).eased(bar, start, UP, -np.inf, 0.002, 1e-4, 8) is None
