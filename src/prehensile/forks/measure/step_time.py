"""How long it takes to reduce a mechanism, and to step it."""

from collections.abc import Callable
from time import perf_counter

import numpy as np

from prehensile.forks.mechanism.mechanism import Mechanism
from prehensile.forks.reduced.blend import Blend
from prehensile.forks.reduced.blended_simulation import simulation_of
from prehensile.forks.reduced.model import ReducedModel, reduce

ROUNDS, BATCH = 20, 100
"""Steps are timed in batches: calling from Python takes longer than a short mechanism's step."""
BUILDS = 3
"""The best of all but the first is the build time: the first one loads SciPy."""


def timed_reduce(mechanism: Mechanism) -> tuple[ReducedModel, float]:
    """The reduced model, and the milliseconds that making it takes."""
    model, best = reduce(mechanism), np.inf
    for _ in range(BUILDS - 1):
        began = perf_counter()
        reduce(mechanism)
        best = min(best, perf_counter() - began)
    return model, 1e3 * best


def step_us(model: ReducedModel | Blend, between: Callable[[], object] = lambda: None) -> float:
    """Microseconds of a step with every link posed, the best of several batches.

    Args:
        model: what is stepped; compiled first if need be.
        between: called between batches; may raise to give up.
    """
    simulation = simulation_of(model)
    simulation.step()
    best = np.inf
    for _ in range(ROUNDS):
        between()
        began = perf_counter()
        simulation.step(steps=BATCH)
        best = min(best, perf_counter() - began)
    return 1e6 * best / BATCH
