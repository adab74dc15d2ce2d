"""`turn`: a policy plays goals one after another in a world, and the clip of it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.manipulate.judging import LIMITS, TIMESTEP, Judge
from prehensile.manipulate.learn.controller import PolicyController
from prehensile.manipulate.learn.table import Lookup
from prehensile.manipulate.starting import world_at
from prehensile.manipulate.states import States
from prehensile.motion.clip import Clip
from prehensile.world.observation import Observation
from prehensile.world.recorder import Recorder

FRAME_EVERY = 2
"""steps: 60 frames a second"""


class Turned(NamedTuple):
    """What came of it."""

    clip: Clip
    reached: tuple[bool, ...]
    """goal by goal"""
    seconds: tuple[float, ...]
    """[s] that each took, kept for half a second included"""


def turn(
    lookup: Lookup,
    goals: ArrayLike,
    *,
    start: States | None = None,
    seed: int = 0,
    timestep: float = TIMESTEP,
    preset: str = "fast",
    progress: Callable[[int], None] | None = None,
) -> Turned:
    """Play goals; the next begins when one was kept, or missed, or the thing was dropped.

    Args:
        lookup: of a policy, with its task.
        goals: (G, 3) [rad] how the thing is to be turned from where it begins: rotation vectors,
            world axes. A dial turns about z.
        start: one row; a random valid one if left out.
        seed: of the start.
        timestep: [s]
        preset: of the solver.
        progress: told how many goals are over.

    Raises:
        InputError: a goal outside the task, or a start inside the thing.
    """
    task = lookup.task
    ways = frozen(goals, np.float64, (None, 3), "goals")
    if not len(ways):
        raise InputError("there is no goal to turn to.")
    first = task.starts(1, np.random.default_rng(seed)) if start is None else start
    wanted = task.turned(first[np.zeros(len(ways), int)], ways).goal
    world = world_at(task, first, timestep, preset)
    recorder, judges = Recorder(world, FRAME_EVERY), []
    controller = PolicyController(lookup, wanted[0])
    seen = world.observe()
    controller.reset(seen)
    for goal in wanted:
        controller.goal = goal
        judge = Judge(LIMITS[task.name], 1, timestep)
        while not judge.outcome.over[0]:
            recorder.add(world.step(controller.act(seen)))
            seen = world.observe()
            judge.see(*judged(controller, seen))
        judges.append(judge)
        if progress is not None:
            progress(len(judges))
    outcomes = [judge.outcome for judge in judges]
    reached = tuple(bool(outcome.reached[0]) for outcome in outcomes)
    limit = LIMITS[task.name].seconds
    seconds = tuple(float(o.seconds[0]) if o.reached[0] else limit for o in outcomes)
    meta: dict[str, Any] = {
        "made_by": "turn", "task": task.name, "reached": list(reached), "seconds": list(seconds),
        "goals": ways.tolist(),
    }  # fmt: skip
    return Turned(recorder.clip(meta), reached, seconds)


def judged(
    controller: PolicyController, seen: Observation
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """What `Judge.see` takes, of one world: angle [rad], rate [rad/s], way [m], whether touched."""
    place, angle = controller.task.errors(controller.states(seen))
    rate = np.linalg.norm(controller.motion(seen).angular, axis=1)
    return angle, rate, place, np.array([seen.segment_contacts().found.sum() > 0])
