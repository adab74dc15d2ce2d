"""Subjects: the sum of active and passive springs is the truth."""

import numpy as np
import pytest

from prehensile.capture.lab.subject import EXPLORING, FACTOR, SCRATCHING, Subject, drawn_subject
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.world.scene import HandInScene
from prehensile.world.world import World


def test_compliances_are_within_the_factor_of_the_table():
    hand = Hand()
    for seed in range(20):
        c = drawn_subject(hand, EXPLORING, np.random.default_rng(seed)).compliance
        for end, middle in EXPLORING.items():
            name = end if end.startswith("wrist") else f"index_{end}"
            ratio = c[hand.joint_index(name)] / middle
            assert 1 / FACTOR <= ratio <= FACTOR


def test_a_factor_of_one_gives_the_table():
    hand = Hand()
    c = drawn_subject(hand, SCRATCHING, np.random.default_rng(0), factor=1.0).compliance
    assert c[hand.joint_index("index_mcp_flex")] == SCRATCHING["mcp_flex"]


def test_a_torque_moves_a_joint_by_its_compliance():
    # Oracle: (4.6), θ = θ_r + C τ, at rest and without contact.
    hand = Hand()
    subject = drawn_subject(hand, EXPLORING, np.random.default_rng(3))
    rest = hand.spec.rest
    world = World(HandInScene(hand, wrist="fixed", q=rest), timestep=1e-3, floor=False)
    world.model.opt.gravity[:] = 0
    torque = np.zeros(hand.dof)
    torque[hand.joint_index("index_mcp_flex")] = 0.02
    torque[hand.joint_index("wrist_flex")] = 0.05
    command = subject.command(rest, np.zeros(hand.dof), torque)
    for _ in range(1500):
        world.step(command)
    moved = world.observe().q - rest
    np.testing.assert_allclose(moved, subject.compliance * torque, atol=2e-5)


def test_a_subject_softer_than_its_tissue_is_refused():
    with pytest.raises(InputError, match="tissue"):
        Subject(Hand(), np.full(23, 1e3))
