"""What the terms of the objective come to in a task's exemplary sequences (3.3.5).

Scales bring terms within an order of magnitude of one there. Those that ship were chosen on
development seeds, beginning with the inverse of these means.
"""

from collections.abc import Mapping

import numpy as np

from prehensile.manipulate.configuration import TERMS
from prehensile.manipulate.evaluators.threads import Threads
from prehensile.manipulate.tasks.task import Task

STARTS, SEED, WORLDS = 4, 0, 32


def exemplary_terms(task: Task) -> Mapping[str, float]:
    """Term → its mean over the sequences, each from the same few random starts."""
    starts = task.starts(STARTS, np.random.default_rng(SEED))
    rows = np.repeat(np.arange(STARTS), len(task.examples))
    actions = np.tile(task.examples, (STARTS, 1, 1))
    found = Threads(task, worlds=WORLDS).cycles(starts[rows], actions).terms.mean(axis=0)
    return dict(zip(TERMS, found.tolist(), strict=True))
