"""Taking a hold: where the commands begin and end."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.edge import crimp
from prehensile.holds.optimise.arm import start_pose
from prehensile.holds.optimise.family import starts, style_grasp
from prehensile.holds.optimise.grip import climbing_grip
from prehensile.holds.optimise.reach import HoldGrasp, between, reach_commands, reach_steps, smooth

HAND, HOLD, STEP = Hand(), crimp(), 1 / 120
GRASP = style_grasp(HOLD, HAND, starts(HOLD)[0], HOLD.pull)


def test_it_ends_where_the_grasp_is():
    start = start_pose(HOLD, HAND, HAND.spec.rest)
    commands = list(reach_commands(GRASP, start, climbing_grip(HAND), STEP))
    assert len(commands) == reach_steps(STEP)
    np.testing.assert_allclose(commands[0].forearm[:3], start[:3], atol=1e-3)
    np.testing.assert_allclose(commands[-1].forearm, GRASP.forearm, atol=1e-12)
    np.testing.assert_allclose(commands[-1].q_ref, GRASP.q, atol=1e-12)
    jumps = np.diff([c.forearm[:3] for c in commands], axis=0)
    assert np.linalg.norm(jumps, axis=1).max() * 120 < 2.0  # m/s


def test_many_are_commanded_as_each_alone():
    start = start_pose(HOLD, HAND, HAND.spec.rest)
    many = HoldGrasp.stacked([GRASP, style_grasp(HOLD, HAND, starts(HOLD)[1], HOLD.pull)])
    both = reach_commands(many, start, climbing_grip(HAND), STEP)
    alone = reach_commands(GRASP, start, climbing_grip(HAND), STEP)
    for batch, one in zip(both, alone, strict=True):
        np.testing.assert_allclose(batch.forearm[0], one.forearm, atol=1e-12)
        np.testing.assert_array_equal(batch.q_ref[0], one.q_ref)
    np.testing.assert_array_equal(many.row(0).q, GRASP.q)


def test_ways_and_turns_are_smooth():
    assert smooth(-1) == 0 and smooth(2) == 1 and smooth(0.5) == pytest.approx(0.5)
    one = np.array([0, 0, 0, 1.0, 0, 0, 0])
    other = np.array([1, 0, 0, np.sqrt(0.5), np.sqrt(0.5), 0, 0])
    half = between(one, other, 0.5)
    np.testing.assert_allclose(half, [0.5, 0, 0, np.cos(np.pi / 8), np.sin(np.pi / 8), 0, 0])
