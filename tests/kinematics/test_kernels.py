"""The compiled distances against their plain twin."""

import numpy as np
import pytest

from prehensile.kinematics import _kernels, _plain
from prehensile.kinematics.cloud import neighbours
from prehensile.lie import se3

BOTH = (_kernels, _plain)
UP = np.array([0.0, 0.0, 1.0])


def scene(rng, points, capsules):
    """Points in their blocks, and capsules among them."""
    where = 0.2 * rng.normal(size=(points, 3))
    where = where[neighbours(where)]
    start = 0.1 * rng.normal(size=(capsules, 3))
    end = start + 0.05 * rng.normal(size=(capsules, 3))
    return where, _plain.blocks(where), start, end, rng.uniform(0.005, 0.02, capsules)


@pytest.mark.parametrize("points", [0, 1, 31, 32, 33, 1500])
def test_blocks_hold_their_points(rng, points):
    where = rng.normal(size=(points, 3))
    spheres = _kernels.blocks(where)
    np.testing.assert_allclose(spheres, _plain.blocks(where), atol=1e-12)
    assert _plain.BLOCK == _kernels.BLOCK and len(spheres) == -(-points // _kernels.BLOCK)
    for b, (x, y, z, r) in enumerate(spheres):
        some = where[b * _kernels.BLOCK : (b + 1) * _kernels.BLOCK]
        assert np.linalg.norm(some - [x, y, z], axis=1).max() <= r + 1e-12


@pytest.mark.parametrize(("points", "capsules"), [(1, 1), (7, 3), (33, 9), (1500, 24)])
def test_the_nearest_is_the_same(rng, points, capsules):
    for _ in range(20):
        where, T = scene(rng, points, capsules), se3.exp(0.2 * rng.normal(size=6))
        distance, n, c = _kernels.nearest_in_blocks(*where, T)
        plain = _plain.nearest_in_blocks(*where, T)
        assert distance == pytest.approx(plain[0], abs=1e-12)
        assert (n, c) == plain[1:]


@pytest.mark.parametrize(("points", "capsules"), [(0, 3), (3, 0), (0, 0)])
def test_nothing_is_infinitely_far(rng, points, capsules):
    where = scene(rng, points, capsules)
    for twin in BOTH:
        assert twin.nearest_in_blocks(*where, np.eye(4)) == (np.inf, -1, -1)
        assert twin.first_within(*where, np.eye(4)[None], 1e9) == -1


def test_a_point_on_the_axis_is_a_radius_deep():
    axis = np.array([[0.0, 0, 0]]), np.array([[0.0, 0, 1]]), np.array([0.1])
    for point, distance in (((0.0, 0, 0.5), -0.1), ((0.0, 0.3, 1.4), 0.4)):
        where = np.array([point])
        found = _kernels.nearest_in_blocks(where, _kernels.blocks(where), *axis, np.eye(4))
        assert found == (pytest.approx(distance), 0, 0)


def test_the_first_pose_within_a_limit_is_the_same(rng):
    found = []
    for _ in range(60):
        where = scene(rng, 200, 4)
        poses = se3.exp(0.15 * rng.normal(size=(6, 6)))
        limit = rng.uniform(-0.02, 0.01)
        found.append(_kernels.first_within(*where, poses, limit))
        assert found[-1] == _plain.first_within(*where, poses, limit)
    assert len(set(found)) > 3, "some reach them late, some never"


def test_what_is_eased_is_moved_alike(rng):
    done = []
    for _ in range(40):
        where = scene(rng, 150, 5)
        start = se3.exp(np.concatenate([rng.normal(size=3) * 0.1, rng.normal(size=3)]))
        floor = rng.choice([-np.inf, start[2, 3] - 0.1])
        moved = [start.copy(), start.copy()]
        clear = [
            twin.eased(*where, T, UP, floor, 0.002, 0.0003, 2)
            for twin, T in zip(BOTH, moved, strict=True)
        ]
        assert clear[0] == clear[1]
        np.testing.assert_allclose(*moved, atol=1e-10)
        np.testing.assert_array_equal(moved[0][:3, :3], start[:3, :3])
        done.append(clear[0])
    assert 5 < sum(done) < 40


def chain(rng, segments, poses=16):
    """A digit that curls in a plane, a capsule or two for every segment."""
    bend = np.linspace(0, 1, poses)[:, None] * [0.0, 0, 0, 0, rng.uniform(0.5, 1.5), 0]
    steps = np.repeat(se3.exp(bend)[None], segments, axis=0)
    steps[1:, :, :3, 3] = [0.03, 0.0, 0.0]
    first = np.cumsum([0, *rng.integers(1, 3, segments)])
    start = 0.002 * rng.normal(size=(first[-1], 3))
    end = start + np.array([0.025, 0.0, 0.0])
    return steps, first, start, end, rng.uniform(0.006, 0.009, first[-1])


def test_digits_close_alike(rng):
    seen = set()
    for _ in range(80):
        digit = chain(rng, int(rng.integers(2, 5)))
        middle = np.array([0.05, 0.0, -0.03]) + 0.03 * rng.normal(size=3)
        ball = rng.normal(size=(int(rng.integers(0, 120)), 3))
        ball = middle + 0.018 * ball / np.linalg.norm(ball, axis=1, keepdims=True)
        post = rng.normal(size=(int(rng.integers(0, 3)), 3)) * 0.05
        level, floor = rng.choice([np.inf, 0.04]), rng.choice([-np.inf, -0.0005])
        asked = (*digit, ball, post, UP, level, 0.0005, floor)
        (shares, points, blocked, low), plain = _kernels.closed(*asked), _plain.closed(*asked)
        np.testing.assert_allclose(shares, plain[0], atol=1e-9)
        np.testing.assert_array_equal(points, plain[1])
        assert blocked == plain[2] and low == pytest.approx(plain[3], abs=1e-9)
        seen.add((bool(blocked), int((points >= 0).sum())))
    assert {(False, 0), (False, 1), (False, 2), (True, 0)} <= seen, "all ways to end were met"
