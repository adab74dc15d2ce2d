"""Travel, wait, grasp, let go: without physics, on a hand that is always where it was wanted."""

import numpy as np
import pytest

from prehensile.control.arm.carry import lift
from prehensile.control.live.grasp_motion import GraspMotion
from prehensile.control.live.sequence import ToldSequence
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.world.observation import Observation

HAND = Hand()
OPEN = HAND.lower + 0.3 * (HAND.upper - HAND.lower)
DIGITS = np.array([name not in WRIST_JOINTS for name in HAND.joint_names])
MOTION = GraspMotion(
    q_open=OPEN,
    q_closed=OPEN + 0.3 * DIGITS,
    forearm=np.array([0.1, 0, 0.3, 1, 0, 0, 0]),
    approach=np.array([0.1, 0, 0]),
    grip=10.0,
)
AWAY = np.array([0.0, -0.4, 0.25, 1, 0, 0, 0])
STEP = 1 / 120


class Puppet:
    """A hand that touches something once its fingers have closed half-way."""

    def __init__(self):
        self.told = ToldSequence(HAND, MOTION)
        self.time, self.forearm, self.q, self.fastest = 0.0, AWAY, OPEN - 0.1, 0.0
        self.told.reset(self.seen())

    def seen(self):
        closed = (self.q - OPEN).max() > 0.15
        force = np.full(5, 0.4 if closed else 0.0)
        return Observation(
            self.time, STEP, self.q, 0 * OPEN, self.forearm, force, np.array(0.0), {}
        )

    def run(self, seconds):
        for _ in range(round(seconds / STEP)):
            command = self.told.act(self.seen())
            way = np.linalg.norm(command.forearm[:3] - self.forearm[:3])
            self.fastest = max(self.fastest, float(way) / STEP)
            self.forearm, self.q, self.time = command.forearm, command.q_ref, self.time + STEP

    def until(self, doing, most=5.0):
        for _ in range(round(most / STEP)):
            if self.told.doing == doing:
                return
            self.run(STEP)
        raise AssertionError(f"it never came to {doing!r}; it does {self.told.doing!r}")


@pytest.fixture
def puppet():
    return Puppet()


def test_it_waits_where_the_approach_begins_until_it_is_told(puppet):
    puppet.run(4.0)
    assert puppet.told.doing == "ready" and puppet.told.ready and not puppet.told.holding
    np.testing.assert_allclose(puppet.forearm, [0.2, 0, 0.3, 1, 0, 0, 0], atol=1e-9)
    np.testing.assert_allclose(puppet.q, OPEN, atol=1e-9)


def test_told_on_the_way_it_first_arrives_and_never_jumps(puppet):
    puppet.run(0.2)
    puppet.told.approach(puppet.time)
    assert not puppet.told.ready
    assert puppet.told.doing == "ready"  # it is still on the way
    begun = puppet.forearm
    puppet.until("approach")
    assert np.linalg.norm(puppet.forearm[:3] - begun[:3]) > 0.2
    np.testing.assert_allclose(puppet.forearm[:3], [0.2, 0, 0.3], atol=0.01)
    puppet.until("close")
    np.testing.assert_allclose(puppet.forearm, MOTION.forearm, atol=0.01)
    # Smoothest motion: 15/8 of the mean speed, which is 0.45 m/s as the crow flies; it goes round.
    assert puppet.fastest < 15 / 8 * 0.45 * np.pi / 2


def test_it_holds_carries_and_lets_go(puppet):
    puppet.told.approach(puppet.time)
    puppet.until("close")
    with pytest.raises(InputError, match="lift"):
        puppet.told.move(lift(0.1), puppet.time)
    puppet.until("hold")
    assert puppet.told.holding
    puppet.told.move(lift(0.1), puppet.time)
    assert puppet.told.doing == "lift"
    puppet.run(1.3)
    assert puppet.told.doing == "hold"
    np.testing.assert_allclose(puppet.forearm[:3], [0.1, 0, 0.4], atol=1e-9)
    assert (puppet.q - OPEN).max() > 0.1
    puppet.told.let_go(puppet.time)
    assert puppet.told.doing == "let go" and not puppet.told.holding
    puppet.run(2.0)
    np.testing.assert_allclose(puppet.q, OPEN, atol=1e-9)


def test_reset_forgets_what_it_was_told(puppet):
    puppet.told.approach(puppet.time)
    puppet.until("hold")
    puppet.told.reset(puppet.seen())
    assert puppet.told.ready and not puppet.told.holding
    puppet.run(3.0)
    assert puppet.told.doing == "ready"
    np.testing.assert_allclose(puppet.forearm[:3], [0.2, 0, 0.3], atol=1e-9)


def test_a_grip_that_no_hand_has_is_refused_and_the_old_one_stays(puppet):
    puppet.told.approach(puppet.time)
    puppet.until("hold")
    puppet.run(2.0)
    before = puppet.q
    with pytest.raises(InputError, match="-1 N"):
        puppet.told.set_grip(-1.0)
    puppet.run(1.0)
    np.testing.assert_array_equal(puppet.q, before)
    puppet.told.set_grip(20.0)  # the puppet gives 2 N, so it presses as long as it may
    puppet.run(1.0)
    assert (puppet.q - before).max() > 0.1
