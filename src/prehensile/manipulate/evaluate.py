"""Play many goals at once and count which are reached (see `judging`)."""

from typing import Any, NamedTuple

import numpy as np

from prehensile.manipulate.cycle.phases import ACTUATE
from prehensile.manipulate.evaluators.threads import SLOTS
from prehensile.manipulate.judging import TIMESTEP, Judge, Limits, Outcome, start_stream
from prehensile.manipulate.learn.controller import PolicyController
from prehensile.manipulate.learn.table import Lookup
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.task import Task
from prehensile.world.batch.world_batch import WorldBatch


class Played(NamedTuple):
    """Of N goals."""

    outcome: Outcome
    cycles: np.ndarray
    """(N,) begun until the end of the trial"""
    turned: np.ndarray
    """(N, 3) what each phase added to the reward"""
    depth: np.ndarray
    """(steps, N) [m] of the deepest contact with the thing; NaN after the end of the trial"""


def play(
    lookup: Lookup,
    starts: States,
    limits: Limits,
    timestep: float = TIMESTEP,
    preset: str = "fast",
) -> Played:
    """Each row from its own start to its own goal."""
    task, n = lookup.task, len(starts)
    batch = WorldBatch(
        *task.scene(), n, preset=preset, timestep=timestep, slots=SLOTS,
        sense=(task.touched.thing,),
    )  # fmt: skip
    task.begin(batch, starts, np.ones(n, bool))
    controller, judge = PolicyController(lookup, starts.goal), Judge(limits, n, timestep)
    seen = batch.observe()
    controller.reset(seen)
    last = task.reward(task.read(seen, starts.goal))
    cycles, turned, depth = np.ones(n, int), np.zeros((n, 3)), []
    while not judge.outcome.over.all():
        command = controller.act(seen)
        phase = controller.phase
        going = ~judge.outcome.over & batch.alive
        batch.step(command, worlds=going)
        seen = batch.observe()
        states, contacts = task.read(seen, starts.goal), seen.segment_contacts()
        reward = task.reward(states)
        turned[np.flatnonzero(going), phase[going]] += (reward - last)[going]
        last = reward
        depth.append(np.where(going, contacts.depth.max(axis=(1, 2, 3)), np.nan))
        place, angle = task.errors(states)
        rate = np.linalg.norm(task.motion(seen).angular, axis=1)
        judge.see(
            np.where(batch.alive, angle, np.nan), rate, place, contacts.found.sum(axis=(1, 2)) > 0
        )
        cycles += going & controller.begun
    return Played(judge.outcome, cycles, turned, np.array(depth))


def judged_starts(task: Task, goals: int, seed: int) -> States:
    """Trials of a seed: each a valid pose at random, and its own goal."""
    starts = States.joined([task.starts(1, start_stream(seed, k)) for k in range(goals)])
    return task.with_goals(starts, seed)


def actuation_share(played: Played) -> float | None:
    """What actuating brought nearer to the goal, of all that the phases turned there and back; at
    most one. None where nothing turned.
    """
    every = float(np.abs(played.turned).sum())
    return float(played.turned[:, ACTUATE].sum()) / every if every > 0 else None


def evaluation(played: Played) -> dict[str, Any]:
    """As ``prehensile evaluate --json`` prints it."""
    outcome, reached = played.outcome, played.outcome.reached
    seconds = outcome.seconds[reached]
    told = played.depth[np.isfinite(played.depth) & (played.depth > 0)]
    return {
        "goals": len(reached),
        "success": int(reached.sum()),
        "error_rad_median": float(np.median(outcome.error)),
        "seconds_median": float(np.median(seconds)) if len(seconds) else None,
        "cycles_median": float(np.median(played.cycles)),
        "dropped": int(outcome.dropped.sum()),
        "actuation_share": actuation_share(played),
        "penetration_mm_p95": 1e3 * float(np.percentile(told, 95)) if len(told) else 0.0,
        "outcomes": [
            {
                "reached": bool(reached[k]),
                "seconds": float(outcome.seconds[k]) if reached[k] else None,
                "error_rad": float(outcome.error[k]),
                "cycles": int(played.cycles[k]),
                "dropped": bool(outcome.dropped[k]),
            }
            for k in range(len(reached))
        ],
    }
