"""One state of the dial, optimised by the printed method with either measure of a grasp."""

from functools import cache
from typing import Any, Literal, NamedTuple

from prehensile.bench.manipulate.published import as_published
from prehensile.bench.manipulate.robustness import begun_at
from prehensile.figures.manipulate.hull_feeler import HullFeeler
from prehensile.figures.manipulate.traced_cycle import Trace, traced_cycle
from prehensile.manipulate.cycle.touch import Feeler
from prehensile.manipulate.evaluators.threads import Threads
from prehensile.manipulate.learn.value_iteration import sweep
from prehensile.manipulate.tasks.catalogue import NUMBERS, task_named
from prehensile.manipulate.tasks.task import Task

Measure = Literal["ellipsoid", "hull"]
OFF = 1.2
"""[rad] of the dial from its goal: more than one cycle turns"""
GENERATIONS = 12
SEED = 12
"""of the state, and of CMA-ES; development"""


class Optimised(NamedTuple):
    """What came of it."""

    task: Task
    trace: Trace
    """of the best cycle"""
    steps: int
    """that were simulated"""
    seconds: float
    """[s] that they took"""


@cache
def optimised(measure: Measure) -> Optimised:
    """The state and draws are the same for both."""
    return optimised_with(measure, GENERATIONS)


def optimised_with(measure: Measure, generations: int, **changes: Any) -> Optimised:
    """One sweep over one state."""
    numbers = as_published(NUMBERS["dial"]).changed(
        first_states=1, most_states=1, sweeps=1, generations=generations, **changes
    )
    task = task_named("dial", configuration=numbers)
    evaluator, felt = Threads(task), feeler(task, measure)
    evaluator.feeler = felt
    table = sweep(task, evaluator, begun_at(task, OFF, SEED)).table
    trace = traced_cycle(task, table.states, table.actions[0], felt)
    return Optimised(task, trace, evaluator.steps, evaluator.all_s / len(evaluator.lanes))


def feeler(task: Task, measure: Measure) -> Feeler:
    """Of a task's hand."""
    kind = HullFeeler if measure == "hull" else Feeler
    return kind(task.hand, task.touched)
