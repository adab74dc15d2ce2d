"""Fitted value iteration in which states share their cycles (see `library`).

    V(s) ← α maxₐ mean (R(s′) + γ V(s′)) + (1 − α) V(s)

All cycles begin and end at rest, in one pose. Learning begins with random ones; those that serve
some state best are tried again. Then, sweep by sweep, some states search (CMA-ES over the whole
cycle, as in `value_iteration`), what they find joins the library, the policy strolls, and every
state takes the best of what is known now.
"""

from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.manipulate.cycle.outcome import Evaluator, Outcomes, objective
from prehensile.manipulate.learn.library import Library, model, told
from prehensile.manipulate.learn.search import release_reset, search, wobbled
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.learn.value_iteration import (
    Progress,
    grown,
    novel,
    offered,
    search_seed,
)
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.task import Task

TO_REST = 2
"""cycles of nothing but rest, after which hand and thing have come to it"""
FAR = 100.0
"""[rad] and [m] by which goals are put out of the way"""
DRAWS, GOALS, SEARCH, STROLL = range(2, 6)
"""streams of a sweep's draws"""


def shared_sweep(task: Task, evaluator: Evaluator, progress: Progress) -> Progress:
    """One sweep: what is new, what it is worth, and the best for all states."""
    now = progress if progress.library else begun(task, evaluator, progress)
    now = _searched(task, evaluator, now)
    now, met = _strolled(task, evaluator, planned(task, now))
    now = planned(task, now)
    values = now.table.values
    if now.sweep < task.configuration.sweeps - task.configuration.settling_sweeps and len(met):
        new = novel(task, now.table.states, States.joined(met))
        now = grown(task, now, new) if len(new) else now
    return replace(
        now,
        sweep=progress.sweep + 1,
        means=(*progress.means, float(values.mean())),
        counts=(*progress.counts, len(now.table.states)),
    )


def begun(task: Task, evaluator: Evaluator, progress: Progress) -> Progress:
    """First states brought to rest, and the random cycles that serve some of them best."""
    c, states = task.configuration, progress.table.states
    resting = np.broadcast_to(np.array(c.rest), (len(states), 3, len(c.rest)))
    for _ in range(TO_REST):
        outcomes = evaluator.cycles(states, resting[: len(states)])
        states = outcomes.end[~(outcomes.lost | outcomes.dead)]
    if not len(states):
        raise InputError(f"the {task.name} does not stay in the hand's pose of rest.")
    states = task.with_goals(states, search_seed(progress.seed, GOALS))
    n = len(states)
    now = replace(
        progress,
        table=Table(states, progress.table.actions[:n], progress.table.values[:n]),
        shapes=progress.shapes[:n],
    )
    rng = np.random.default_rng([progress.seed, DRAWS])
    drawn = random_cycles(task, c.tries, rng)
    once = _trials(task, evaluator, now, drawn, 1, rng)
    worth = told(task, once, model(now.table.lookup(task), once, states), now.table.values)
    best = np.unique(worth.argmax(axis=1))
    return replace(now, library=_trials(task, evaluator, now, drawn[best], c.repeats, rng))


def random_cycles(task: Task, count: int, rng: np.random.Generator) -> np.ndarray:
    """(count, 3, m) approach and actuate at random, the wrist about its rest; release at rest."""
    c = task.configuration
    rest = np.array(c.rest)
    drawn = np.array([[task.poses.drawn(rng) for _ in range(2)] for _ in range(count)])
    if task.poses.wrist:
        drawn[:, :, -2:] = rest[-2:] + rng.uniform(-c.tilt, c.tilt, (count, 2, 2))
    return np.concatenate([drawn, np.broadcast_to(rest, (count, 1, len(rest)))], axis=1)


def planned(task: Task, progress: Progress) -> Progress:
    """Every state with the best known cycle, and values told so often that they have settled."""
    c, table, library = task.configuration, progress.table, progress.library
    assert library is not None
    found = model(table.lookup(task), library, table.states)
    values, actions = table.values, table.actions
    for _ in range(c.backups):
        worth = told(task, library, found, values)
        values = c.learning_rate * worth.max(axis=1) + (1 - c.learning_rate) * values
        actions = library.actions[worth.argmax(axis=1)]
    return replace(progress, table=Table(table.states, actions, values))


def _searched(task: Task, evaluator: Evaluator, progress: Progress) -> Progress:
    """With the cycles that some states find, the next in turn."""
    c, table = task.configuration, progress.table
    lookup, n = table.lookup(task), len(table.states)
    assert progress.library is not None
    rows = np.unique((progress.sweep * c.searched + np.arange(c.searched)) % n)
    if not len(rows):
        return progress

    def score(outcomes: Outcomes) -> np.ndarray:
        return objective(c, outcomes, lookup.values(outcomes.end))

    found = search(
        c, evaluator, score, table.states[rows], offered(lookup, rows),
        release_reset(progress.shapes[rows], c.release_spread),
        [search_seed(progress.seed, progress.sweep, int(row)) for row in rows],
    )  # fmt: skip
    shapes = progress.shapes.copy()
    shapes[rows] = found.shapes
    rng = np.random.default_rng([progress.seed, SEARCH, progress.sweep])
    more = _trials(task, evaluator, progress, found.actions, c.repeats, rng)
    return replace(progress, shapes=shapes, library=progress.library.joined(more))


def _strolled(
    task: Task, evaluator: Evaluator, progress: Progress
) -> tuple[Progress, list[States]]:
    """With what the policy's own cycles came to from fresh starts, and where they led."""
    c, lookup, library = task.configuration, progress.table.lookup(task), progress.library
    assert library is not None
    states = task.starts(c.strolls, np.random.default_rng([progress.seed, STROLL, progress.sweep]))
    met: list[States] = []
    for _ in range(c.stroll_cycles):
        actions = lookup.actions(task.features(states))
        ends, lost = _whole(evaluator, states, actions)
        library = library.tried(actions, states, ends, lost)
        met.append(ends[~lost])
        states = ends[~(lost | task.reached(ends))]
        if not len(states):
            break
    return replace(progress, library=library), met


def _trials(
    task: Task,
    evaluator: Evaluator,
    progress: Progress,
    actions: np.ndarray,
    count: int,
    rng: np.random.Generator,
) -> Library:
    """Cycles (K, 3, m), each from as many states at rest, whose joints wobble."""
    states, which = progress.table.states, np.repeat(np.arange(len(actions)), count)
    at_rest = np.arange(task.configuration.first_states) % len(states)
    starts = wobbled(states[rng.choice(at_rest, len(which))], task.configuration.wobble, [rng])
    return Library(actions, which, starts, *_whole(evaluator, starts, actions[which]))


def _whole(evaluator: Evaluator, starts: States, actions: np.ndarray) -> tuple[States, np.ndarray]:
    """Where cycles end that no goal on their way cuts short, and which lost the thing."""
    outcomes = evaluator.cycles(replace(starts, goal=starts.goal + FAR), actions)
    return replace(outcomes.end, goal=starts.goal), outcomes.lost | outcomes.dead
