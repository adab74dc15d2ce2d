"""What all frames share: at the result no unknown can be turned for the better."""

import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.descent import Problem, relaxing
from prehensile.kinematics.fit.keypoint_chain import KeypointChain
from prehensile.kinematics.fit.marker_readout import MarkerReadout
from prehensile.kinematics.fit.marker_site import MarkerSite
from prehensile.kinematics.fit.shared import Prior, refine
from prehensile.lie import se3

FRAMES = 6
CHAIN = KeypointChain(HandSpec.mean().build())
SITES = [MarkerSite(name, 0.5) for name in CHAIN.hand.segments if name != "forearm"]
COUNT = 3 * len(SITES)


def problem_of(points, seen, trust=None):
    """Markers whose offsets all frames share."""

    def of(s):
        readout = MarkerReadout(CHAIN, SITES, s.reshape(-1, 3), trust)
        return Problem(readout, points, seen, relaxing(CHAIN, 1e-3, 1e-3))

    return of


def by_offset(problem, at):
    J = problem.readout.offset_jacobian(at.placed)
    return J.reshape(*J.shape[:3], -1)


@pytest.fixture
def recorded(rng):
    """True offsets, poses and angles, and the points they give."""
    s = 0.01 * rng.normal(size=COUNT)
    T = se3.exp(0.2 * rng.normal(size=(FRAMES, 6)))
    half = 0.25 * (CHAIN.upper - CHAIN.lower)
    angles = rng.uniform(CHAIN.lower + half, CHAIN.upper - half, (FRAMES, 5, 4))
    readout = MarkerReadout(CHAIN, SITES, s.reshape(-1, 3))
    points = se3.apply(T[:, None], readout.points(CHAIN.place(angles)))
    return s, T, angles, points


def wide(mean, pull):
    return Prior(mean, np.full(COUNT, pull), mean - 0.1, mean + 0.1)


def test_no_small_change_of_a_pose_or_a_shared_number_lowers_the_cost(recorded, rng):
    _, T, angles, points = recorded
    points = points + rng.normal(scale=2e-3, size=points.shape)
    seen = rng.random(points.shape[:2]) < 0.9
    of, prior = problem_of(points, seen), wide(np.zeros(COUNT), 0.1)
    fit = refine(of, by_offset, prior, np.zeros(COUNT), T, angles, rounds=60)

    def cost(s, T, angles):
        return of(s).cost(T, angles).sum() + (prior.pull**2 * (s - prior.mean) ** 2).sum()

    least = cost(fit.s, fit.T, fit.angles)
    assert least < cost(np.zeros(COUNT), T, angles)
    for size in np.repeat([1e-4, 1e-3], 30):
        moved = fit.s + 0.1 * size * rng.normal(size=COUNT)
        turned = fit.T @ se3.exp(0.1 * size * rng.normal(size=(FRAMES, 6)))
        bent = np.clip(fit.angles + size * rng.normal(size=angles.shape), CHAIN.lower, CHAIN.upper)
        assert cost(moved, fit.T, fit.angles) > least * (1 - 1e-6)
        assert cost(fit.s, turned, fit.angles) > least * (1 - 1e-6)
        assert cost(fit.s, fit.T, bent) > least * (1 - 1e-6)


def test_exact_points_are_met_and_the_prior_decides_what_they_leave_open(recorded):
    s, T, angles, points = recorded
    seen = np.ones(points.shape[:2], dtype=bool)
    hidden = len(SITES) - 1  # a marker that nobody ever saw
    seen[:, hidden] = False
    mean = s + 1e-3
    fit = refine(problem_of(points, seen), by_offset, wide(mean, 1e-3), mean, T, angles, rounds=60)
    assert fit.rms() < 2e-4
    np.testing.assert_allclose(fit.s[3 * hidden :], mean[3 * hidden :], atol=1e-12)


def test_bounds_hold(recorded):
    _, T, angles, points = recorded
    seen = np.ones(points.shape[:2], dtype=bool)
    low, high = -0.004 * np.ones(COUNT), 0.004 * np.ones(COUNT)
    prior = Prior(np.zeros(COUNT), np.full(COUNT, 1e-3), low, high)
    fit = refine(problem_of(points, seen), by_offset, prior, np.zeros(COUNT), T, angles)
    assert (fit.s >= low).all() and (fit.s <= high).all()
    assert (np.abs(fit.s) > 0.004 - 1e-12).any()


def test_the_distance_it_reports_is_that_of_the_seen_points(recorded, rng):
    s, T, angles, points = recorded
    seen = rng.random(points.shape[:2]) < 0.7
    away = 5e-3 * np.array([0.6, 0.0, 0.8])
    of = problem_of(points + away, seen)
    fit = refine(of, by_offset, wide(s, 1.0), s, T, angles, rounds=0)
    assert fit.rms() == pytest.approx(5e-3)
