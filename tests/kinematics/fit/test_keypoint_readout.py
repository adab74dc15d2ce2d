import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_chain import DIGIT_COLUMNS, KeypointChain
from prehensile.kinematics.fit.keypoint_layout import LAYOUTS, layout_points
from prehensile.kinematics.fit.keypoint_readout import KeypointReadout, keypoint_problem
from prehensile.kinematics.fit.keypoints import hand_keypoints
from prehensile.lie import se3

STEP, TOLERANCE = 1e-6, 1e-8


@pytest.fixture
def chain():
    return KeypointChain(HandSpec.sample(4).build())


@pytest.fixture
def q(chain, rng):
    q = rng.uniform(chain.hand.lower, chain.hand.upper, (4, 23))
    q[:, :3] = 0.0
    return q


@pytest.mark.parametrize("layout", LAYOUTS)
def test_points_come_in_the_order_of_their_names(chain, q, layout, rng):
    names = layout_points(layout)
    readout = KeypointReadout(chain, names)
    points = readout.points(chain.place(q[:, DIGIT_COLUMNS]))
    np.testing.assert_allclose(points, hand_keypoints(chain.hand, q, layout=layout), atol=1e-12)
    order = rng.permutation(len(names))
    mixed = KeypointReadout(chain, tuple(names[k] for k in order))
    np.testing.assert_array_equal(mixed.points(chain.place(q[:, DIGIT_COLUMNS])), points[:, order])


def test_jacobian_against_differences(chain, q):
    angles = q[:, DIGIT_COLUMNS]
    readout = KeypointReadout(chain, layout_points("webxr"))
    J = readout.pose_jacobian(chain.place(angles))
    for column, step in enumerate(STEP * np.eye(26)):
        ahead, behind = (
            se3.apply(se3.exp(s[:6]), readout.points(chain.place(angles + s[6:].reshape(5, 4))))
            for s in (step, -step)
        )
        np.testing.assert_allclose(J[..., column], (ahead - behind) / (2 * STEP), atol=TOLERANCE)


def test_a_point_that_is_a_convention_counts_a_hundredth(chain, q):
    names = layout_points("openxr")
    angles = q[:, DIGIT_COLUMNS]
    points = hand_keypoints(chain.hand, q, layout="openxr")
    T, seen = np.tile(np.eye(4), (4, 1, 1)), np.ones(points.shape[:2], dtype=bool)

    def cost(name):
        moved = points.copy()
        if name:
            moved[:, names.index(name), 2] += 0.01
        return keypoint_problem(chain, names, moved, seen).cost(T, angles)

    exact = cost(None)
    assert exact.max() < 1e-8  # what relaxes a hand outweighs no point
    for name, weight in (("index-finger-tip", 1.0), ("wrist", 1.0), ("palm", 0.1),
                         ("ring-finger-metacarpal", 0.1)):  # fmt: skip
        np.testing.assert_allclose(cost(name) - exact, (weight * 0.01) ** 2, rtol=1e-6)


def test_hidden_points_cost_nothing(chain, q):
    names = layout_points("mediapipe")
    points = hand_keypoints(chain.hand, q)
    seen = np.ones(points.shape[:2], dtype=bool)
    seen[:, 7] = False
    T, angles = np.tile(np.eye(4), (4, 1, 1)), q[:, DIGIT_COLUMNS]
    before = keypoint_problem(chain, names, points, seen).cost(T, angles)
    points[:, 7] += 5.0
    np.testing.assert_array_equal(
        keypoint_problem(chain, names, points, seen).cost(T, angles), before
    )
