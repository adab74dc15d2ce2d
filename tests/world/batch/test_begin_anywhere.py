"""A world of a batch that is told where to begin does, to the bit, what a fresh `World` does."""

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.spec import HandSpec
from prehensile.lie import so3
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.objects.primitives import ball
from prehensile.world.scene import HandInScene, ObjectInScene
from prehensile.world.world import World

RIGHT = HandSpec.mean("right").build()
FINGERS = np.arange(23) >= 3
K = np.where(FINGERS, 1.0, 40.0)
PALM_UP = np.array([0, 0, 0.3, 0, 1, 0, 0.0])
COUNT = 3


def scene(wrist):
    return HandInScene(RIGHT, wrist=wrist, forearm=PALM_UP), [
        ObjectInScene(ball(0.03, 0.1), pose=(0.09, 0, 0.35, 1, 0, 0, 0)),
        ObjectInScene(load_object("dial:endless"), pose=(0.17, 0, 0.37, 0, 1, 0, 0)),
    ]


BATCHES = {
    wrist: WorldBatch(*scene(wrist), COUNT, preset="fast", threads=1)
    for wrist in ("fixed", "driven")
}
"""Made once: that they carry their past from one trial into the next is the point."""


def random_command(rng, wrist, count=COUNT):
    """Sometimes none, sometimes with a limit, an arm that moves, torques; some throw the hand."""
    if rng.random() < 0.15:
        return None
    k = K * rng.uniform(0.3, 3, (count, 23))
    more = {}
    if rng.random() < 0.3:
        more["limit"] = rng.uniform(0.05, 1, (count, 23))
    if wrist == "driven" and rng.random() < 0.7:
        quat = so3.to_quat(so3.exp([np.pi, 0, 0] + 0.5 * rng.standard_normal((count, 3))))
        place = PALM_UP[:3] + 0.03 * rng.standard_normal((count, 3))
        more["forearm"] = np.concatenate([place, quat], axis=1)
        more["forearm_twist"] = 0.2 * rng.standard_normal((count, 6))
    q = RIGHT.spec.rest + FINGERS * rng.uniform(0, 1.2, (count, 1))
    return Command(q, k, 0.05 * k, torque=0.02 * rng.standard_normal((count, 23)), **more)


@settings(max_examples=15, deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 99), wrist=st.sampled_from(["fixed", "driven"]))
def test_it_does_what_a_fresh_world_does_whatever_it_did_before(seed, wrist):
    rng = np.random.default_rng(seed)
    batch = BATCHES[wrist]
    for _ in range(rng.integers(0, 9)):
        batch.step(random_command(rng, wrist), worlds=rng.random(COUNT) < 0.8)
    if rng.random() < 0.3:  # one world blew up
        batch.step(Command(RIGHT.spec.rest, K, K, torque=np.full(23, 1e12)), np.arange(COUNT) == 1)
    q = np.clip(RIGHT.spec.rest + FINGERS * rng.uniform(-0.2, 0.8, (COUNT, 1)),
                RIGHT.lower, RIGHT.upper)  # fmt: skip
    qd, angle, rate = rng.standard_normal((COUNT, 23)), *rng.uniform(-20, 20, (2, COUNT))
    pose = np.concatenate([[0.09, 0, 0.36] + 0.01 * rng.standard_normal((COUNT, 3)),
                           so3.to_quat(so3.random(rng, (COUNT,)))], axis=1)  # fmt: skip
    velocity = rng.standard_normal((COUNT, 3))
    forearm = np.tile(PALM_UP, (COUNT, 1))
    if wrist == "driven":
        forearm[:, :3] += 0.02 * rng.standard_normal((COUNT, 3))
    mask = rng.random(COUNT) < 0.8
    mask[0] = True
    others = batch.snapshot().state[~mask]
    batch.set_hand(q, qd, mask, forearm=None if wrist == "fixed" else forearm)
    batch.set_hinge("dial", angle, rate, mask)
    batch.place("ball", pose, mask, twist=np.concatenate([velocity, np.zeros((COUNT, 3))], axis=1))
    assert batch.alive[mask].all()
    assert not batch.contacts().found[mask].any() and not batch.observe().finger_force[mask].any()
    np.testing.assert_array_equal(batch.snapshot().state[~mask], others)
    placed = batch.observe().objects["ball"]  # its quaternions have length 1 in all bits
    np.testing.assert_allclose(placed[mask], pose[mask], atol=1e-15)
    fresh = {}
    for i in np.flatnonzero(mask)[:2]:
        fresh[i] = world = World(*scene(wrist), preset="fast")
        if wrist == "driven":
            world.set_hand(q[i], qd[i], forearm=forearm[i])
        for name, at, speed in zip(RIGHT.joint_names, q[i], qd[i], strict=True):
            world.data.joint(f"right/{name}").qpos = at
            world.data.joint(f"right/{name}").qvel = speed
        world.data.joint("ball/free").qpos = placed[i]
        world.data.joint("ball/free").qvel[:3] = velocity[i]
        world.data.joint("dial/hinge").qpos, world.data.joint("dial/hinge").qvel = angle[i], rate[i]
    for _ in range(20):
        command = random_command(rng, wrist)
        batch.step(command)
        for i, world in fresh.items():
            world.step(None if command is None else command.of_worlds(i))
            np.testing.assert_array_equal(batch._qpos[i], world.data.qpos)
            np.testing.assert_array_equal(batch._qvel[i], world.data.qvel)


def test_the_same_state_in_every_world_and_what_is_seen():
    batch = BATCHES["fixed"]
    batch.set_hand(RIGHT.spec.rest)
    batch.set_hinge("dial", 10.0, 2.0)
    batch.place("ball", (0.3, 0, 1, 1, 0, 0, 0), twist=(1, 2, 3, 4, 5, 6))
    obs = batch.observe()
    np.testing.assert_array_equal(obs.q, np.tile(RIGHT.spec.rest, (COUNT, 1)))
    assert not obs.qd.any()
    np.testing.assert_allclose(obs.twists["ball"], np.tile([1, 2, 3, 4, 5, 6.0], (COUNT, 1)))
    # The dial hangs upside down, its axis beside the object frame's x.
    np.testing.assert_allclose(obs.twists["dial"][:, 3:], np.tile([0, 0, -2.0], (COUNT, 1)))
    np.testing.assert_array_equal(obs.hinges["dial"], np.full(COUNT, 10.0))
    assert set(obs.twists) == set(obs.objects) and not obs.twists["dial_plate"].any()


def test_bad_input_is_one_clear_line():
    batch, rest = BATCHES["fixed"], RIGHT.spec.rest
    for call, message in (
        (lambda: batch.set_hand(np.zeros((2, 23))), r"expected \(3, 23\) or \(23,\)"),
        (lambda: batch.set_hand(rest, mask=[True]), r"a mask has shape \(1,\)"),
        (lambda: batch.set_hand(rest, forearm=PALM_UP), "wrist of 'right' is fixed"),
        (lambda: batch.set_hinge("dial", np.zeros(2)), r"expected \(3,\) or one number"),
        (
            lambda: batch.set_hinge("dial", np.inf),
            "angle of 'dial' .* not finite",
        ),
        (lambda: batch.set_hinge("ball", 0.0), "'ball' does not turn on a hinge"),
        (lambda: batch.place("ball", np.zeros(7)), "zero quaternion"),
        (lambda: batch.step(worlds=[1, 0, 1]), r"expected \(3,\) booleans"),
    ):
        with pytest.raises(InputError, match=message):
            call()
    with pytest.raises(UnknownNameError, match="unknown hand 'lft'"):
        batch.set_hand(rest, hand="lft")
