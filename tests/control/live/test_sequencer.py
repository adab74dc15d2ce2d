"""The sequencer does what it is told: without physics, on observations that are made up."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.arm.carry import Shake, lift
from prehensile.control.live.grasp_motion import GraspMotion
from prehensile.control.live.sequencer import SQUEEZE_SECONDS, GraspSequencer
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.world.observation import Observation

HAND = Hand()
OPEN = HAND.lower + 0.3 * (HAND.upper - HAND.lower)
MOTION = GraspMotion(
    q_open=OPEN,
    q_closed=OPEN + 0.3,
    forearm=np.array([0.1, 0, 0.3, 1, 0, 0, 0]),
    approach=np.array([-0.1, 0, 0]),
    grip=10.0,
)
STEP = 1 / 120


class Puppet:
    """A hand that is where it was wanted, and touches once it has closed half-way."""

    def __init__(self, motion=MOTION):
        self.grasp = GraspSequencer(HAND, motion)
        self.time, self.q, self.force = 0.0, OPEN, np.zeros(5)
        self.grasp.reset(self.seen())

    def seen(self):
        pose = np.array([0.0, 0, 0.3, 1, 0, 0, 0])
        return Observation(self.time, STEP, self.q, 0 * OPEN, pose, self.force, np.array(0.0), {})

    def run(self, seconds):
        for _ in range(round(seconds / STEP)):
            command = self.grasp.act(self.seen())
            self.q, self.time = command.q_ref, self.time + STEP
            self.force = np.where(self.grasp.fingers.closed > 0.5, 0.4, 0.0)
        return command

    def until(self, phase, most=5.0):
        for _ in range(round(most / STEP)):
            if self.grasp.phase == phase:
                return
            self.run(STEP)
        raise AssertionError(f"it never came to {phase!r}")


@pytest.fixture
def puppet():
    made = Puppet()
    made.until("squeeze")
    return made


def test_it_comes_closes_and_waits_for_orders(puppet):
    assert puppet.grasp.holding
    puppet.run(5.0)
    assert puppet.grasp.phase == "squeeze"


def test_the_squeeze_lasts_a_second_and_then_rests(puppet):
    puppet.run(SQUEEZE_SECONDS + 2 * STEP)
    squeezed = puppet.grasp.fingers.squeeze
    assert squeezed > 0.05
    puppet.run(1.0)
    assert puppet.grasp.fingers.squeeze == squeezed


def test_another_grip_is_pressed_for_anew(puppet):
    puppet.run(2.0)
    before = float(puppet.grasp.fingers.squeeze)
    puppet.grasp.set_grip(1.0)  # less than the 2 N there are
    puppet.run(0.5)
    assert puppet.grasp.fingers.squeeze < before - 0.01
    with pytest.raises(InputError, match="0 N"):
        puppet.grasp.set_grip(0.0)


def test_a_carry_is_made_from_where_the_arm_is(puppet):
    puppet.grasp.move(lift(0.1), puppet.time)
    assert puppet.grasp.phase == "lift"
    puppet.run(0.6)
    half_way = puppet.grasp.act(puppet.seen()).forearm
    puppet.grasp.move(Shake(np.array([0.0, 1, 0])), puppet.time)
    np.testing.assert_allclose(puppet.run(STEP).forearm, half_way, atol=2e-3)
    end = puppet.run(4.0)
    assert puppet.grasp.phase == "hold"
    assert end.forearm[2] == pytest.approx(half_way[2], abs=2e-3)
    assert end.forearm_twist is not None
    np.testing.assert_allclose(end.forearm_twist, 0, atol=1e-12)


def test_a_hand_that_has_not_closed_moves_nothing():
    puppet = Puppet()
    puppet.run(0.5)
    with pytest.raises(InputError, match="cannot lift yet"):
        puppet.grasp.move(lift(), puppet.time)


def test_letting_go_opens_it(puppet):
    puppet.grasp.let_go()
    assert not puppet.grasp.holding and puppet.grasp.opening
    command = puppet.run(2.0)
    digits = [not name.startswith("wrist") for name in HAND.joint_names]
    np.testing.assert_allclose(command.q_ref[digits], OPEN[digits], atol=1e-9)


def test_a_thumb_that_closes_last_waits_for_the_fingers():
    puppet = Puppet(replace(MOTION, thumb_last=True))
    puppet.run(1.15)
    closed = puppet.grasp.fingers.closed
    assert closed[0] == 0 and (closed[1:] > 0.1).all()
    puppet.until("squeeze")
    assert puppet.grasp.fingers.closed[0] > 0.4
