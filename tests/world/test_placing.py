"""A world told to begin somewhere does what a fresh one there does; what makes no sense is said."""

import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.spec import HandSpec
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.objects.primitives import ball, cylinder
from prehensile.world.placing import placed_hand
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

RIGHT = HandSpec.mean("right").build()
FINGERS = np.arange(23) >= 3
K = np.where(np.arange(23) < 3, 40.0, 1.0)
PALM_UP = (0, 0, 0.3, 0, 1, 0, 0)


def scene():
    return HandInScene(RIGHT, forearm=PALM_UP), [
        ObjectInScene(ball(0.03, 0.1), pose=(0.09, 0, 0.36, 1, 0, 0, 0)),
        ObjectInScene(load_object("dial:endless"), pose=(0.3, 0, 0.1, 1, 0, 0, 0)),
    ]


def test_what_was_before_is_forgotten_to_the_bit():
    rng = np.random.default_rng(0)
    q = RIGHT.spec.rest + rng.uniform(0, 0.3, 23) * FINGERS
    qd, pose = rng.standard_normal(23), np.array([0.09, 0.01, 0.35, 1, 0, 0, 0.0])
    squeeze = Command(RIGHT.spec.rest + 0.6 * FINGERS, K, 0.05 * K, torque=np.full(23, 0.01))
    world, fresh = World(*scene()), World(*scene())
    for _ in range(25):
        world.step(squeeze)
    assert world.contacts().found.any()
    world.set_hand(q, qd)
    world.place("ball", pose, twist=[0.1, 0.2, -0.3, 0, 0, 0])
    world.set_hinge("dial", 9.0, -2.0)
    fresh.data.joint("ball/free").qpos = pose
    fresh.data.joint("ball/free").qvel[:3] = [0.1, 0.2, -0.3]
    for name, angle, rate in zip(RIGHT.joint_names, q, qd, strict=True):
        fresh.data.joint(f"right/{name}").qpos = angle
        fresh.data.joint(f"right/{name}").qvel = rate
    fresh.data.joint("dial/hinge").qpos, fresh.data.joint("dial/hinge").qvel = 9.0, -2.0
    assert not world.observe().finger_force.any() and not world.contacts().found.any()
    for step in range(30):
        command = None if step < 3 else squeeze  # limp at first
        world.step(command), fresh.step(command)
        np.testing.assert_array_equal(world.data.qpos, fresh.data.qpos)
        np.testing.assert_array_equal(world.data.qvel, fresh.data.qvel)
    assert world.contacts().found.any()


def test_poses_and_twists_are_seen_as_they_were_set():
    rng = np.random.default_rng(1)
    world = World(*scene())
    pose, twist = rng.standard_normal(7), rng.standard_normal(6)
    world.place("ball", pose, twist)
    world.set_hinge("dial", -20.0, 3.0)
    obs = world.observe()
    np.testing.assert_allclose(obs.objects["ball"][3:], pose[3:] / np.linalg.norm(pose[3:]))
    np.testing.assert_allclose(obs.twists["ball"], twist, atol=1e-12)
    np.testing.assert_allclose(obs.twists["dial"], [0, 0, 0, 0, 0, 3.0], atol=1e-12)
    assert obs.hinges == {"dial": -20.0}


def test_a_forearm_rests_where_it_is_told_or_where_the_scene_has_it():
    world = World(*scene())
    world.set_hand(RIGHT.spec.rest, forearm=(0.1, 0, 0.4, 0, 2, 0, 0))
    relaxed = Command(RIGHT.spec.rest, K, 0.05 * K)
    for _ in range(30):
        world.step(relaxed)
    np.testing.assert_allclose(world.observe().forearm, [0.1, 0, 0.4, 0, 1, 0, 0], atol=1e-3)
    world.set_hand(RIGHT.spec.rest)
    np.testing.assert_array_equal(world.observe().forearm, PALM_UP)


def test_joints_that_follow_get_their_angle_and_velocity(monkeypatch):
    from prehensile.hand.follower import Follower

    follower = Follower("little_dip_flex", "little_pip_flex", 0.7, 0.1, 0.0, 2.0)
    monkeypatch.setattr(type(RIGHT), "followers", property(lambda _: (follower,)))
    model = mujoco.MjModel.from_xml_string(_all_hinges())
    q, qd = np.full(23, 0.2), np.full(23, 3.0)
    placed = placed_hand(model, HandInScene(RIGHT, "right"), q, qd)
    assert placed.q.shape == placed.v.shape == (24,)
    assert placed.v[-1] == pytest.approx(0.7 * 3.0)


def _all_hinges() -> str:
    joints = "".join(
        f"<body><joint name='right/{n}'/><geom size='.1'/></body>" for n in RIGHT.joint_names
    )
    return f"<mujoco><worldbody>{joints}</worldbody></mujoco>"


def test_bad_input_is_one_clear_line():
    stand = ObjectInScene(cylinder(0.02, 0.28, 1.0), "stand", (0.5, 0, 0.5, 1, 0, 0, 0), fixed=True)
    held = ObjectInScene(ball(0.02, 0.1), "held", (0.5, 0, 0.7, 1, 0, 0, 0), presented_by="stand")
    hand, objects = scene()
    world = World(hand, [*objects, stand, held])
    stops = World(HandInScene(RIGHT, wrist="fixed"), load_object("dial"))
    rest = RIGHT.spec.rest
    for call, message in (
        (lambda: world.set_hand(np.zeros(22)), r"q of 'right' has shape \(22,\); expected \(23,\)"),
        (lambda: world.set_hand(rest + 3), r"of 'right' starts at .* outside its limits"),
        (lambda: world.set_hand(rest, np.full(23, np.nan)), "qd of 'right' .* not finite"),
        (lambda: world.set_hand("limp"), "q of 'right' holds something else than numbers"),
        (lambda: world.set_hand(rest, forearm=np.zeros(7)), "zero quaternion"),
        (lambda: stops.set_hand(rest, forearm=PALM_UP), "wrist of 'right' is fixed"),
        (lambda: stops.set_hinge("dial", 3.0), "angle of 'dial' is 171.9°, outside its limits"),
        (lambda: stops.set_hinge("dial", [1.0, 2.0]), r"has shape \(2,\); expected one number"),
        (lambda: world.set_hinge("ball", 1.0), "'ball' does not turn on a hinge"),
        (lambda: world.place("dial", PALM_UP), "'dial' is fixed or mounted"),
        (lambda: world.place("held", PALM_UP), "'held' is still presented"),
        (lambda: world.place("ball", PALM_UP, np.zeros(5)), r"twist of object 'ball' has shape"),
        (lambda: world.place("ball", PALM_UP[:6]), r"pose of object 'ball' has shape \(6,\)"),
    ):
        with pytest.raises(InputError, match=message) as caught:
            call()
        assert "\n" not in str(caught.value)
    with pytest.raises(UnknownNameError, match="Did you mean 'ball'"):
        world.place("bal", PALM_UP)
    with pytest.raises(UnknownNameError, match="unknown hand 'lft'"):
        world.set_hand(rest, hand="lft")
