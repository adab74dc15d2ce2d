"""A free hand goes round what stands in the middle."""

import numpy as np

from prehensile.control.live.travel import Travel
from prehensile.hand.hand import Hand
from prehensile.world.scene import HandInScene
from prehensile.world.world import World


def test_it_goes_round_the_axis_and_arrives_at_rest():
    hand = Hand()
    start = np.array([0.3, 0.0, 0.3, 1, 0, 0, 0])
    goal = np.array([-0.25, 0.02, 0.4, 0, 0, 0, 1.0])
    world = World(HandInScene(hand, forearm=start))
    q = np.clip(np.full(hand.dof, 0.2), hand.lower, hand.upper)
    travel = Travel(hand, goal, q)
    travel.reset(world.observe())
    nearest = np.inf
    while not travel.arrived(world.time):
        world.step(travel.act(world.observe()))
        nearest = min(nearest, np.hypot(*world.observe().forearm[:2]))
    assert nearest > 0.22  # a straight way would pass at 1 cm
    for _ in range(60):
        world.step(travel.act(world.observe()))
    seen = world.observe()
    np.testing.assert_allclose(seen.forearm[:3], goal[:3], atol=2e-3)
    assert abs(seen.forearm[3:] @ goal[3:]) > 0.9999
    np.testing.assert_allclose(seen.q, q, atol=0.05)
    assert np.abs(seen.qd).max() < 0.05
