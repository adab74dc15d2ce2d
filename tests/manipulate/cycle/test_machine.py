import numpy as np

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
