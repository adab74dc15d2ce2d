"""`Library`: cycles that serve any goal, each tried several times, and where they led.

A thing that is alike from all sides is turned by a cycle as far, and moved as far, whatever its
goal. What one state tried is known to all: ``told`` says what every cycle would be worth to each.
Ours; the thesis tries every cycle anew for the state that it is for.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from prehensile.frozen import frozen
from prehensile.manipulate.learn.table import Lookup
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.task import Task

ROWS = 50_000
"""states that are looked up at once"""


@dataclass(frozen=True, eq=False)
class Library:
    """K cycles and n trials of them, in any order; a cycle without one is worth nothing."""

    actions: np.ndarray
    """(K, 3, m)"""
    which: np.ndarray
    """(n,) cycle of each trial"""
    starts: States
    ends: States
    """(n rows) of the trials; goals do not matter"""
    lost: np.ndarray
    """(n,) bool: the thing was lost, or the simulation blew up"""

    def __post_init__(self) -> None:
        n = len(self.starts)
        actions = frozen(self.actions, np.float64, (None, 3, None), "actions")
        object.__setattr__(self, "actions", actions)
        object.__setattr__(self, "which", frozen(self.which, np.int64, (n,), "which"))
        object.__setattr__(self, "lost", frozen(self.lost, np.bool_, (n,), "lost"))

    def joined(self, other: "Library") -> "Library":
        """With the cycles of another behind its own."""
        return Library(
            np.concatenate([self.actions, other.actions]),
            np.concatenate([self.which, other.which + len(self.actions)]),
            States.joined([self.starts, other.starts]),
            States.joined([self.ends, other.ends]),
            np.concatenate([self.lost, other.lost]),
        )

    def tried(self, actions: np.ndarray, starts: States, ends: States, lost: np.ndarray):
        """With more trials of cycles that it has; others are left out."""
        same = (actions[:, None] == self.actions[None]).all(axis=(2, 3))
        known = same.any(axis=1)
        return Library(
            self.actions,
            np.concatenate([self.which, same.argmax(axis=1)[known]]),
            States.joined([self.starts, starts[known]]),
            States.joined([self.ends, ends[known]]),
            np.concatenate([self.lost, lost[known]]),
        )


class Model(NamedTuple):
    """Where every trial would lead from each of S states, as their table sees it."""

    reward: np.ndarray
    """(S, n) R(s′)"""
    rows: np.ndarray
    weights: np.ndarray
    """(S, n, k) neighbours of s′"""
    strange: np.ndarray
    """(S, n) what s′ is worth less for being far from all"""
    reached: np.ndarray
    """(S, n) bool"""


def model(lookup: Lookup, library: Library, states: States) -> Model:
    """Of a library, for some states."""
    n, at_once = len(library.which), max(1, ROWS // max(1, len(library.which)))
    parts = []
    for first in range(0, len(states), at_once):
        some = np.arange(first, min(first + at_once, len(states)))
        trial = np.tile(np.arange(n), len(some))
        ends = lookup.task.carried(
            library.starts[trial], library.ends[trial], states[np.repeat(some, n)]
        )
        found, c = lookup.near(ends), lookup.task.configuration
        strange = c.unknown * np.maximum(0.0, found.distance[:, 0] - c.novel)
        numbers = (
            lookup.task.reward(ends), found.rows, found.weights(), strange,
            lookup.task.reached(ends),
        )  # fmt: skip
        parts.append([array.reshape(len(some), n, *array.shape[1:]) for array in numbers])
    return Model(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def told(task: Task, library: Library, found: Model, values: np.ndarray) -> np.ndarray:
    """(S, K) what each cycle is worth to each state: the mean of R(s′) + γ V(s′) over its trials.

    Args:
        task: its numbers.
        library: K cycles.
        found: of S states.
        values: (N,) of the table.
    """
    c, K = task.configuration, len(library.actions)
    later = (found.weights * values[found.rows]).sum(axis=2) - found.strange
    each = found.reward + c.discount * np.where(found.reached, 0.0, later)
    each = np.where(library.lost, c.first_value, each)
    count = np.bincount(library.which, minlength=K)
    sums = np.zeros((len(each), K))
    np.add.at(sums.T, library.which, each.T)
    return np.where(count > 0, sums / np.maximum(count, 1), c.first_value)
