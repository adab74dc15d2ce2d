"""How a dial policy bears hands that start elsewhere than it thinks (3.4.4).

A dozen states, all as far from the same goal, each of which gets there in one cycle; none joins.
Joints are off by up to φ at random, and the reward is that at the end of the cycle.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from prehensile.bench.manipulate.published import as_published
from prehensile.manipulate.cycle.outcome import Evaluator
from prehensile.manipulate.evaluators.threads import Threads
from prehensile.manipulate.learn.search import wobbled
from prehensile.manipulate.learn.table import Lookup, Table
from prehensile.manipulate.learn.value_iteration import Progress, begin, sweep
from prehensile.manipulate.tasks.catalogue import NUMBERS, task_named
from prehensile.manipulate.tasks.task import Task

REFERENCE = {"robust_reward": "falls with φ = 0, 0.05 … 0.35 rad (k = 6, 100 trials each)"}
PHI = tuple(0.05 * k for k in range(8))
"""[rad]"""
NEIGHBOURS = (1, 3, 6)
"""k"""
STATES, DRAWN = 12, 16
"""of the policy, and those of which they are the best"""
OFF = 0.4
"""[rad] of the dial from its goal: what one cycle turns"""
SWEEPS, GENERATIONS = 2, 4
TRIALS = 100
"""a point"""
SEED = 11
"""of learning; development"""


class Robustness(NamedTuple):
    """Means over trials, (k, φ) each."""

    phi: np.ndarray
    """(P,) [rad]"""
    neighbours: tuple[int, ...]
    """(K,)"""
    reward: np.ndarray
    """(K, P) R(s′)"""
    seconds: np.ndarray
    """(K, P, 2) [s] of approach and actuate"""
    quality: np.ndarray
    """(K, P, 2) at the end of the approach, and while actuating"""


def fixed_task(**changes: Any) -> Task:
    """The dial by the printed method, and no state joins."""
    numbers = as_published(NUMBERS["dial"]).changed(
        novel=np.inf, first_states=DRAWN, sweeps=SWEEPS, generations=GENERATIONS
    )
    return task_named("dial", configuration=numbers.changed(**changes))


def begun_at(task: Task, off: float, seed: int) -> Progress:
    """Where learning begins, all dials off by one angle [rad]."""
    now = begin(task, seed)
    states = replace(now.table.states, thing=now.table.states.goal + off)
    return replace(now, table=replace(now.table, states=states))


def fixed_policy(task: Task, evaluator: Evaluator, states: int = STATES, seed: int = SEED) -> Table:
    """States at one angle whose own action brings the dial nearest to its goal, with it."""
    now = begun_at(task, OFF, seed)
    for _ in range(task.configuration.sweeps):
        now = sweep(task, evaluator, now)
    table = now.table
    end = evaluator.cycles(table.states, table.actions).end
    best = np.sort(np.argsort(-task.reward(end), kind="stable")[:states])
    return Table(table.states[best], table.actions[best], table.values[best])


def robustness(
    task: Task,
    table: Table,
    evaluator: Evaluator,
    phi: tuple[float, ...] = PHI,
    neighbours: tuple[int, ...] = NEIGHBOURS,
    trials: int = TRIALS,
    seed: int = SEED,
) -> Robustness:
    """Play cycles from states that are off; all k from the same ones."""
    shape = len(neighbours), len(phi)
    found = Robustness(
        np.array(phi), neighbours, np.zeros(shape), np.zeros((*shape, 2)), np.zeros((*shape, 2))
    )
    lookups = [_with(task, table, k) for k in neighbours]
    which = np.arange(trials) % len(table.states)
    for p, most in enumerate(phi):
        starts = wobbled(table.states[which], most, [np.random.default_rng([seed, p])])
        for k, lookup in enumerate(lookups):
            outcomes = evaluator.cycles(starts, lookup.actions(task.features(starts)))
            found.reward[k, p] = task.reward(outcomes.end).mean()
            found.seconds[k, p] = outcomes.durations[:, :2].mean(axis=0)
            found.quality[k, p] = outcomes.quality.mean(axis=0)
    return found


def robust_figures() -> dict[str, Any]:
    """Of the most neighbours alone."""
    task = fixed_task()
    evaluator = Threads(task)
    table = fixed_policy(task, evaluator)
    found = robustness(task, table, evaluator, neighbours=NEIGHBOURS[-1:])
    return {"robust_reward": found.reward[0].tolist()}


def _with(task: Task, table: Table, k: int) -> Lookup:
    return table.lookup(task_named(task.name, task.hand, task.configuration.changed(neighbours=k)))
