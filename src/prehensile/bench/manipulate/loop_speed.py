"""How fast learning's own loop is: one sweep over the dial's first states, two threads."""

from time import perf_counter
from typing import Any

from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.evaluators.threads import Threads
from prehensile.manipulate.learn.value_iteration import begin, sweep
from prehensile.manipulate.tasks.catalogue import NUMBERS, task_named

REFERENCE = {
    "steps_per_s": "(world steps, two threads, dial)",
    "python_share": "≤ 0.25 (of the threads' wall time, outside MuJoCo's step)",
}
THREADS = 2
GENERATIONS = 3
"""of CMA-ES: enough to be told from how it begins"""
SEED = 502
"""development"""


def loop_figures(numbers: Configuration | None = None) -> dict[str, Any]:
    """Of a sweep with everything in it: searching, bookkeeping, waiting for the other thread."""
    c = (numbers or NUMBERS["dial"]).changed(sweeps=1, generations=GENERATIONS)
    task = task_named("dial", configuration=c)
    now, evaluator = begin(task, SEED), Threads(task, threads=THREADS)
    few = task_named("dial", configuration=c.changed(first_states=2, population=4, strolls=0))
    sweep(few, evaluator, begin(few, SEED))  # what is loaded and compiled on first use
    steps, stepping = evaluator.steps, evaluator.stepping_s
    began = perf_counter()
    sweep(task, evaluator, now)
    spent = perf_counter() - began
    return {
        "steps_per_s": (evaluator.steps - steps) / spent,
        "python_share": 1 - (evaluator.stepping_s - stepping) / (THREADS * spent),
    }
