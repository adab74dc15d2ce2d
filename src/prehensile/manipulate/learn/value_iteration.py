"""Fitted value iteration (Procedure 3-1, as its slips are read).

    a* = OPTIMIZE(s),  s′ = simulate(s, a*),  V(s) ← α (R(s′) + γ V(s′)) + (1 − α) V(s)

The reward is that at the end of the cycle, V is nought at the goal, and s′ joins the states where
it is farther than ε from all of them and the thing was not lost.
"""

from dataclasses import dataclass, replace

import numpy as np

from prehensile.frozen import frozen
from prehensile.manipulate.cycle.outcome import Evaluator, Outcomes, objective
from prehensile.manipulate.learn.library import Library
from prehensile.manipulate.learn.neighbours import Nearest, Neighbours
from prehensile.manipulate.learn.search import release_reset, search
from prehensile.manipulate.learn.table import Lookup, Table
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.task import Task


@dataclass(frozen=True, eq=False)
class Progress:
    """Where learning stands between two sweeps; everything that the rest follows from."""

    table: Table
    shapes: np.ndarray
    """(N, n, n) of the states' searches"""
    seed: int
    sweep: int = 0
    """how many are done"""
    means: tuple[float, ...] = ()
    """mean V after each sweep"""
    counts: tuple[int, ...] = ()
    """states after each sweep"""
    kept: Table | None = None
    """the policy that did best so far; None before any was tried"""
    successes: tuple[int, ...] = ()
    """goals reached, of those that were tried after the last sweeps"""
    seconds: float = 0.0
    """[s] that learning took so far; no part of what is learned"""
    library: Library | None = None
    """where states share their cycles: what is known of them (see `shared_cycles`)"""

    def __post_init__(self) -> None:
        n, m = self.table.actions.shape[0], self.table.actions[0].size
        object.__setattr__(self, "shapes", frozen(self.shapes, np.float64, (n, m, m), "shapes"))


def begin(task: Task, seed: int) -> Progress:
    """Random valid states, each with the first exemplary sequence and the first value.

    Args:
        task: what is to be learned.
        seed: of the draws, here and later.
    """
    c = task.configuration
    states = task.starts(c.first_states, np.random.default_rng([seed, 0]))
    first, n = task.examples[0], len(states)
    table = Table(states, np.tile(first, (n, 1, 1)), np.full(n, c.first_value))
    return Progress(table, np.tile(np.eye(first.size), (n, 1, 1)), seed)


def sweep(task: Task, evaluator: Evaluator, progress: Progress) -> Progress:
    """Optimise all states once, against the values that the sweep began with."""
    now, rows = progress, range(len(progress.table.states))
    if task.configuration.order == "together":
        now = _improved(task, evaluator, now, np.arange(len(rows)))
    else:  # the printed order: each state sees what those before it have found
        for row in rows:
            now = _improved(task, evaluator, now, np.array([row]))
    return replace(
        now,
        sweep=progress.sweep + 1,
        means=(*progress.means, float(now.table.values.mean())),
        counts=(*progress.counts, len(now.table.states)),
    )


def _improved(task: Task, evaluator: Evaluator, progress: Progress, rows: np.ndarray) -> Progress:
    """Some states optimised, and new ones that they led to."""
    c, table = task.configuration, progress.table
    lookup, states = table.lookup(task), table.states[rows]

    def score(outcomes: Outcomes) -> np.ndarray:
        return objective(c, outcomes, lookup.values(outcomes.end))

    found = search(
        c, evaluator, score, states, offered(lookup, rows),
        release_reset(progress.shapes[rows], c.release_spread),
        [search_seed(progress.seed, progress.sweep, int(row)) for row in rows],
    )  # fmt: skip
    outcomes = evaluator.cycles(states, found.actions)
    told = task.reward(outcomes.end) + c.discount * lookup.values(outcomes.end)
    told = np.where(outcomes.lost | outcomes.dead, c.first_value, told)
    actions, values, shapes = table.actions.copy(), table.values.copy(), progress.shapes.copy()
    actions[rows], shapes[rows] = found.actions, found.shapes
    values[rows] = c.learning_rate * told + (1 - c.learning_rate) * values[rows]
    improved = replace(progress, table=Table(table.states, actions, values), shapes=shapes)
    if progress.sweep >= c.sweeps - c.settling_sweeps:
        return improved
    met = [outcomes.end[~(outcomes.lost | outcomes.dead)]]
    met += strolled(task, evaluator, improved) if len(rows) == len(table.states) else []
    new = novel(task, table.states, States.joined(met))
    return grown(task, improved, new) if len(new) else improved


def strolled(task: Task, evaluator: Evaluator, progress: Progress) -> list[States]:
    """Where the policy gets to from fresh starts, cycle by cycle; what was lost left out."""
    c, met = task.configuration, []
    if not c.strolls:
        return met
    lookup = progress.table.lookup(task)
    now = task.starts(c.strolls, np.random.default_rng([progress.seed, 1, progress.sweep]))
    for _ in range(c.stroll_cycles):
        outcomes = evaluator.cycles(now, lookup.actions(task.features(now)))
        now = outcomes.end[~(outcomes.lost | outcomes.dead | task.reached(outcomes.end))]
        if not len(now):
            break
        met.append(now)
    return met


def offered(lookup: Lookup, rows: np.ndarray) -> np.ndarray:
    """(n, C, 3, m) what some states may begin their search with: their own action, exemplary ones,
    what the policy would do if they were not part of it, and what each neighbour does.

    Ours. States searched alone find unlike answers, and the blend of unlike answers is none: what
    works for a neighbour too is kept, and spreads.
    """
    table, task = lookup.table, lookup.task
    own = table.actions[rows][:, None]
    offers = [own, np.broadcast_to(task.examples, (len(rows), *task.examples.shape))]
    if len(table.states) > 1:
        features = lookup.neighbours.rows[rows]
        found = lookup.neighbours.nearest(features, task.configuration.neighbours + 1)
        others = Nearest(found.rows[:, 1:], found.distance[:, 1:])  # the nearest is itself
        actions = table.actions[others.rows]
        blended = np.einsum("nk,nkij->nij", others.weights(), actions)
        offers += [blended[:, None], actions]
    return np.concatenate(offers, axis=1)


def novel(task: Task, states: States, met: States) -> States:
    """Those that are farther than ε from all states and from each other, the strangest first; none
    that is at its goal, where nothing is to be done.
    """
    c = task.configuration
    known, found = task.features(states), task.features(met)
    left = np.flatnonzero(~task.reached(met))
    taken: list[int] = []
    room = min(c.joining, c.most_states - len(states))
    away = Neighbours(task.layout, known).nearest(found, 1).distance[:, 0]
    while len(left) and len(taken) < room:
        one = left[away[left].argmax()]
        if away[one] <= c.novel:
            break
        taken.append(int(one))
        near = Neighbours(task.layout, found[one : one + 1]).nearest(found, 1).distance[:, 0]
        away = np.minimum(away, near)
        left = left[left != one]
    return met[np.array(taken, int)]


def grown(task: Task, progress: Progress, new: States) -> Progress:
    """With new states, which begin with what their neighbours do and are worth."""
    table, n = progress.table, progress.shapes.shape[-1]
    lookup = table.lookup(task)
    return replace(
        progress,
        table=Table(
            States.joined([table.states, new]),
            np.concatenate([table.actions, lookup.actions(task.features(new))]),
            np.concatenate([table.values, lookup.values(new)]),
        ),
        shapes=np.concatenate([progress.shapes, np.tile(np.eye(n), (len(new), 1, 1))]),
    )


def search_seed(*numbers: int) -> int:
    """One for CMA-ES."""
    return int(np.random.SeedSequence(numbers).generate_state(1)[0] % 2**31)
