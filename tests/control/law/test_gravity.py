"""τ_G is the weight of what each joint carries."""

import numpy as np
import pytest

from prehensile.control.law.feed_forward import GravityTerm
from prehensile.control.law.internal_model import InternalModel
from prehensile.hand.hand import Hand

HAND = Hand()


def test_a_wrist_carries_the_straight_hand():
    """Palm down, hand level: flexion moves it down, so the torque that carries it is negative."""
    model = InternalModel(HAND)
    model.pose(np.zeros(HAND.dof), np.array([0, 0, 0, 1.0, 0, 0, 0]))
    found = GravityTerm(model).torque()[HAND.joint_index("wrist_flex")]
    assert -HAND.mass * 9.81 * 0.12 < found < -HAND.mass * 9.81 * 0.04


def test_no_weight_about_a_vertical_axis():
    model = InternalModel(HAND)
    model.pose(np.zeros(HAND.dof), np.array([0, 0, 0, 1.0, 0, 0, 0]))
    found = GravityTerm(model).torque()[HAND.joint_index("wrist_dev")]
    assert found == pytest.approx(0, abs=1e-12)
