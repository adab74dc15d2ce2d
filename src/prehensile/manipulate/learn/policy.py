"""`Policy`: a table with the task, the hand and the numbers it was learned for; as NPZ.

Version 1. The array ``header`` is JSON: task, hand, numbers, record, and the counts from which the
shape of every other array follows. The same policy gives the same bytes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.array_header import HeadedArrays, Layout, header_count, header_value
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.states import States

FORMAT = HeadedArrays("prehensile.policy", 1)
MOST_STATES, MOST_COLUMNS = 100_000, 1_000
NUMBERED = ("rest",)
"""numbers of a task that are lists of numbers; other lists are of words"""
STATE_NAMES = tuple(one.name for one in fields(States))


@dataclass(frozen=True, eq=False)
class Policy:
    """What was learned, with all that is needed to play it."""

    task: str
    hand: Mapping[str, Any]
    """JSON of the hand's spec"""
    configuration: Configuration
    table: Table
    record: Mapping[str, Any] = field(default_factory=dict)
    """JSON: command, seed, values and states sweep by sweep"""

    def save(self, path: str | Path) -> Path:
        """Write it; whole or not at all.

        Raises:
            InputError: a suffix other than ``.npz``.
            FileError: the file cannot be written.
        """
        if Path(path).suffix.lower() != ".npz":
            raise InputError(f"{path}: a policy is written as .npz.")
        FORMAT.write(path, policy_header(self), policy_arrays(self.table))
        return Path(path)

    @staticmethod
    def load(path: str | Path) -> "Policy":
        """Read one. Safe on a stranger's file.

        Raises:
            FileError: missing, damaged, hostile, no policy, or of another version.
        """
        with FORMAT.reading(path, policy_layout) as (header, arrays):
            return policy_of(header, arrays)


def policy_header(policy: Policy) -> dict[str, Any]:
    """Everything but the arrays."""
    table = policy.table
    return {
        "task": policy.task,
        "hand": dict(policy.hand),
        "numbers": policy.configuration.table(),
        "record": dict(policy.record),
        "states": len(table.states),
        "parameters": table.actions.shape[2],
        "columns": {name: array.shape[1] for name, array in table.states.arrays().items()},
    }


def policy_arrays(table: Table) -> dict[str, np.ndarray]:
    """By name."""
    return {**table.states.arrays(), "actions": table.actions, "values": table.values}


def policy_layout(header: dict[str, Any]) -> Layout:
    """Type and shape of the arrays that a header announces."""
    n = header_count(header, "states", MOST_STATES)
    m = header_count(header, "parameters", MOST_COLUMNS)
    columns = header_value(header, "columns", dict)
    if set(columns) != set(STATE_NAMES):
        raise InputError("its states have other columns than states have")
    shapes = {name: (n, header_count(columns, name, MOST_COLUMNS)) for name in STATE_NAMES}
    shapes |= {"actions": (n, 3, m), "values": (n,)}
    return {name: (np.float64, shape) for name, shape in shapes.items()}


def policy_of(header: dict[str, Any], arrays: Mapping[str, np.ndarray]) -> Policy:
    """From what a file holds."""
    return Policy(
        header_value(header, "task", str),
        header_value(header, "hand", dict),
        configuration_of(header_value(header, "numbers", dict)),
        Table(States(*(arrays[n] for n in STATE_NAMES)), arrays["actions"], arrays["values"]),
        header_value(header, "record", dict),
    )


def configuration_of(numbers: Mapping[str, Any]) -> Configuration:
    """From the JSON of `Configuration.table`.

    Raises:
        InputError: other names, or values of another type.
    """
    usual = Configuration()
    if set(numbers) != {one.name for one in fields(usual)}:
        odd = sorted(set(numbers) ^ {one.name for one in fields(usual)})
        raise InputError(f"its numbers are not those of this version, first {odd[0]!r}")
    made: dict[str, Any] = {}
    for name, value in numbers.items():
        like = getattr(usual, name)
        if isinstance(like, tuple):
            kind = _is_number if name in NUMBERED else _is_word
            fits = isinstance(value, list) and all(kind(one) for one in value)
            made[name] = tuple(value) if fits else None
        elif isinstance(like, Mapping):
            fits = isinstance(value, dict) and all(_is_number(number) for number in value.values())
            made[name] = value
        elif isinstance(like, bool | str):
            fits, made[name] = type(value) is type(like), value
        elif isinstance(like, int):
            fits, made[name] = type(value) is int and 0 <= value <= 10**6, value
        else:
            fits, made[name] = _is_number(value), value
        if not fits:
            raise InputError(f"its number {name!r} is of another kind")
    return Configuration(**made)


def _is_word(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and type(value) is not bool and abs(value) < 1e9
