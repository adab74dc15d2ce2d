"""`States`: hand and thing at some moments, row by row, and where the thing should be."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from prehensile.errors import InputError
from prehensile.frozen import frozen, read_only


@dataclass(frozen=True, eq=False)
class States:
    """N rows. What the thing's columns mean is the task's business; arrays are read-only."""

    q: np.ndarray
    """(N, dof) [rad] of the hand"""
    qd: np.ndarray
    """(N, dof) [rad/s]; kept to start from, no part of any distance (3.3)"""
    thing: np.ndarray
    """(N, m) where the thing is: a hinge's angle [rad], or a pose in the forearm's frame"""
    rate: np.ndarray
    """(N, r) how it moves: a hinge's rate [rad/s], or a twist (v, ω) in the forearm's frame"""
    goal: np.ndarray
    """(N, g) where it should be, as ``thing``"""

    def __post_init__(self) -> None:
        rows = len(self.q)
        for field in fields(self):
            value = frozen(getattr(self, field.name), np.float64, (rows, None), field.name)
            object.__setattr__(self, field.name, value)

    def __len__(self) -> int:
        return len(self.q)

    def __getitem__(self, rows: slice | np.ndarray) -> "States":
        """Some rows; a slice, a mask or their numbers. What was checked is not checked again."""
        some = object.__new__(States)
        for field in fields(self):
            value = read_only(getattr(self, field.name)[rows])
            object.__setattr__(some, field.name, value)
        return some

    def arrays(self) -> dict[str, np.ndarray]:
        """By name, as they are kept in files."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @staticmethod
    def joined(parts: Sequence["States"]) -> "States":
        """All rows of some states, one after another.

        Raises:
            InputError: none are given.
        """
        if not parts:
            raise InputError("there are no states to join.")
        names = parts[0].arrays()
        return States(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
