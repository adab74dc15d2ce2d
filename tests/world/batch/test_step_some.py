"""Worlds left out of a step stand still, and go on later as if nothing had been."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.world.batch.world_batch import WorldBatch
from prehensile.world.command import Command
from prehensile.world.objects.primitives import ball
from prehensile.world.scene import HandInScene, ObjectInScene

RIGHT = HandSpec.mean("right").build()
K = np.where(np.arange(23) < 3, 40.0, 1.0)
PALM_UP = np.array([0, 0, 0.3, 0, 1, 0, 0.0])
COUNT = 4


def batch():
    return WorldBatch(
        HandInScene(RIGHT, forearm=PALM_UP),
        ObjectInScene(ball(0.03, 0.1), pose=(0.08, 0, 0.345, 1, 0, 0, 0)),
        COUNT,
        preset="fast",
        threads=1,
    )


def commands(steps, seed=0):
    """Some with a limit, some with an arm that moves, some none."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        k = K * rng.uniform(0.3, 3, (COUNT, 23))
        q = RIGHT.spec.rest + (np.arange(23) >= 3) * rng.uniform(0, 1, (COUNT, 1))
        arm = PALM_UP + np.r_[0.02, 0.02, 0.02, 0, 0, 0, 0] * rng.standard_normal((COUNT, 7))
        limit = rng.uniform(0.05, 1, (COUNT, 23)) if rng.random() < 0.4 else None
        twist = 0.3 * rng.standard_normal((COUNT, 6))
        full = Command(q, k, 0.05 * k, forearm=arm, forearm_twist=twist, limit=limit)
        yield None if rng.random() < 0.2 else full


def everything(worlds, of):
    """Of some worlds all that decides what they do next, and what they show."""
    saved = worlds.snapshot()
    contacts = worlds.contacts()
    drives = saved.drives[0]
    arrays = [saved.state, *saved.gains, saved.force, drives.poses, drives.turning]
    return [np.asarray(a)[of].copy() for a in (*arrays, *contacts[:6])]


def test_each_world_does_what_it_would_do_without_the_others():
    """Worlds that step at different times end where those end that always step."""
    script, rng = list(commands(25)), np.random.default_rng(1)
    together, apart = batch(), batch()
    for command in script:
        together.step(command)
    done = np.zeros(COUNT, dtype=int)
    while (done < len(script)).any():
        # Those that wait at the same Command may go, or not.
        at = int(rng.choice(done[done < len(script)]))
        going = (done == at) & (rng.random(COUNT) < 0.6)
        if not going.any():
            continue
        before = everything(apart, ~going)
        apart.step(script[at], worlds=going)
        for now, then in zip(everything(apart, ~going), before, strict=True):
            np.testing.assert_array_equal(now, then)
        done += going
    assert together.contacts().found.any()
    every = np.ones(COUNT, dtype=bool)
    for mine, theirs in zip(everything(apart, every), everything(together, every), strict=True):
        np.testing.assert_array_equal(mine, theirs)


def test_no_world_at_all_and_worlds_that_blew_up():
    worlds = batch()
    start = everything(worlds, np.ones(COUNT, dtype=bool))
    worlds.step(next(commands(1)), worlds=np.zeros(COUNT, dtype=bool))
    for now, then in zip(everything(worlds, slice(None)), start, strict=True):
        np.testing.assert_array_equal(now, then)
    first = np.arange(COUNT) == 0
    worlds.step(Command(RIGHT.spec.rest, K, K, torque=np.full(23, 1e12)), worlds=first)
    assert worlds.alive.tolist() == [False, True, True, True]
    relaxed = Command(RIGHT.spec.rest, K, 0.05 * K)
    worlds.step(relaxed, worlds=np.arange(COUNT) < 2)
    np.testing.assert_allclose(worlds.time, np.array([0, 1, 0, 0]) / 120)


def test_contacts_of_restored_worlds_stay_until_they_step():
    worlds = batch()
    for command in commands(15, 3):
        worlds.step(command)
    saved, seen = worlds.snapshot(), worlds.contacts()
    for command in commands(5, 4):
        worlds.step(command)
    worlds.restore(saved)
    half = np.arange(COUNT) < 2
    worlds.step(worlds=half)
    now = worlds.contacts()
    np.testing.assert_array_equal(now.pos[~half], seen.pos[~half])
    np.testing.assert_array_equal(worlds.observe().finger_force[~half], saved.force[~half, 0, :5])


def test_contacts_of_an_observation_are_read_before_the_next_step():
    worlds = batch()
    for command in commands(15, 3):
        worlds.step(command)
    obs = worlds.observe()
    for mine, theirs in zip(obs.segment_contacts(), worlds.contacts(), strict=True):
        np.testing.assert_array_equal(mine, theirs)
    worlds.step(worlds=np.arange(COUNT) == 0)
    with pytest.raises(InputError, match="have gone on since this observation"):
        obs.segment_contacts()


def test_some_worlds_are_seen_as_all_are():
    worlds = batch()
    for command in commands(30, seed=4):
        worlds.step(command)
    whole, ids = worlds.observe(), np.array([2, 0])
    some = worlds.observe(worlds=ids)
    for name in ("time", "q", "qd", "forearm", "finger_force", "palm_force"):
        np.testing.assert_array_equal(getattr(some, name), getattr(whole, name)[ids])
    for name, pose in whole.objects.items():
        np.testing.assert_array_equal(some.objects[name], pose[ids])
        np.testing.assert_array_equal(some.twists[name], whole.twists[name][ids])
    some.q[:] = 0  # copies
    assert worlds.observe().q.any()
