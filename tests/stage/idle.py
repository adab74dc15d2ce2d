"""A policy that does nothing: what stands at its goal stays there, nothing else gets there."""

from pathlib import Path

import numpy as np

from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.tasks.catalogue import task_named


def idle_policy(task_name: str, folder: Path, seed: int = 0) -> Path:
    """Written into a folder; the hand stays as scenes of that seed begin."""
    task = task_named(task_name)
    start = task.starts(1, np.random.default_rng([seed, 0]))
    rest = task.poses.coordinates(start.q)
    table = Table(start, np.repeat(rest[:, None], 3, axis=1), np.full(1, -1.0))
    spec = task.hand.spec.to_json()
    policy = Policy(task_name, spec, task.configuration, table, {"seed": seed})
    return policy.save(folder / f"{task_name}.npz")
