"""Ways to take an object as a path has the palm."""

import numpy as np
import pytest

from prehensile.control.keyed.plan import arm_plans, middle, palm_at
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.capsules import hand_capsules
from prehensile.lie import se3


@pytest.mark.parametrize("on", ["table", "post"])
def test_the_object_is_brought_to_the_palm_of_the_path(plans, hand, arm, on):
    assert plans[on]
    for plan in plans[on]:
        palm = palm_at(hand, arm, middle(plan.times))
        there = plan.T_world_object @ plan.candidate.T_object_palm
        np.testing.assert_allclose(there, palm, atol=1e-9)
        np.testing.assert_allclose(plan.T_world_object[2, :3], [0, 0, 1], atol=1e-6)  # upright


def test_hand_and_forearm_stay_above_the_table(plans, hand, thing):
    for plan in plans["table"]:
        q = plan.candidate.q_open
        whole = hand_capsules(hand, q, GROUPS).moved(
            plan.T_world_object @ plan.candidate.T_object_palm
        )
        level = se3.apply(plan.T_world_object, thing.vertices)[:, 2].min()
        assert whole.heights(np.array([0.0, 0.0, 1.0])).min() > level


def test_the_open_hand_is_clear_of_the_object_on_its_way(plans, hand, arm, thing):
    """Looked at ten times as often as the planner does."""
    plan = plans["table"][0]
    opened = hand_capsules(hand, plan.candidate.q_open, GROUPS)
    for time in np.linspace(plan.times.arrive - 0.6, plan.times.arrive, 100).tolist():
        T = se3.inverse(palm_at(hand, arm, time)) @ plan.T_world_object
        assert opened.distance(se3.apply(T, thing.vertices)).min() > 0


def test_a_place_that_is_given_is_kept(plans, hand, arm, thing):
    plan = plans["table"][0]
    T = plan.T_world_object.copy()
    T[0, 3] += 0.004
    found = arm_plans(
        hand, arm, thing, T, plan.times, [plan.style], "table", np.random.default_rng(0)
    )
    assert found
    for one in found:
        np.testing.assert_allclose(one.T_world_object, T, atol=1e-9)
