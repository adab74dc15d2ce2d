"""The example's hand on a keyed arm: which state it is in, and when."""

import numpy as np
import pytest

from prehensile.control.attempt.by_example import settings_for
from prehensile.control.example.states import State
from prehensile.control.keyed.controller import EARLY, FASTEST, PathGrasp, _pacing
from prehensile.control.keyed.put_down import put_down_pose
from prehensile.control.keyed.stands import arm_world
from prehensile.control.law.squeeze import ForceSqueeze
from prehensile.control.live.sized_setpoints import PACE


@pytest.fixture(scope="module")
def seen(hand, arm, thing, plans):
    """(time, state) at every step until it carries, and the controller."""
    plan = plans["table"][0]
    rest = put_down_pose(hand, arm, thing, plan)
    world = arm_world(hand, arm, thing, plan, rest)
    controller = PathGrasp(world, thing.name, hand, arm, plan, settings_for(6.0))
    states = []
    while controller.path_time(world.time) < plan.times.depart + 0.1:
        world.step(controller.act(world.observe()))
        states.append((controller.path_time(world.time), controller.state))
    return controller, states


def test_states_follow_each_other_by_distance(seen):
    _, states = seen
    order = [state for k, (_, state) in enumerate(states) if k == 0 or states[k - 1][1] != state]
    assert order == [State.NEUTRAL, State.OPENING_I, State.CLOSING, State.GRIPPING]


def test_it_grips_when_the_arm_has_come(seen, plans):
    _, states = seen
    begin = next(time for time, state in states if state == State.GRIPPING)
    assert begin == pytest.approx(plans["table"][0].times.arrive, abs=0.15)


def test_it_is_the_examples_law_with_all_its_terms(seen):
    controller, _ = seen
    assert controller.law.terms.arm and controller.law.terms.gravity
    assert isinstance(controller.squeeze, ForceSqueeze)
    assert [name for name, *_ in controller.spans()] == ["approach", "close", "squeeze", "carry"]


def test_a_short_stop_is_closed_at_earlier_and_faster(plans):
    plan = plans["table"][0]
    arrive = plan.times.arrive
    pace, begin = _pacing(plan, closing=0.4)
    assert pace == PACE and begin == arrive
    short = plan._replace(times=plan.times._replace(depart=arrive + 0.3))
    pace, begin = _pacing(short, closing=0.6)
    assert pace == FASTEST and begin == pytest.approx(arrive - EARLY)


def test_the_wrist_is_bent_as_on_the_path(seen, hand):
    controller, _ = seen
    wrist = [hand.joint_index(n) for n in hand.joint_names if n.startswith("wrist")]
    np.testing.assert_allclose(controller.wrist_pose()[wrist], 0)
