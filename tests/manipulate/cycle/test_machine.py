import numpy as np
import pytest

from prehensile.hand.joints import JOINT_NAMES
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.cycle.machine import Machine
from prehensile.manipulate.cycle.phases import ACTUATE, APPROACH, RELEASE

H = 0.1
DOF = len(JOINT_NAMES)


def begun(rows=1, **numbers):
    machine = Machine(Configuration(longest=0.3, slow=0.0, **numbers), JOINT_NAMES, rows)
    targets = np.arange(3.0)[None, :, None] * np.ones((rows, 1, DOF))
    machine.begin(np.arange(rows), targets)
    return machine


def turned(machine, quality=0.2, at_goal=False, q=0.0):
    n = len(machine.phase)
    one = np.ones((n, DOF))
    return machine.turn(H, q * one, one, np.full(n, quality), np.full(n, at_goal))


def test_a_cycle_goes_through_all_phases_once():
    machine, seen, finished = begun(), [], []
    for _ in range(9):
        seen.append(int(machine.phase[0]))
        assert machine.wanted()[0, 0] == machine.phase[0]
        finished.append(bool(turned(machine).finished[0]))
    assert seen == [APPROACH] * 3 + [ACTUATE] * 3 + [RELEASE] * 3
    assert finished == [False] * 8 + [True]


def test_the_goal_is_held_in_the_pose_it_was_reached_in():
    machine = begun()
    turned(machine, quality=9.0)
    done = turned(machine, at_goal=True, q=0.7)
    assert done.holding[0]
    np.testing.assert_allclose(machine.wanted(), 0.7)
    turned(machine, at_goal=True, q=0.9)
    np.testing.assert_allclose(machine.wanted(), 0.7)
    turned(machine, at_goal=False)  # the goal moves on
    np.testing.assert_allclose(machine.wanted(), machine.phase[0])


def test_rows_do_not_see_each_other():
    machine = begun(2)
    machine.turn(H, np.zeros((2, DOF)), np.ones((2, DOF)), np.array([9.0, 0.0]), np.zeros(2, bool))
    np.testing.assert_array_equal(machine.phase, [ACTUATE, APPROACH])


def test_the_command_is_the_spring_of_the_phase():
    command = begun(stiffness=2.0, damping=0.1, wrist_stiffness=30.0).command()
    np.testing.assert_allclose(command.stiffness[0, 3:], 2.0)
    np.testing.assert_allclose(command.stiffness[0, :3], 30.0)
    np.testing.assert_allclose(command.damping[0, 3:], 0.1)


@pytest.mark.parametrize("hold_in", ["actuate", "release"])
def test_twins_agree_and_only_rows_that_took_a_step_go_on(monkeypatch, rng, hold_in):
    c = Configuration(hold_in=hold_in)
    machines = [Machine(c, JOINT_NAMES, 40) for _ in range(2)]
    targets = rng.normal(size=(40, 3, DOF))
    for machine in machines:
        machine.begin(np.arange(40), targets)
    phases = []
    for _ in range(80):
        rows = np.flatnonzero(rng.random(40) < 0.7)
        n = len(rows)
        q, qd = rng.normal(size=(n, DOF)), 0.3 * rng.random((n, 1)) * rng.normal(size=(n, DOF))
        quality, at_goal = rng.choice([0.0, 0.1, 0.31], n), rng.random(n) < 0.1
        before = [machine.phase.copy() for machine in machines]
        turned = []
        for machine, plain in zip(machines, "01", strict=True):
            monkeypatch.setenv("PREHENSILE_PLAIN", plain)
            turned.append(machine.turn(1 / 60, q, qd, quality, at_goal, rows))
        for one, other in zip(*turned, strict=True):
            np.testing.assert_array_equal(one, other)
        np.testing.assert_array_equal(machines[0].wanted(), machines[1].wanted())
        np.testing.assert_array_equal(machines[0].elapsed, machines[1].elapsed)
        others = np.setdiff1d(np.arange(40), rows)
        np.testing.assert_array_equal(machines[0].phase[others], before[0][others])
        phases.append(machines[0].phase.copy())
    assert set(np.ravel(phases)) == {APPROACH, ACTUATE, RELEASE}
