"""`learn`: a policy for a task, sweep by sweep; it can be stopped at any moment and goes on."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from prehensile.errors import InputError
from prehensile.hand.description import hand_from_json
from prehensile.manipulate.cycle.outcome import Evaluator
from prehensile.manipulate.evaluate import judged_starts, play
from prehensile.manipulate.evaluators.threads import Threads
from prehensile.manipulate.judging import LIMITS
from prehensile.manipulate.learn.checkpoint import load_progress, save_progress
from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learn.shared_cycles import shared_sweep
from prehensile.manipulate.learn.table import Lookup
from prehensile.manipulate.learn.value_iteration import Progress, begin, sweep
from prehensile.manipulate.tasks.catalogue import task_named
from prehensile.manipulate.tasks.task import Task

TRIAL_SEED = 900
"""of the goals by which sweeps are compared: one of development"""


class Swept(NamedTuple):
    """Told after every sweep."""

    sweep: int
    states: int
    value: float
    """mean V"""
    seconds: float
    """that learning took so far, before it was stopped too"""
    seconds_left: float
    """until the last sweep, or the time is over"""


def learn(
    task: Task,
    *,
    seed: int = 0,
    minutes: float | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    evaluator: Evaluator | None = None,
    progress: Callable[[Swept], None] | None = None,
) -> Policy:
    """Fitted value iteration over as many sweeps as the task's numbers say.

    A run that was stopped and goes on gives the same policy as one that was not, if no ``minutes``
    cut either short.

    Args:
        task: what is to be learned.
        seed: of all draws.
        minutes: no sweep begins later than that.
        checkpoint: where it stands after every sweep; nowhere if left out.
        resume: go on from there.
        evaluator: simulates cycles; threads of this machine if left out.
        progress: told after every sweep.

    Raises:
        InputError: nothing to go on from.
        FileError: the checkpoint is damaged, or of something else.
    """
    if resume and (checkpoint is None or not checkpoint.exists()):
        raise InputError(f"there is nothing to go on from: {checkpoint} is not there.")
    simulated = evaluator or Threads(task)
    one_sweep = shared_sweep if task.configuration.tries else sweep
    now = begin(task, seed)
    if resume and checkpoint is not None:
        now = load_progress(checkpoint, _policy(task, now))
    began, done, before = monotonic(), now.sweep, now.seconds
    while now.sweep < task.configuration.sweeps:
        spent = monotonic() - began
        if minutes is not None and spent > 60 * minutes:
            break
        now = tried(task, one_sweep(task, simulated, now))
        now = replace(now, seconds=before + monotonic() - began)
        if checkpoint is not None:
            save_progress(checkpoint, _policy(task, replace(now, kept=None)), now)
        if progress is not None:
            progress(_told(task, now, done, monotonic() - began, minutes))
    return _policy(task, now)


def tried(task: Task, now: Progress) -> Progress:
    """After a sweep of the second half: how many goals it reaches, and the best so far kept."""
    c = task.configuration
    if not c.trials or 2 * now.sweep < c.sweeps:
        return now
    starts = judged_starts(task, c.trials, TRIAL_SEED)
    reached = play(now.table.lookup(task), starts, LIMITS[task.name]).outcome.reached
    successes = (*now.successes, int(reached.sum()))
    best = now.table if successes[-1] >= max(successes) else now.kept
    return replace(now, kept=best, successes=successes)


def lookup_of(policy: Policy) -> Lookup:
    """A policy with its task, ready to play.

    Raises:
        InputError: of a task or hand that is not known here.
    """
    task = task_named(policy.task, hand_from_json(dict(policy.hand)), policy.configuration)
    wanted = 3 * task.poses.parameters, len(task.hand.joint_names)
    if (policy.table.actions[0].size, policy.table.states.q.shape[1]) != wanted:
        raise InputError(f"the policy does not fit the task {policy.task!r} and its hand.")
    return policy.table.lookup(task)


def _policy(task: Task, now: Progress) -> Policy:
    record = {
        "seed": now.seed, "sweeps": now.sweep,
        "means": list(now.means), "counts": list(now.counts), "successes": list(now.successes),
    }  # fmt: skip
    table = now.table if now.kept is None else now.kept
    return Policy(task.name, task.hand.spec.to_json(), task.configuration, table, record)


def _told(task: Task, now: Progress, before: int, spent: float, minutes: float | None) -> Swept:
    each = spent / (now.sweep - before)
    left = each * (task.configuration.sweeps - now.sweep)
    if minutes is not None:
        left = min(left, max(0.0, 60 * minutes - spent))
    return Swept(now.sweep, len(now.table.states), now.means[-1], now.seconds, left)
