"""A grasp that waits for orders: the grip can change, the arm moves when told, the hand lets go."""

import numpy as np
import pytest

from prehensile.control.arm.carry import Shake, lift
from prehensile.control.attempt.by_sequence import find_candidates
from prehensile.control.attempt.job import default_grip
from prehensile.control.live.sequence_stand import SequenceStand
from prehensile.errors import InputError
from prehensile.hand.parse import parse_hand
from prehensile.world.catalogue import load_object

SIDEWAYS = np.array([1.0, 0.0, 0.0])


def run(scene, seconds):
    for _ in range(round(seconds / scene.world.timestep)):
        frame = scene.step()
    return frame


def until(scene, doing, most=10.0):
    for _ in range(round(most / scene.world.timestep)):
        scene.step()
        if scene.doing == doing:
            return
    raise AssertionError(f"it never came to {doing!r}; it does {scene.doing!r}")


@pytest.fixture(scope="module")
def ball():
    obj, hand = load_object("ball"), parse_hand("right").build()
    return obj, hand, find_candidates(obj, hand, 0, 1)[0]


@pytest.fixture
def holding(ball):
    obj, hand, candidate = ball
    scene = SequenceStand(obj, hand, default_grip(obj))
    scene.plan(candidate)
    scene.approach()
    until(scene, "hold")
    run(scene, 1.2)
    return scene


def test_without_a_plan_the_hand_stands_still_and_says_so(ball):
    obj, hand, _ = ball
    scene = SequenceStand(obj, hand, 10.0)
    before = scene.world.observe().forearm
    run(scene, 1.0)
    np.testing.assert_allclose(scene.world.observe().forearm, before, atol=1e-3)
    assert scene.doing == "wait"
    with pytest.raises(InputError, match="planned"):
        scene.approach()
    with pytest.raises(InputError, match="lift"):
        scene.move(lift())


def test_with_a_plan_it_waits_where_the_approach_begins(ball):
    obj, hand, candidate = ball
    scene = SequenceStand(obj, hand, 10.0)
    scene.plan(candidate)
    run(scene, 3.0)
    assert scene.doing == "ready"
    assert scene.ready
    np.testing.assert_allclose(scene.world.observe().q, candidate.q_open, atol=0.08)
    assert run(scene, 0.1).group_force.sum() == 0


def test_the_grip_follows_what_is_asked(holding):
    for newtons in (8.0, 30.0):
        holding.set_grip(newtons)
        assert run(holding, 1.5).group_force.sum() == pytest.approx(newtons, rel=0.1)
    with pytest.raises(InputError, match="-1"):
        holding.set_grip(-1.0)


@pytest.mark.long
def test_lift_then_shake_then_lift_start_where_the_last_one_ended(holding):
    start = holding.world.object_pose("ball")[2]
    holding.set_grip(20.0)
    run(holding, 1.2)
    for k in (1, 2):
        holding.move(lift(0.05))
        run(holding, 1.5)
        assert holding.world.object_pose("ball")[2] - start == pytest.approx(0.05 * k, abs=5e-3)
        holding.move(Shake(SIDEWAYS))
        assert holding.doing == "shake"
        run(holding, 2.6)
        assert holding.doing == "hold"


def test_a_move_in_the_middle_of_another_does_not_jump_and_let_go_it_begins_anew(holding):
    holding.move(lift(0.1))
    run(holding, 0.6)
    before = holding.world.observe().forearm[:3]
    holding.move(Shake(SIDEWAYS))
    holding.step()
    assert np.linalg.norm(holding.world.observe().forearm[:3] - before) < 5e-3
    holding.let_go()
    assert run(holding, 1.5).group_force.sum() < 0.1
    holding.again()
    assert holding.world.time < 0.1
    assert holding.ready
    holding.approach()
    until(holding, "hold")
