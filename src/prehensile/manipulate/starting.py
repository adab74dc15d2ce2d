"""A task's world in a chosen start, and what cannot be one."""

from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.corpus import named_pose
from prehensile.manipulate.judging import TIMESTEP
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.task import Task
from prehensile.manipulate.tasks.valid_starts import IN_ITSELF, IN_THINGS, overlaps
from prehensile.world.world import World


def world_at(task: Task, start: States, timestep: float = TIMESTEP, preset: str = "fast") -> World:
    """The task's world in a start of one row.

    Raises:
        InputError: there the hand is inside the thing, or in itself.
    """
    world = World(*task.scene(), preset=preset, timestep=timestep)
    task.put(world, start)
    in_itself, in_things = overlaps(world)
    if in_things > IN_THINGS:
        raise InputError(
            f"the hand begins {1e3 * in_things:.1f} mm inside the {task.name}; at most "
            f"{1e3 * IN_THINGS:g} mm are allowed: begin in another pose."
        )
    if in_itself > IN_ITSELF:
        raise InputError(
            f"fingers begin {1e3 * in_itself:.1f} mm inside each other; at most "
            f"{1e3 * IN_ITSELF:g} mm are allowed: begin in another pose."
        )
    return world


def start_in(task: Task, pose: str, seed: int = 0) -> States:
    """A start with the hand in a pose of the corpus, the thing as in the random start of a seed.

    Raises:
        UnknownNameError: there is no such pose.
    """
    q = np.array(named_pose(task.hand, pose).q)
    return replace(task.starts(1, np.random.default_rng(seed)), q=q[None])
