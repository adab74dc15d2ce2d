"""What a recording is made of, checked once: unit vectors, indices, names, and JSON."""

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from prehensile.errors import InputError

UNIT_TOLERANCE = 1e-3
"""How far the length of a quaternion or normal may be from 1. Text files with four decimals
pass; a vector that somebody forgot to normalise does not."""

FARTHEST = 1000.0
"""[m] from the origin: no laboratory is larger, and float32 still tells a tenth of a millimetre."""

MAX_NAME_LENGTH = 200
"""Longer names are not names but damage."""


def check_unit(vectors: np.ndarray, name: str) -> None:
    """Refuse rows of ``(N, n)`` that are not of unit length."""
    error = np.abs(np.sqrt(np.sum(vectors**2, axis=-1)) - 1)
    if error.size and error.max() > UNIT_TOLERANCE:
        row = int(np.argmax(error))
        raise InputError(f"{name} must be of unit length, row {row} is {vectors[row].tolist()}.")


def check_near(points: np.ndarray, name: str) -> None:
    """Refuse places ``(N, 3)`` [m] that no scene of hands reaches, where drawing would fail."""
    far = float(np.abs(points).max(initial=0.0))
    if far > FARTHEST:
        raise InputError(
            f"{name} reaches {far:.4g} m from the origin, at most {FARTHEST:g} m are allowed: give "
            "metres, and move the scene to the origin."
        )


def check_indices(indices: np.ndarray, count: int, name: str, table: str) -> None:
    """Refuse indices outside ``0 … count − 1``."""
    if indices.size and (indices.min() < 0 or indices.max() >= count):
        worst = indices.max() if indices.max() >= count else indices.min()
        raise InputError(f"{name} holds the index {worst}, but there are {count} {table}.")


def checked_name(name: str, kind: str) -> str:
    """``name`` if it is a short printable string that is not empty."""
    if not isinstance(name, str):
        raise InputError(f"a {kind} name must be a string, got a {type(name).__name__}.")
    if len(name) > MAX_NAME_LENGTH:
        raise InputError(
            f"a {kind} name has {len(name)} characters, at most {MAX_NAME_LENGTH} are allowed."
        )
    if not name or not name.isprintable():
        raise InputError(f"a {kind} name must hold printable characters only, got {name!r}.")
    return name


def checked_names(names: Iterable[str], kind: str) -> tuple[str, ...]:
    """Names as a tuple, each good and none twice."""
    if isinstance(names, str):
        raise InputError(f"{kind} names must be a sequence of strings, got the string {names!r}.")
    result = tuple(checked_name(name, kind) for name in names)
    seen: set[str] = set()
    for name in result:
        if name in seen:
            raise InputError(f"the {kind} name {name!r} occurs twice; names must be unique.")
        seen.add(name)
    return result


def json_copy(value: dict[str, Any], name: str) -> dict[str, Any]:
    """The dict as it will come back from a file: tuples as lists, numpy values as plain ones.

    Raises:
        InputError: it is not a dict, or holds what JSON cannot.
    """
    if not isinstance(value, dict):
        raise InputError(f"{name} must be a dict, got {type(value).__name__}.")
    try:
        return json.loads(json.dumps(value, allow_nan=False, default=_plain))
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"{name} cannot be written as JSON: {error}.") from None


def _plain(value: object) -> object:
    if isinstance(value, np.generic | np.ndarray) and value.dtype.kind in "fiubU":
        return value.tolist()
    raise TypeError(f"a {type(value).__name__} is not JSON")
