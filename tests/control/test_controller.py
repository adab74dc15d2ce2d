"""Two methods make a controller, and one controller serves a world and a batch of them."""

import numpy as np
import pytest

from prehensile import Command, Controller, Hand, World, WorldBatch

HAND = Hand()


class Follow(Controller):
    """Springs towards where the hand was at first, bent a little further with time."""

    def reset(self, obs):
        self.start = obs.q

    def act(self, obs):
        goal = self.start + 0.3 * np.asarray(obs.time)[..., None]
        return Command(goal, np.full_like(goal, 0.5), np.full_like(goal, 0.02))


def test_both_methods_are_needed():
    with pytest.raises(TypeError, match="act"):
        type("Half", (Controller,), {"reset": lambda self, obs: None})()
    with pytest.raises(TypeError, match="reset"):
        type("Half", (Controller,), {"act": lambda self, obs: None})()


def test_leading_axes_are_worlds_and_nothing_else_differs():
    world, batch = World(HAND, floor=False), WorldBatch(HAND, (), 3, threads=1, floor=False)
    for place in (world, batch):
        controller = Follow()
        controller.reset(place.observe())
        for _ in range(12):
            place.step(controller.act(place.observe()))
    one, many = world.observe(), batch.observe()
    assert many.q.shape == (3, HAND.dof) and np.abs(one.q - world.hands[0].hand.spec.rest).max() > 0
    for name in ("q", "qd", "forearm"):
        for row in getattr(many, name):
            np.testing.assert_array_equal(row, getattr(one, name))
