"""Weights: what is loose falls as it should, the hand does not."""

import numpy as np

from prehensile.capture.lab.subject import GRASPING, drawn_subject
from prehensile.capture.lab.weights import GRAVITY, Weights
from prehensile.hand.hand import Hand
from prehensile.world.objects.primitives import ball
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World


def test_a_ball_falls_and_the_hand_stays():
    hand = Hand()
    subject = drawn_subject(hand, GRASPING, np.random.default_rng(0))
    thing = ObjectInScene(ball(0.02, 0.05), pose=(1.0, 0, 1, 1, 0, 0, 0))
    placed = HandInScene(hand, wrist="fixed", q=hand.spec.rest)
    world = World(placed, thing, timestep=1e-3, floor=False)
    world.model.opt.gravity[:] = 0
    step, command = Weights(["ball"]), subject.command(hand.spec.rest, np.zeros(hand.dof))
    for _ in range(200):
        step(world, command)
    assert np.isclose(1 - world.object_pose("ball")[2], 0.5 * GRAVITY * 0.2**2, rtol=0.01)
    np.testing.assert_allclose(world.observe().q, hand.spec.rest, atol=1e-9)
