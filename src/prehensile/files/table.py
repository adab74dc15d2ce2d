"""A CSV with a line of names, as columns of numbers. Safe on a stranger's file."""

import csv
import io
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.limits import MAX_VALUES
from prehensile.files.opened import opened


def read_table(path: str | Path) -> dict[str, np.ndarray]:
    """Name → column (T,) float64; cells apart by comma, semicolon or tab.

    Raises:
        FileError: missing, empty, too large, ragged, or not numbers.
    """
    with opened(path, "csv") as file:
        names, rows = _rows(file)
        values = np.array(rows, dtype=float)
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
        names, rows = _rows(file)
        cells = np.array([[cell.strip() for cell in row] for row in rows])
        blank = cells == ""
        cells[blank] = "nan"
        values = cells.astype(float)
        return SparseTable(
            {name: values[:, k] for k, name in enumerate(names)},
            {name: blank[:, k] for k, name in enumerate(names)},
        )


def _rows(binary: BinaryIO) -> tuple[list[str], list[list[str]]]:
    """The names in the first line, and the cells of all others."""
    file = io.TextIOWrapper(binary, encoding="utf-8-sig", newline="")
    sample = file.read(4096)
    file.seek(0)
    delimiter = max(",;\t", key=sample.count)
    rows = [row for row in csv.reader(file, delimiter=delimiter) if any(row)]
    if not rows:
        raise InputError("it is empty")
    names = [name.strip() for name in rows[0]]
    if len(rows) < 2:
        raise InputError("it has a line of names and no frame")
    if len(rows) * len(names) > MAX_VALUES:
        raise InputError(f"it holds more than {MAX_VALUES} numbers")
    wrong = next((k for k, row in enumerate(rows) if len(row) != len(names)), None)
    if wrong is not None:
        raise InputError(f"line {wrong + 1} has {len(rows[wrong])} cells, expected {len(names)}")
    if len(set(names)) != len(names):
        raise InputError("two columns have the same name")
    return names, rows[1:]
