"""One hand in many worlds: the same bits as `HandPort`."""

import numpy as np

from prehensile.hand.spec import HandSpec
from prehensile.lie import so3
from prehensile.world import hand_port
from prehensile.world.batch import batch_port
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.command import Command
from prehensile.world.world import World

RIGHT = HandSpec.mean("right").build()
K = np.where(np.arange(23) < 3, 40.0, 1.0)


def test_running_ahead_gives_the_same_bits():
    rng = np.random.default_rng(0)
    quat = so3.to_quat(so3.exp(rng.standard_normal((500, 3))))
    poses = np.concatenate([rng.standard_normal((500, 3)), quat], axis=1)
    twists = rng.standard_normal((500, 6)) * 10.0 ** rng.integers(-9, 2, (500, 1))
    twists[::7, 3:] = 0
    many = batch_port._ahead(poses, twists)
    one = [hand_port._ahead(p, t.tolist()) for p, t in zip(poses, twists, strict=True)]
    np.testing.assert_array_equal(many, np.stack(one))


def test_a_jump_too_far_is_made_in_pieces_where_it_is_too_far():
    angle = np.array([0.2, 1.4, 1.6, 3.1, -2.0])
    quat = so3.to_quat(so3.exp(angle[:, None] * [0.0, 0.0, 1.0]))
    pose = np.concatenate([np.tile([0, 0, 0.3], (5, 1)), quat], axis=1)
    many = np.ones((5, 1))
    command = Command(RIGHT.spec.rest * many, K * many, 0.05 * K * many, forearm=pose)
    batch = WorldBatch(RIGHT, (), 5, floor=False)
    worlds = [World(RIGHT, floor=False) for _ in range(5)]
    turning = []
    for _ in range(60):
        batch.step(command)
        turning.append(batch._ports["right"].save().turning)
        for i, world in enumerate(worlds):
            world.step(Command(RIGHT.spec.rest, K, 0.05 * K, forearm=pose[i]))
    assert turning[0].tolist() == [False, False, True, True, True]
    assert not turning[-1].any()
    for i, world in enumerate(worlds):
        np.testing.assert_array_equal(batch.observe().forearm[i], world.observe().forearm)


def test_scattered_and_consecutive_columns_are_the_same():
    index = np.arange(4, 9)
    assert batch_port._as_slice(index) == slice(4, 9)
    scattered = np.array([4, 6, 5])
    assert batch_port._as_slice(scattered) is scattered
