"""ε with one newton from each contact: bounds that hold, by SciPy's optimisers and hulls."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import linprog, minimize
from scipy.spatial import ConvexHull

from prehensile.bench.quality.closed_forms import four_on_box
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.epsilon import epsilon
from prehensile.quality.measure.epsilon_linf import epsilon_linf
from prehensile.quality.measure.random_grasp import RADIUS, closed_wrenches, random_contacts


def support(found, u):
    push = found.wrench @ u / np.linalg.norm(u)
    return sum(max(0.0, push[found.contact == k].max()) for k in range(found.contact.max() + 1))


def test_of_three_fingers_it_is_the_ball_in_the_hull_of_all_sums(rng):
    """Three contacts of four edges, each at nothing or at one of them: 125 sums."""
    seen = 0
    for found in closed_wrenches(rng, 3, 4):
        edges = [np.vstack([found.wrench[found.contact == k], np.zeros(6)]) for k in range(3)]
        sums = (edges[0][:, None, None] + edges[1][None, :, None] + edges[2]).reshape(-1, 6)
        exact = -ConvexHull(sums, qhull_options="QJ").equations[:, 6].max()
        ball = epsilon_linf(found, gap=1e-4)
        assert ball.lower <= exact * (1 + 1e-6) and exact <= ball.upper * (1 + 1e-6)
        assert ball.upper - ball.lower <= 1e-4 * ball.upper + 1e-9
        seen += 1
    assert seen == 4


@pytest.mark.parametrize(("mu", "a", "b"), [(0.5, 1.0, 0.1), (0.8, 0.6, 0.3), (0.9, 0.4, 1.2)])
def test_four_fingers_on_a_box_are_weakest_about_its_long_axis(mu, a, b):
    """Only two of them have a lever there, and each pushes with μ."""
    ball = epsilon_linf(four_on_box(mu, a, b), gap=1e-5)
    known = 2 * mu * min(a, b)
    assert ball.lower <= known * (1 + 1e-9) and known <= ball.upper * (1 + 1e-9)
    assert (ball.lower, ball.upper) == pytest.approx((known, known), rel=1e-5)
    axis = 3 if b < a else 4
    assert abs(ball.weakest[axis]) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("count", [4, 7])
def test_bounds_hold(rng, count):
    found = next(closed_wrenches(rng, count, 1))
    ball = epsilon_linf(found)
    assert 0 < ball.lower <= ball.upper <= ball.lower / 0.95 + 1e-9
    assert support(found, -ball.weakest) == pytest.approx(ball.upper)
    lowest = min(
        minimize(lambda u: support(found, u), rng.normal(size=6), method="Nelder-Mead").fun
        for _ in range(10)
    )
    assert lowest >= ball.lower - 1e-9
    shares = found.shares
    for _ in range(10):
        u = rng.normal(size=6)
        done = linprog(
            np.zeros(len(found.wrench)),
            A_ub=shares,
            b_ub=np.ones(len(shares)),
            A_eq=found.wrench.T,
            b_eq=0.999 * ball.lower * u / np.linalg.norm(u),
        )
        assert done.success


def test_between_one_newton_in_all_and_as_many_as_contacts(rng):
    for found in closed_wrenches(rng, 5, 5):
        one, each = epsilon(found.wrench).radius, epsilon_linf(found)
        assert one - 1e-6 <= each.upper and each.lower <= 5 * one + 1e-6


def test_a_contact_more_never_hurts(rng):
    pos, normal = random_contacts(rng, 9)
    bounds = [
        epsilon_linf(contact_wrenches(pos[:n], normal[:n], 0.7, np.zeros(3), RADIUS), gap=1e-3)
        for n in (6, 7, 8, 9)
    ]
    for before, after in pairwise(bounds):
        assert after.upper >= before.lower - 1e-6


def test_an_open_grasp_is_worth_nothing(rng):
    pos = rng.normal(size=(5, 3))
    found = contact_wrenches(pos, np.tile([0.0, 0, 1], (5, 1)), 0.5, np.zeros(3), 1.0)
    assert epsilon_linf(found)[:2] == (0, 0)
