"""Where objects are, for one state and for many."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from prehensile.errors import UnknownNameError
from prehensile.world.batch.object_poses import ObjectPoses
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball
from prehensile.world.scene import ObjectInScene
from prehensile.world.world import World


def test_many_states_are_read_as_one_is():
    world = World((), [
        ObjectInScene(ball(0.03, 0.1), pose=(0.1, 0, 0.5, 1, 0, 0, 0)),
        ObjectInScene(load_object("dial"), pose=(0.5, 0, 0.2, 0.6, 0.8, 0, 0)),
    ])  # fmt: skip
    poses = ObjectPoses(world.model, world.scene)
    rng = np.random.default_rng(0)
    states = np.tile(world.data.qpos, (2, 3, 1)) + 0.1 * rng.standard_normal((2, 3, world.model.nq))
    for name in poses.names:
        many = poses.read(states, name)
        assert many.shape == (2, 3, 7)
        for i in np.ndindex(2, 3):
            world.data.qpos[:] = states[i]
            np.testing.assert_allclose(many[i], world.object_pose(name), atol=1e-14)
    many[:] = 0  # a copy
    assert poses.read(states, name).any()
    with pytest.raises(UnknownNameError, match="object 'bal'"):
        poses.read(states, "bal")


def test_an_eccentric_hinge_many_turns_round_is_where_mujoco_has_it():
    dial = load_object("dial:endless")
    mount = replace(dial.mount, axis=[0.36, 0.48, 0.8], point=[0.01, 0.03, 0.02])
    placed = ObjectInScene(replace(dial, mount=mount), pose=(0.1, -0.2, 0.3, 0.1, 0.7, -0.1, 0.7))
    world = World((), placed)
    model, data = world.model, world.data
    states = np.linspace(-40, 40, 61)[:, None]
    poses = ObjectPoses(model, world.scene).read(states, "dial")
    assert (poses[:, 3] >= 0).all()
    for state, pose in zip(states, poses, strict=True):
        data.qpos[:] = state
        mujoco.mj_kinematics(model, data)
        np.testing.assert_allclose(pose[:3], data.body("dial").xpos, atol=1e-14)
        np.testing.assert_allclose(abs(pose[3:] @ data.body("dial").xquat), 1.0, atol=1e-14)
