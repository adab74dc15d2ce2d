"""Limits of active torque: against MuJoCo's own equation of motion, in one world and in many."""

from dataclasses import replace

import mujoco
import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.command import Command
from prehensile.world.objects.primitives import ball
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.torque_limit import NONE, LimitedTorque
from prehensile.world.world import World

HAND = Hand()
DOF = HAND.dof
K = np.where(np.arange(DOF) < 3, 60.0, 6.0)
D = 0.05 * K
FIXED = HandInScene(HAND, wrist="fixed", forearm=(0, 0, 0.5, 1, 0, 0, 0))


def active_torque(world: World, frame) -> np.ndarray:
    """(dof,) [Nm] of the last step, from M a + c = τ + Jᵀf and the tissue at the step's end.

    Everything but the tissue's law comes from MuJoCo.
    """
    model, data = world.model, world.data
    whole = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, whole)
    outside = np.zeros(model.nv)
    for body in range(model.nbody):
        wrench = data.xfrc_applied[body]
        if wrench.any():
            mujoco.mj_applyFT(model, data, wrench[:3], wrench[3:], data.xipos[body], body, outside)
    total = whole @ data.qacc + data.qfrc_bias - data.qfrc_constraint - outside
    seen = world.observe()
    tissue = HAND.spec.stiffness * (HAND.spec.rest - seen.q) - HAND.spec.damping * seen.qd
    dofs = [int(model.joint(f"right/{name}").dofadr[0]) for name in HAND.joint_names]
    return total[dofs] - tissue


def test_no_torque_exceeds_its_limit(rng):
    """Setpoints jump about while the hand holds on to a ball that is fixed."""
    still = ObjectInScene(ball(0.03, 0.1), pose=(0.09, 0.0, 0.45, 1, 0, 0, 0), fixed=True)
    world = World(FIXED, still, floor=False)
    limit = rng.uniform(0.02, 0.4, DOF)
    limit[:3] *= 10
    largest, free = np.zeros(DOF), 0.0
    for n in range(240):
        if n % 20 == 0:
            q_ref = rng.uniform(HAND.lower - 0.5, HAND.upper + 0.5)
            qd_ref, torque = rng.standard_normal((2, DOF)) * 0.1
            world.data.xfrc_applied[-3, :3] = rng.standard_normal(3) * 4
        frame = world.step(Command(q_ref, K, D, qd_ref, torque, limit=limit))
        largest = np.maximum(largest, np.abs(active_torque(world, frame)) / limit)
        wanted = K * (q_ref - world.observe().q) / limit
        free = max(free, np.abs(wanted).max())
    assert largest.max() < 1 + 1e-6
    assert np.median(largest) > 0.99  # they do reach it
    assert free > 5  # and without it would be far beyond


@pytest.mark.parametrize("finger", ["index", "little"])
def test_a_finger_pulled_open_yields_at_its_limit(finger):
    """The PIP joint alone is weak; a growing pull on the fingertip opens it at Jᵀf = limit."""
    world = World(FIXED, floor=False)
    joint = HAND.joint_index(f"{finger}_pip_flex")
    q_ref = HAND.spec.rest.copy()
    limit = np.full(DOF, 50.0)
    limit[joint] = 0.6
    command = Command(q_ref, 40 * K, 40 * D, limit=limit)
    for _ in range(60):
        world.step(command)
    start = world.observe().q[joint]
    segment = "index-finger" if finger == "index" else "pinky-finger"
    body = world.model.body(f"right/{segment}-phalanx-distal").id
    dof = int(world.model.joint(f"right/{finger}_pip_flex").dofadr[0])
    jac = np.zeros((3, world.model.nv))
    mujoco.mj_jacBodyCom(world.model, world.data, jac, None, body)
    opening = -jac[:, dof] / np.linalg.norm(jac[:, dof])
    demanded = None
    for force in np.linspace(0, 60, 1200):
        world.data.xfrc_applied[body, :3] = force * opening
        frame = world.step(command)
        if start - world.observe().q[joint] > 0.02:
            break
        jac[:] = 0
        mujoco.mj_jacBodyCom(world.model, world.data, jac, None, body)
        q = frame.q[0][joint]
        tissue = HAND.spec.stiffness[joint] * (HAND.spec.rest[joint] - q)
        weight = world.data.qfrc_bias[dof]
        demanded = -force * (opening @ jac[:, dof]) + weight - tissue
    assert start - world.observe().q[joint] > 0.02, "it never yielded"
    assert demanded == pytest.approx(0.6, rel=0.01)


def test_a_free_finger_is_not_thrown():
    """A limit reached by a distant setpoint moves a light finger no faster than its damping lets
    it, although 5 Nm would take it to hundreds of rad/s in one step.
    """
    world = World(FIXED, floor=False)
    q_ref = HAND.spec.rest.copy()
    joint = HAND.joint_index("index_mcp_flex")
    q_ref[joint] = 1.2
    speed = 0.0
    for _ in range(240):
        world.step(Command(q_ref, 20 * K, D, limit=np.full(DOF, 5.0)))
        speed = max(speed, np.abs(world.observe().qd).max())
    assert speed < 60
    assert world.observe().q[joint] == pytest.approx(1.2, abs=0.01)


def test_a_limit_that_is_never_reached_changes_no_bit(rng):
    free = [World(FIXED, floor=False) for _ in range(2)]
    for _ in range(60):
        q_ref = rng.uniform(HAND.lower, HAND.upper)
        command = Command(q_ref, K, D, 0.1 * q_ref, 0.01 * q_ref)
        free[0].step(command)
        free[1].step(replace(command, limit=np.full(DOF, NONE)))
    for field in ("qpos", "qvel", "qacc"):
        one, other = (getattr(world.data, field) for world in free)
        np.testing.assert_array_equal(one, other)


def limited_commands(rng, count):
    """Twelve, of which some have no limit; arrays (count, dof)."""
    for n in range(12):
        q_ref = rng.uniform(HAND.lower - 0.3, HAND.upper + 0.3, (count, DOF))
        limit = rng.uniform(0.02, 0.3, (count, DOF)) if n % 4 else None
        yield Command(q_ref, np.tile(K, (count, 1)), np.tile(D, (count, 1)), limit=limit)


def one_of(command, i):
    limit = None if command.limit is None else command.limit[i]
    return Command(command.q_ref[i], command.stiffness[i], command.damping[i], limit=limit)


def test_many_worlds_do_what_each_would_alone(rng):
    still = ObjectInScene(ball(0.03, 0.1), pose=(0.09, 0.0, 0.45, 1, 0, 0, 0), fixed=True)
    batch = WorldBatch(FIXED, still, 5, threads=1, floor=False)
    worlds = [World(FIXED, still, floor=False) for _ in range(5)]
    for command in limited_commands(rng, 5):
        for _ in range(6):
            batch.step(command)
            for i, world in enumerate(worlds):
                world.step(one_of(command, i))
        batch.step()  # without one the last stays, limit included
        for world in worlds:
            world.step()
    for i, world in enumerate(worlds):
        np.testing.assert_array_equal(batch.observe().q[i], world.observe().q)
        np.testing.assert_array_equal(batch.observe().qd[i], world.observe().qd)


def test_a_snapshot_keeps_the_limit(rng):
    world, batch = World(FIXED, floor=False), WorldBatch(FIXED, (), 3, threads=1, floor=False)
    weak = Command(HAND.upper, 20 * K, D, limit=np.full(DOF, 0.05))
    strong = Command(HAND.upper, 20 * K, D)
    for _ in range(3):
        world.step(weak)
    start = world.snapshot()
    for _ in range(10):
        world.step()
    after = world.observe().q
    world.step(strong)
    world.restore(start)
    for _ in range(10):
        world.step()
    np.testing.assert_array_equal(world.observe().q, after)

    batch.step(strong)
    batch.restore(start, np.array([True, False, True]))
    back = batch.world_snapshot(2)
    for _ in range(10):
        batch.step()
    np.testing.assert_array_equal(batch.observe().q[0], after)
    assert np.abs(batch.observe().q[1] - after).max() > 0.1
    world.restore(back)
    for _ in range(10):
        world.step()
    np.testing.assert_array_equal(world.observe().q, after)
    batch.restore(WorldBatch(FIXED, (), 3, threads=1, floor=False).snapshot())
    assert batch._ports["right"].save().limited is None


def test_the_last_second_can_be_replayed(rng, tmp_path):
    from prehensile.world.nan_guard import replay

    world = World(FIXED, floor=False)
    for command in limited_commands(rng, 1):
        for _ in range(5):
            world.step(one_of(command, 0))
    _, data, count = replay(world._guard.write(world.scene, tmp_path))
    assert count == 60
    np.testing.assert_array_equal(data.qpos, world.data.qpos)


def test_a_limit_is_not_negative():
    with pytest.raises(InputError, match=r"Command\.limit must not be negative"):
        Command(np.zeros(DOF), K, D, limit=np.full(DOF, -1.0))


def test_an_unlimited_command_has_no_limited_torque():
    assert LimitedTorque.of(Command(np.zeros(DOF), K, D), 0.0) is None
