"""Least squares of poses: derivatives against differences, the minimum against SciPy's."""

import numpy as np
import pytest
from scipy.optimize import least_squares

from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.descent import Lean, Problem, descend, relaxing
from prehensile.kinematics.fit.keypoint_chain import KeypointChain
from prehensile.kinematics.fit.keypoint_layout import layout_points
from prehensile.kinematics.fit.keypoint_readout import KeypointReadout
from prehensile.kinematics.ik.finger import COUPLING
from prehensile.lie import se3

STEP = 1e-6
FRAMES = 3


@pytest.fixture
def chain():
    return KeypointChain(HandSpec.sample(3).build())


@pytest.fixture
def problem(chain, rng):
    """Noisy keypoints, some of them hidden, of a moving hand."""
    readout = KeypointReadout(chain, layout_points("openxr"))
    angles = rng.uniform(chain.lower, chain.upper, (FRAMES, 5, 4))
    T = se3.exp(0.3 * rng.normal(size=(FRAMES, 6)))
    points = se3.apply(T[:, None], readout.points(chain.place(angles)))
    points += rng.normal(scale=3e-3, size=points.shape)
    seen = rng.random(points.shape[:2]) < 0.8
    return Problem(readout, points, seen, relaxing(chain, 3e-3, 1e-3)), T, angles


def stepped(problem, T, angles, by):
    return T @ se3.exp(by[:, :6]), angles + by[:, 6:].reshape(-1, 5, 4)


def test_the_gradient_is_half_the_slope_of_the_cost(problem, rng):
    problem, T, angles = problem
    gradient = problem.linearise(T, angles).gradient
    for k in range(26):
        by = np.zeros((FRAMES, 26))
        by[:, k] = STEP
        ahead, behind = (problem.cost(*stepped(problem, T, angles, s)) for s in (by, -by))
        np.testing.assert_allclose(gradient[:, k], (ahead - behind) / (4 * STEP), atol=1e-7)


def test_the_minimum_is_scipys(problem, rng):
    problem, T, angles = problem
    found_T, found = descend(problem, T, np.clip(angles + 0.05, *limits(problem)))
    cost = problem.cost(found_T, found)
    for n in range(FRAMES):
        part = problem.part(np.array([n]))

        def residuals(x, part=part, n=n):
            pose = T[[n]] @ se3.exp(x[None, :6])
            own = part.residual(pose, part.chain.place(x[6:].reshape(1, 5, 4))).ravel()
            return np.concatenate([own, part.pull.off(x[6:].reshape(1, 5, 4)).ravel()])

        edge = np.full(6, np.inf)
        bounds = np.append(-edge, problem.lower), np.append(edge, problem.upper)
        inside = np.clip(angles[n].ravel(), problem.lower + 1e-3, problem.upper - 1e-3)
        best = least_squares(residuals, np.append(np.zeros(6), inside), bounds=bounds, xtol=1e-12)
        assert cost[n] == pytest.approx(2 * best.cost, rel=1e-4)


def limits(problem):
    return problem.lower.reshape(5, 4), problem.upper.reshape(5, 4)


def test_frames_do_not_know_of_one_another(problem):
    problem, T, angles = problem
    together = descend(problem, T, angles)
    for n in range(FRAMES):
        alone = descend(problem.part(np.array([n])), T[[n]], angles[[n]])
        for ours, all_of_them in zip(alone, together, strict=True):
            np.testing.assert_allclose(ours[0], all_of_them[n], atol=1e-7)


def test_joints_stop_at_their_limits(chain, rng):
    readout = KeypointReadout(chain, layout_points("mediapipe"))
    beyond = np.tile(chain.upper + 0.3, (1, 1, 1))
    points = readout.points(chain.place(beyond))
    problem = Problem(readout, points, np.ones((1, 21), dtype=bool), relaxing(chain, 1e-5, 1e-6))
    _, angles = descend(problem, np.eye(4)[None], chain.rest[None])
    assert (angles >= chain.lower).all() and (angles <= chain.upper).all()
    assert (angles[0, 1:, 1:3] > chain.upper[1:, 1:3] - 1e-9).all()


def test_what_nothing_shows_relaxes_with_the_last_joint_coupled(chain):
    readout = KeypointReadout(chain, layout_points("leap"))
    nothing = np.zeros((1, 20), dtype=bool)
    problem = Problem(readout, np.zeros((1, 20, 3)), nothing, relaxing(chain, 1e-2, 1e-3))
    T, angles = descend(
        problem, np.eye(4)[None], np.clip(chain.rest[None] + 0.4, None, chain.upper)
    )
    np.testing.assert_allclose(T[0], np.eye(4), atol=1e-12)
    expected = chain.rest.copy()
    expected[1:, 3] = COUPLING * expected[1:, 2]
    np.testing.assert_allclose(angles[0], expected, atol=1e-6)


def test_a_pull_may_be_each_frames_own(chain, rng):
    aim = rng.uniform(chain.lower, chain.upper, (FRAMES, 5, 4))
    readout = KeypointReadout(chain, layout_points("leap"))
    pull = Lean(2e-3 * np.eye(20), 2e-3 * aim.reshape(FRAMES, -1))
    nothing = np.zeros((FRAMES, 20), dtype=bool)
    problem = Problem(readout, np.zeros((FRAMES, 20, 3)), nothing, pull)
    start = np.tile(np.eye(4), (FRAMES, 1, 1)), np.tile(chain.rest, (FRAMES, 1, 1))
    np.testing.assert_allclose(descend(problem, *start)[1], aim, atol=1e-6)
