"""`Table`: states with what to do in them and what they are worth (Π and V of 3.3)."""

from dataclasses import dataclass

import numpy as np

from prehensile.errors import InputError
from prehensile.frozen import frozen
from prehensile.manipulate.learn.neighbours import Nearest, Neighbours
from prehensile.manipulate.states import States
from prehensile.manipulate.tasks.task import Task


@dataclass(frozen=True, eq=False)
class Table:
    """N states. Between them, the k nearest are blended by 1/d²; actions of fewer, if so wanted."""

    states: States
    actions: np.ndarray
    """(N, 3, m) targets of the phases in the reduced pose space"""
    values: np.ndarray
    """(N,) V ≤ 0"""

    def __post_init__(self) -> None:
        n = len(self.states)
        actions = frozen(self.actions, np.float64, (n, 3, None), "actions")
        object.__setattr__(self, "actions", actions)
        object.__setattr__(self, "values", frozen(self.values, np.float64, (n,), "values"))
        if not n:
            raise InputError("a policy needs at least one state.")

    def lookup(self, task: Task) -> "Lookup":
        """Made ready for a task's features."""
        return Lookup(self, Neighbours(task.layout, task.features(self.states)), task)


class Lookup:
    """Actions and values at any state."""

    def __init__(self, table: Table, neighbours: Neighbours, task: Task):
        self.table, self.neighbours, self.task = table, neighbours, task
        self._k = task.configuration.neighbours
        self._acting = min(self._k, task.configuration.acting)

    def actions(self, features: np.ndarray) -> np.ndarray:
        """(M, 3, m) a* = Σ w_i a_i at features (M, F)."""
        found = self.neighbours.nearest(features, self._acting)
        return np.einsum("mk,mkij->mij", found.weights(), self.table.actions[found.rows])

    def values(self, states: States) -> np.ndarray:
        """(M,) V, which is nought where the goal is reached, and less where nothing is known."""
        c, found = self.task.configuration, self.near(states)
        blended = (found.weights() * self.table.values[found.rows]).sum(axis=1)
        strange = np.maximum(0.0, found.distance[:, 0] - c.novel)
        return np.where(self.task.reached(states), 0.0, blended - c.unknown * strange)

    def near(self, states: States) -> Nearest:
        """The k nearest of the table's states."""
        return self.neighbours.nearest(self.task.features(states), self._k)
