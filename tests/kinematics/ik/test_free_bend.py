"""Three bones in a plane: bones as complex numbers, poses against a fine sweep of all of them."""

import numpy as np
import pytest

from prehensile.kinematics.ik.free_bend import (
    Bones,
    at_a_limit,
    nearly_straight,
    onto,
    out_of_reach,
    span,
    tip_of,
)

LIMIT = 1e-12


BENT = np.array([-0.4, 0.1, 0.1]), np.array([0.6, 1.4, 1.2])
"""[rad] Limits that keep a digit from being straight."""


@pytest.fixture(params=[(0.02, 0.0), (0.018, 0.006)], ids=["on the bone", "palmar of it"])
def bones(request):
    lower, upper = np.array([-0.4, -0.2, -0.3]), np.array([0.6, 1.4, 1.2])
    return Bones(0.045, 0.03, request.param, lower, upper)


def at(bones, pose):
    """The tip as a complex number."""
    root, mid, last = np.moveaxis(np.exp(1j * np.cumsum(pose, axis=-1)), -1, 0)
    return bones.first * root + bones.second * mid + complex(*bones.end) * last


def swept(bones, count):
    """(count³,) tips of poses all over the limits."""
    axes = [np.linspace(*limits, count) for limits in zip(bones.lower, bones.upper, strict=True)]
    return at(bones, np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 3))


def as_points(z):
    return np.column_stack([z.real, z.imag])


def test_the_tip_is_the_sum_of_the_bones(bones, rng):
    pose = rng.uniform(-3, 3, (50, 3))
    np.testing.assert_allclose(tip_of(bones, pose), as_points(at(bones, pose)), atol=1e-15)


def test_whatever_a_bent_digit_reaches_it_reaches_with_a_joint_at_a_limit(bones, rng):
    bones = bones._replace(lower=BENT[0], upper=BENT[1])
    goal = at(bones, rng.uniform(bones.lower, bones.upper, (300, 3)))
    poses = at_a_limit(bones, as_points(goal))
    assert (poses >= bones.lower).all() and (poses <= bones.upper).all()
    lands = np.abs(at(bones, poses) - goal) < LIMIT
    assert lands.any(axis=0).all()
    held = (np.abs(poses - bones.lower) < LIMIT) | (np.abs(poses - bones.upper) < LIMIT)
    assert held.any(axis=-1)[lands].all()


def test_near_full_reach_a_digit_that_can_be_stretched_lands_with_no_joint_at_a_limit(bones):
    flat = -np.arctan2(bones.end[1], bones.end[0])
    bones = bones._replace(lower=np.full(3, flat - 0.4), upper=np.full(3, 0.6))
    goal = at(bones, np.array([[0.1, 0.05, flat + 0.05]]))
    assert np.abs(at(bones, at_a_limit(bones, as_points(goal))) - goal).min() > 1e-5


def landing(bones, d, count):
    """(2 count, 2) [rad] middle and last joints of all poses at distance d: law of cosines."""
    middle = np.linspace(-np.pi / 2, np.pi / 2, count)
    elbow = bones.first + bones.second * np.exp(1j * middle)
    end = complex(*bones.end)
    cosine = (d**2 - np.abs(elbow) ** 2 - abs(end) ** 2) / (2 * np.abs(elbow) * abs(end))
    inner = np.arccos(np.where(np.abs(cosine) <= 1, cosine, np.nan))
    return np.concatenate(
        [
            np.column_stack([middle, side * inner + np.angle(elbow) - middle - np.angle(end)])
            for side in (1, -1)
        ]
    )


@pytest.mark.parametrize("ratio", [0.3, 2 / 3, 1.0])
def test_beyond_the_coupled_reach_the_pose_that_lands_nearest_to_coupled(ratio):
    """Against a sweep of the whole curve of poses that land, from the coupled reach to the last."""
    bones = Bones(0.045, 0.03, (0.018, 0.008), np.full(3, -1.5), np.full(3, 1.5))
    bend = np.linspace(-0.5, 0.5, 10_001)
    coupled = np.abs(at(bones, np.column_stack([0 * bend, bend, ratio * bend]))).max()
    longest = bones.first + bones.second + np.hypot(*bones.end)
    d = coupled + (longest - coupled) * np.array([1e-6, 0.1, 0.5, 0.9, 0.999, 1 - 1e-9])
    (pose,) = nearly_straight(bones, ratio, as_points(d * np.exp(0.3j)))
    np.testing.assert_allclose(at(bones, pose), d * np.exp(0.3j), atol=1e-15)
    for one, distance in zip(pose, d, strict=True):
        swept = landing(bones, distance, 400_001)
        least = np.nanmin(np.abs(swept[:, 1] - ratio * swept[:, 0]))
        assert abs(one[2] - ratio * one[1]) <= least + 1e-9


def test_the_span_is_what_a_sweep_of_the_bends_covers(bones):
    for lower, upper in ((bones.lower, bones.upper), BENT, (np.zeros(3), np.full(3, 2.5))):
        bones = bones._replace(lower=lower, upper=upper)
        d = np.abs(swept(bones, 120))
        near, far = span(bones)
        assert near <= d.min() + LIMIT and far >= d.max() - LIMIT
        assert near == pytest.approx(d.min(), abs=1e-3) and far == pytest.approx(d.max(), abs=1e-4)


def test_of_all_poses_none_comes_nearer_to_a_goal_out_of_reach(bones, rng):
    tips = swept(bones, 60)
    goal = rng.uniform(-0.15, 0.15, 80) + 1j * rng.uniform(-0.15, 0.15, 80)
    points = as_points(goal)
    straight = nearly_straight(bones, 2 / 3, points)
    tried = np.concatenate([at_a_limit(bones, points), straight, out_of_reach(bones, points)])
    assert (tried >= bones.lower).all() and (tried <= bones.upper).all()
    ours = np.abs(at(bones, tried) - goal).min(axis=0)
    best = np.array([np.abs(tips - z).min() for z in goal])
    assert (ours <= best + LIMIT).all() and (ours >= best - 2e-3).all()
    assert (best > 0.01).any()


def test_a_far_goal_within_the_cone_is_pointed_at_by_the_stretched_digit():
    bones = Bones(0.045, 0.03, (0.02, 0.0), np.full(3, -0.5), np.full(3, 0.5))
    goal = 0.3 * np.exp(0.2j)
    (best,) = nearly_straight(bones, 2 / 3, as_points(np.array([goal])))[:, 0]
    np.testing.assert_allclose(best, [0.2, 0, 0], atol=1e-12)
    poses = out_of_reach(bones, as_points(np.array([goal])))[:, 0]
    assert (np.abs(at(bones, poses) - goal) > np.abs(at(bones, best) - goal)).all()


def test_angles_come_onto_the_range_by_the_shorter_way_round():
    lower, upper = -0.5, 1.0
    assert onto(np.array(0.3 + 4 * np.pi), lower, upper) == pytest.approx(0.3)
    assert onto(np.array(1.2), lower, upper) == upper
    opposite = 0.25 + np.pi
    assert onto(np.array(opposite - 0.01), lower, upper) == upper
    assert onto(np.array(opposite + 0.01), lower, upper) == lower
