"""A Command's way into the model, and the driven wrist."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.joints import WRIST_JOINTS
from prehensile.hand.spec import HandSpec
from prehensile.lie import so3
from prehensile.world.command import Command
from prehensile.world.hand_port import FEED_FORWARD, _ahead, _run
from prehensile.world.objects.primitives import box
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

HAND = HandSpec.mean("right").build()
START = np.array([0, 0, 0.5, 1, 0, 0, 0.0])
STIFF = np.where(np.isin(HAND.joint_names, WRIST_JOINTS), 60.0, 3.0)
REST = Command(HAND.spec.rest, STIFF, 0.05 * STIFF)


def joint(world, name):
    return world.model.joint(f"right/{name}")


def test_active_and_passive_springs_act_in_parallel(rng):
    world = World(HandInScene(HAND, wrist="fixed"), floor=False)
    q_ref = rng.uniform(-2, 2, 23)  # setpoints may lie outside the limits
    k, d = rng.uniform(0, 3, (2, 23))
    qd_ref, torque = rng.standard_normal((2, 23))
    world.step(Command(q_ref, k, d, qd_ref, torque))
    model, data, spec = world.model, world.data, HAND.spec
    for n, name in enumerate(HAND.joint_names):
        j = joint(world, name)
        stiffness, rest = model.jnt_stiffness[j.id], model.qpos_spring[j.qposadr[0]]
        for q in (-0.3, 0.8):  # the same torque as the two springs together
            both = k[n] * (q_ref[n] - q) + spec.stiffness[n] * (spec.rest[n] - q)
            assert stiffness * (rest - q) == pytest.approx(both)
        assert model.dof_damping[j.dofadr[0]] == pytest.approx(d[n] + spec.damping[n])
        expected = torque[n] + d[n] * qd_ref[n]
        assert data.qfrc_applied[j.dofadr[0]] == pytest.approx(expected)
    world.step(Command(q_ref, k, d))
    assert not data.qfrc_applied.any()


def test_a_hand_without_tissue_and_without_stiffness_is_limp():
    spec = replace(HAND.spec, stiffness=np.zeros(23))
    world = World(HandInScene(spec.build(), wrist="fixed"), floor=False)
    frame = world.step(Command(np.ones(23), np.zeros(23), np.ones(23)))
    assert np.isfinite(frame.q[0]).all() and not world.model.jnt_stiffness.any()


def test_joints_reach_their_setpoints_by_name():
    target = HAND.spec.rest.copy()
    moved = {"index_pip_flex": 0.9, "wrist_flex": -0.4, "wrist_pro": 0.3, "thumb_mp_flex": 0.5}
    for name, angle in moved.items():
        target[HAND.joint_index(name)] = angle
    world = World(HandInScene(HAND, wrist="fixed"), floor=False)
    for _ in range(240):
        world.step(Command(target, 20 * STIFF, STIFF))
    got = world.observe().q
    for name, angle in moved.items():
        assert got[HAND.joint_index(name)] == pytest.approx(angle, abs=0.02)
        assert world.data.joint(f"right/{name}").qpos[0] == got[HAND.joint_index(name)]


def ramp(t, seconds=0.4):
    """Distance and speed of a start that reaches unit speed without a jerk."""
    u = min(t / seconds, 1.0)
    return (2.5 * u**4 - 3 * u**5 + u**6) * seconds + max(t - seconds, 0), u**3 * (
        10 - 15 * u + 6 * u * u
    )


def moved(direction, angular, t):
    s, v = ramp(t)
    pose = START.copy()
    pose[:3] += direction * s
    pose[3:] = so3.to_quat(so3.exp(angular * s))
    return replace(REST, forearm=pose, forearm_twist=v * np.concatenate([direction, angular]))


@pytest.mark.parametrize("timestep", [1 / 60, 1 / 120, 1 / 240])
@pytest.mark.parametrize("seed", range(3))
def test_a_driven_wrist_follows_within_two_millimetres(seed, timestep):
    """At 0.5 m/s and 3 rad/s at once, in any direction; the whole hand within 2 mm."""
    rng = np.random.default_rng(seed)
    direction, angular = (x / np.linalg.norm(x) for x in rng.standard_normal((2, 3)))
    direction, angular = 0.5 * direction, 3.0 * angular
    world = World(HandInScene(HAND, forearm=START), timestep=timestep, floor=False)
    for k in range(round(1.2 / timestep)):
        command = moved(direction, angular, (k + 1) * timestep)
        world.step(command)
        got = world.observe().forearm
        assert np.linalg.norm(got[:3] - command.forearm[:3]) < 2e-3
        off = so3.from_quat(got[3:]).T @ so3.from_quat(command.forearm[3:])
        assert np.linalg.norm(so3.log(off)) * HAND.length < 2e-3


def test_a_held_kilogram_does_not_move_the_driven_forearm():
    """A kilogram on the palm of a hand held out flat."""
    palm_up = np.array([0, 0, 0.5, 0, 1, 0, 0.0])
    stiff = Command(HAND.spec.rest, 20 * STIFF, STIFF)
    z = []
    for mass in (1e-3, 1.0):
        load = ObjectInScene(box((0.04, 0.04, 0.02), mass), pose=(0.04, 0, 0.53, 1, 0, 0, 0))
        world = World(HandInScene(HAND, forearm=palm_up), load, floor=False)
        for _ in range(240):
            frame = world.step(stiff)
        carried = frame.contacts.force.sum(axis=0)
        assert carried[2] == pytest.approx(9.81 * mass, rel=0.05)
        z.append(world.observe().forearm[:3])
    assert np.linalg.norm(z[1] - z[0]) < 1e-4


def test_without_a_command_the_forearm_comes_to_rest_where_it_was_wanted():
    world = World(HandInScene(HAND, forearm=START), floor=False)
    for k in range(60):
        command = moved(np.array([0.5, 0, 0]), np.zeros(3), (k + 1) / 120)
        world.step(command)
    for _ in range(60):
        world.step()
    np.testing.assert_allclose(world.observe().forearm[:3], command.forearm[:3], atol=1e-4)
    for _ in range(3):
        world.step(command)  # the same object again is written again
    ahead = world.data.mocap_pos[0] - command.forearm[:3]
    np.testing.assert_allclose(ahead, FEED_FORWARD * command.forearm_twist[:3])


@pytest.mark.parametrize("timestep", [1 / 60, 1 / 120])
@pytest.mark.parametrize("angle", [1.0, 2.0, 3.0, 3.1, 3.14, np.pi, 3.2])
def test_a_jump_of_the_wanted_pose_is_survived(angle, timestep):
    """Also when the same Command object says it again and again."""
    for axis in np.eye(3):
        pose = np.array([0.3, 0, 0.4, *so3.to_quat(so3.exp(angle * axis))])
        command = replace(REST, forearm=pose)
        world = World(HandInScene(HAND, forearm=START), floor=False, timestep=timestep)
        world.step(command)
        for k in range(60):
            world.step(command if k % 2 else None)
        got = world.observe().forearm
        np.testing.assert_allclose(got[:3], pose[:3], atol=1e-3)
        assert abs(got[3:] @ pose[3:]) > 1 - 1e-5


def test_running_ahead_turns_about_world_axes(rng):
    for _ in range(20):
        R, twist = so3.random(rng), rng.standard_normal(6)
        pose = np.array([*rng.standard_normal(3), *so3.to_quat(R)])
        ahead = _ahead(pose, twist.tolist())
        np.testing.assert_allclose(ahead[:3], pose[:3] + FEED_FORWARD * twist[:3])
        np.testing.assert_allclose(
            so3.from_quat(ahead[3:]), so3.exp(FEED_FORWARD * twist[3:]) @ R, atol=1e-12
        )
    still = _ahead(pose, [0.0] * 6)
    np.testing.assert_array_equal(still, pose)


@pytest.mark.parametrize("wrist", ["fixed", "free"])
def test_only_a_driven_wrist_can_be_told_where_to_go(wrist):
    world = World(HandInScene(HAND, wrist=wrist))
    with pytest.raises(InputError, match=f"is {wrist}: leave Command.forearm out"):
        world.step(replace(REST, forearm=START))


def test_a_free_hand_falls_and_a_fixed_one_stays():
    for wrist, fallen in (("free", 0.5 * 9.81 * 0.2**2), ("fixed", 0.0)):
        world = World(HandInScene(HAND, wrist=wrist, forearm=START), floor=False, timestep=1 / 600)
        for _ in range(120):
            world.step(REST)
        z = world.observe().forearm[2]
        assert START[2] - z == pytest.approx(fallen, rel=0.05)


def test_start_poses_are_checked():
    with pytest.raises(InputError, match=r"shape \(2, 23\)"):
        World(HandInScene(HAND, q=np.zeros((2, 23))))
    with pytest.raises(InputError, match="shape"):
        World(HandInScene(HAND, q=np.zeros(5)))
    with pytest.raises(InputError, match="not finite"):
        World(HandInScene(HAND, q=np.full(23, np.nan)))
    bent = HAND.spec.rest.copy()
    bent[HAND.joint_index("index_pip_flex")] = np.radians(170)
    with pytest.raises(InputError, match=r"index_pip_flex of 'right' starts at 170.0°, outside"):
        World(HandInScene(HAND, q=bent))
    World(HandInScene(HAND, q=HAND.upper + np.radians(1)))  # a joint stop yields this much


def test_a_command_for_another_hand_is_refused():
    world = World(HAND)
    with pytest.raises(InputError, match=r"q_ref has shape \(5,\); expected \(23,\)"):
        world.step(Command(*np.ones((3, 5))))


def test_places_that_follow_each_other_are_a_slice():
    numbers = np.arange(10)
    for index in ([2, 3, 4], [4, 3, 2], [1, 5], [7], []):
        run = _run(np.array(index, int))
        np.testing.assert_array_equal(numbers[run], index)
    assert isinstance(_run(np.array([2, 3, 4])), slice)
    assert isinstance(_run(np.array([2, 4])), np.ndarray)
