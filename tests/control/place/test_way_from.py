"""Ways in from a given side."""

import numpy as np
import pytest

from prehensile.control.place.approach import APPROACH, wrists
from prehensile.control.place.surroundings import Surroundings
from prehensile.control.place.way_from import BESIDE, clear_way_from
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import Capsules, hand_capsules
from prehensile.lie import so3

HAND = Hand()
WRIST = wrists(HAND)[0]
FAR = np.array([[50.0, 0.0, 0.0]])


@pytest.fixture(scope="module")
def whole():
    opened = hand_capsules(HAND, np.zeros(HAND.dof), GROUPS, forearm=False)
    return Capsules(*map(np.concatenate, zip(opened, WRIST.forearm, strict=True)))


def scene(points):
    up = np.array([0.0, 0.0, 1.0])
    return Surroundings(points, points, np.zeros((0, 3)), up, np.zeros(3), 1.0, 0.0, -np.inf)


@pytest.mark.parametrize("direction", [(0, 0, 1), (0.6, 0, 0.8), (0, -1, 0)])
def test_a_free_way_is_just_as_it_is_wanted(whole, direction):
    T = np.eye(4)
    T[:3, :3] = so3.exp(np.array([0.3, -0.5, 1.0]))
    found = clear_way_from(np.array(direction, float), scene(FAR), "right", T, whole, WRIST)
    np.testing.assert_allclose(T[:3, :3] @ found, APPROACH * np.array(direction), atol=1e-9)


def test_what_is_in_the_way_is_passed_beside_or_there_is_no_way(whole):
    up = np.array([0.0, 0.0, 1.0])
    ball = np.random.default_rng(0).normal(size=(400, 3))
    ball = 0.01 * ball / np.linalg.norm(ball, axis=1)[:, None]
    above = scene(ball + np.array([0.19, 0.0, 0.11]))
    found = clear_way_from(up, above, "right", np.eye(4), whole, WRIST)
    if found is not None:
        off = np.arccos(found @ up / np.linalg.norm(found))
        assert 0.1 < off <= max(BESIDE) + 1e-6
    lid = np.stack(np.meshgrid(np.linspace(-0.3, 0.5, 80), np.linspace(-0.3, 0.3, 60), [0.06]), -1)
    blocked = scene(lid.reshape(-1, 3))
    assert clear_way_from(up, blocked, "right", np.eye(4), whole, WRIST) is None
