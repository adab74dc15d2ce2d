"""The dense set: what it picks does not sink in, by MuJoCo's contacts."""

import mujoco
import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.edge import edge
from prehensile.holds.library.dense import SUNK, DenseSet
from prehensile.holds.optimise.arm import start_pose
from prehensile.holds.optimise.family import style_shape
from prehensile.holds.optimise.prove import prove
from prehensile.world.scene import HandInScene
from prehensile.world.world import World

HAND, HOLD = Hand(), edge()


@pytest.fixture(scope="module")
def answer():
    return DenseSet(HAND).query(HOLD, HOLD.pull)


def test_pads_support_and_nothing_is_in_the_way(answer):
    assert 3 < answer.score <= 4 and 0 < answer.left < 400
    q = style_shape(HAND, answer.style, HOLD.fingers).q
    start = start_pose(HOLD, HAND, HAND.spec.rest)
    placed = HandInScene(HAND, "hand", forearm=start, q=HAND.spec.rest)
    world = World(placed, HOLD.scene_objects(), floor=False)
    world.data.qpos[:7] = answer.grasp.forearm
    for name, angle in zip(HAND.joint_names, q, strict=True):
        world.data.joint(f"hand/{name}").qpos = angle
    mujoco.mj_forward(world.model, world.data)
    others = [
        c.dist
        for c in world.data.contact
        if not any("distal" in world.model.geom(g).name for g in c.geom)
        and any(world.model.geom(g).name.startswith(("hold", "wall")) for g in c.geom)
    ]
    assert min(others, default=0.0) > -SUNK - 1e-4


def test_it_bears_a_load(answer):
    assert prove(HOLD, HAND, answer.grasp, HOLD.pull).strength[0] > 100


def test_the_same_seed_answers_the_same():
    one, again = (DenseSet(HAND, 30, seed=1).query(HOLD, HOLD.pull) for _ in range(2))
    assert again.style == one.style
    np.testing.assert_array_equal(again.grasp.q, one.grasp.q)
