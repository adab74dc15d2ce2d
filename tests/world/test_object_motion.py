"""Twists of objects are those of MuJoCo, and hinge angles are not wrapped."""

import mujoco
import numpy as np
import pytest

from prehensile.lie import so3
from prehensile.world.catalogue import load_object
from prehensile.world.object_motion import ObjectMotion
from prehensile.world.scene import ObjectInScene
from prehensile.world.world import World


@pytest.fixture(scope="module")
def tumbling():
    """An apple in the air and a lid, both moving; and a mug that cannot."""
    turned = (0.4, 0.1, 0.5, 0.5, 0.5, -0.5, 0.5)
    world = World((), [
        ObjectInScene(load_object("apple"), pose=(0, 0, 0.5, 1, 0, 0, 0)),
        ObjectInScene(load_object("jar"), pose=turned),
        ObjectInScene(load_object("dial:endless"), pose=(-0.4, 0, 0.2, 0.6, 0, 0.8, 0)),
        ObjectInScene(load_object("mug"), pose=(1, 0, 0.2, 1, 0, 0, 0), fixed=True),
    ])  # fmt: skip
    rng = np.random.default_rng(0)
    quat = so3.to_quat(so3.random(rng))
    world.place("apple", [0, 0, 0.5, *quat], twist=rng.standard_normal(6))
    world.set_hinge("jar", 0.3, -4.0)
    world.set_hinge("dial", 50.0, 7.0)
    return world


@pytest.mark.parametrize("name", ["apple", "jar", "dial", "mug"])
def test_twists_are_mujocos(tumbling, name):
    model, data = tumbling.model, mujoco.MjData(tumbling.model)
    data.qpos[:], data.qvel[:] = tumbling.data.qpos, tumbling.data.qvel
    mujoco.mj_forward(model, data)
    velocity, body = np.zeros(6), model.body(name).id
    mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY, body, velocity, 0)
    motion = ObjectMotion(model, tumbling.scene)
    poses = {o.name: tumbling.object_pose(o.name) for o in tumbling.objects}
    twist = motion.twists(poses, data.qvel)[name]
    np.testing.assert_allclose(twist, np.r_[velocity[3:], velocity[:3]], atol=1e-12)
    assert np.any(twist) == (name != "mug")


def test_many_states_at_once_are_as_one_by_one(tumbling):
    rng = np.random.default_rng(1)
    motion = ObjectMotion(tumbling.model, tumbling.scene)
    qvel = rng.standard_normal((3, 2, tumbling.model.nv))
    qpos = rng.standard_normal((3, 2, tumbling.model.nq))
    poses = {o.name: _random_poses(rng) for o in tumbling.objects}
    every = motion.twists(poses, qvel)
    assert list(every) == [o.name for o in tumbling.objects] and len(every) == len(poses)
    for name in every:
        one = motion.twists({name: poses[name][2, 1]}, qvel[2, 1])[name]
        np.testing.assert_allclose(every[name][2, 1], one, atol=1e-14)
    assert motion.hinges(qpos)["dial"].shape == (3, 2)


def _random_poses(rng):
    quats = so3.to_quat(so3.random(rng, (3, 2)))
    return np.concatenate([rng.standard_normal((3, 2, 3)), quats], axis=-1)


def test_what_was_seen_stays_what_it_was(tumbling):
    motion = ObjectMotion(tumbling.model, tumbling.scene)
    poses = {o.name: tumbling.object_pose(o.name) for o in tumbling.objects}
    angles, twists = motion.hinges(tumbling.data.qpos), motion.twists(poses, tumbling.data.qvel)
    before = angles["dial"].copy(), twists["apple"]
    assert angles["dial"] == 50.0
    for _ in range(5):
        tumbling.step()
    np.testing.assert_array_equal(angles["dial"], before[0])
    np.testing.assert_array_equal(twists["apple"], before[1])
