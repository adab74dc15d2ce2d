"""How fast many worlds step, beside a bare loop over the same states of the same model."""

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import mujoco
import numpy as np

from prehensile.control.attempt.by_sequence import find_candidates, sequence_play
from prehensile.control.attempt.job import default_grip
from prehensile.hand.hand import Hand
from prehensile.world.batch.world_batch import BatchSnapshot, WorldBatch
from prehensile.world.catalogue import load_object
from prehensile.world.command import Command
from prehensile.world.nan_guard import STATE, restore

OBJECT = "cylinder"
STEPS, REPEATS = 12, 24
"""Short and many, so that some of them have the processors to themselves."""
SETTLE = 120
"""Steps after the lift, before anything is measured."""
SPREAD = 0.03
"""[rad] by which setpoints differ between worlds"""


def measure_batch(count: int = 64, threads: Sequence[int] = (1, 2)) -> dict[str, float | bool]:
    """Steps per second of `WorldBatch` while a hand holds a cylinder in every world.

    Every step gets a fresh Command and every state is observed, contact forces included, as with a
    controller. The bare loop steps the same states of the same compiled model, sensors included,
    one world after the other in one ``MjData`` that stays in the processor's cache: no Commands, no
    observations. All take turns in one run; the best
    of each counts. ``batch_equal`` says whether they ended in the same states, bit for bit.
    """
    batches, start, command = _held(count, threads)
    seconds = {t: np.inf for t in threads}
    raw = np.inf
    equal = True
    for _ in range(REPEATS):
        ends = []
        for t, batch in batches.items():
            batch.restore(start)
            began = perf_counter()
            for _ in range(STEPS):
                batch.observe()
                batch.step(replace(command))
            seconds[t] = min(seconds[t], perf_counter() - began)
            ends.append(batch.snapshot().state)
        taken, end = _bare_loop(batches[threads[0]].model, start)
        raw = min(raw, taken)
        equal = equal and all(np.array_equal(end, other) for other in ends)
    steps = count * STEPS
    rates = {_rate_name(t): steps / seconds[t] for t in threads}
    return {**rates, "raw_mujoco_steps_per_s_1thread": steps / raw, "batch_equal": equal}


def _rate_name(threads: int) -> str:
    return f"batch_steps_per_s_{threads}thread{'s' if threads > 1 else ''}"


def _held(
    count: int, threads: Sequence[int]
) -> tuple[dict[int, WorldBatch], BatchSnapshot, Command]:
    """Batches in which every hand holds the object, a little differently in every world."""
    obj, hand = load_object(OBJECT), Hand()
    scene = sequence_play(obj, hand, find_candidates(obj, hand, seed=0)[0], default_grip(obj))
    world = scene.world
    while scene.controller.phase != "hold":
        scene.step()
    one = scene.controller.act(world.observe())
    rng = np.random.default_rng(0)
    many = (count, 1)
    command = Command(
        q_ref=one.q_ref + SPREAD * rng.standard_normal((count, hand.dof)),
        stiffness=np.tile(one.stiffness, many),
        damping=np.tile(one.damping, many),
    )
    batches = {t: WorldBatch(world.hands, world.objects, count, threads=t) for t in threads}
    batch = batches[max(threads)]
    batch.restore(world.snapshot())
    for _ in range(SETTLE):
        batch.step(command)
    return batches, batch.snapshot(), command


def _bare_loop(model: mujoco.MjModel, start: BatchSnapshot) -> tuple[float, np.ndarray]:
    """Seconds that ``mj_step`` alone takes for all worlds, and the states at the end."""
    data = mujoco.MjData(model)
    end = np.zeros_like(start.state)
    gains = np.concatenate(start.gains, axis=1)
    seconds = 0.0
    for world, state in enumerate(start.state):
        restore(model, data, state, gains[world])
        began = perf_counter()
        for _ in range(STEPS):
            mujoco.mj_step(model, data)
        seconds += perf_counter() - began
        mujoco.mj_getState(model, data, end[world], STATE)
    return seconds, end
