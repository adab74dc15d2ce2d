"""How long a step of a reduced mechanism takes."""

from collections.abc import Callable
from time import perf_counter

import numpy as np

from prehensile.forks.reduced.model import ReducedModel
from prehensile.forks.reduced.simulation import ReducedSimulation

ROUNDS, BATCH = 20, 100
"""Steps are timed in batches: calling from Python takes longer than a short mechanism's step."""


def step_us(model: ReducedModel, between: Callable[[], object] = lambda: None) -> float:
    """Microseconds of a step with every link posed, the best of several batches.

    Args:
        model: what is stepped; compiled first if need be.
        between: called between batches; may raise to give up.
    """
    simulation = ReducedSimulation(model)
    simulation.step()
    best = np.inf
    for _ in range(ROUNDS):
        between()
        began = perf_counter()
        simulation.step(steps=BATCH)
        best = min(best, perf_counter() - began)
    return 1e6 * best / BATCH
