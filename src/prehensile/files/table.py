"""A CSV with a line of names, as columns of numbers. Safe on a stranger's file."""

import csv
import io
from array import array
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.limits import MAX_VALUES
from prehensile.files.opened import opened

MAX_COLUMNS = 20_000


def read_table(path: str | Path) -> dict[str, np.ndarray]:
    """Name → column (T,) float64; cells apart by comma, semicolon or tab.

    Raises:
        FileError: missing, empty, too large, ragged, or not numbers.
    """
    with opened(path, "csv") as file:
        names, values, _ = _parsed(file, sparse=False)
        return {name: values[:, k] for k, name in enumerate(names)}


class SparseTable(NamedTuple):
    """Columns in which cells may be blank."""

    columns: dict[str, np.ndarray]
    """name → (T,) float64, NaN where blank"""
    blank: dict[str, np.ndarray]
    """name → (T,) bool; a cell that says ``nan`` is not blank"""


def read_sparse_table(path: str | Path) -> SparseTable:
    """As `read_table`, with blank cells.

    Raises:
        FileError: missing, empty, too large, ragged, or neither numbers nor blanks.
    """
    with opened(path, "csv") as file:
        names, values, blank = _parsed(file, sparse=True)
        return SparseTable(
            {name: values[:, k] for k, name in enumerate(names)},
            {name: blank[:, k] for k, name in enumerate(names)},
        )


class _Parsed(NamedTuple):
    names: list[str]
    values: np.ndarray
    """(T, columns)"""
    blank: np.ndarray
    """(T, columns) of bool"""


def _parsed(binary: BinaryIO, sparse: bool) -> _Parsed:
    """The names in the first line, and the numbers of all others, row by row as they come."""
    file = io.TextIOWrapper(binary, encoding="utf-8-sig", newline="")
    sample = file.read(4096)
    file.seek(0)
    rows = csv.reader(file, delimiter=max(",;\t", key=sample.count))
    names = _names(next((row for row in rows if any(row)), None))
    values, blank = array("d"), bytearray()
    for k, row in enumerate((row for row in rows if any(row)), start=2):
        if len(row) != len(names):
            raise InputError(f"line {k} has {len(row)} cells, expected {len(names)}")
        if len(values) + len(row) > MAX_VALUES:
            raise InputError(f"it holds more than {MAX_VALUES} numbers")
        if sparse:
            blank.extend(not cell.strip() for cell in row)
            row = [cell if cell.strip() else "nan" for cell in row]
        values.extend(map(float, row))
    if not values:
        raise InputError("it has a line of names and no frame")
    shape = (-1, len(names))
    return _Parsed(
        names,
        np.frombuffer(values).reshape(shape),
        np.frombuffer(blank, bool).reshape(shape),
    )


def _names(row: list[str] | None) -> list[str]:
    if row is None:
        raise InputError("it is empty")
    if len(row) > MAX_COLUMNS:
        raise InputError(f"it has {len(row)} columns, at most {MAX_COLUMNS} are read")
    names = [name.strip() for name in row]
    if len(set(names)) != len(names):
        raise InputError("two columns have the same name")
    return names
