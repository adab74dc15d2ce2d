"""Clips joined are the clip recorded in one go."""

import numpy as np

from prehensile.capture.lab.joined import joined
from prehensile.hand.hand import Hand
from prehensile.world.objects.primitives import ball
from prehensile.world.recorder import Recorder
from prehensile.world.scene import ObjectInScene
from prehensile.world.world import World


def test_parts_make_the_whole():
    world = World(Hand(), ObjectInScene(ball(0.03, 0.05), pose=(1.0, 0, 0.031, 1, 0, 0, 0)))
    parts, whole = (Recorder(world), Recorder(world)), Recorder(world)
    for k in range(30):
        frame = world.step()
        parts[k >= 12].add(frame)
        whole.add(frame)
    assert joined([p.clip() for p in parts]).allclose(whole.clip(), 0.0)
    assert len(np.unique(whole.clip().contacts.a)) >= 1
