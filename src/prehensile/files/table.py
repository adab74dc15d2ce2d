"""A CSV with a line of names, as columns of numbers. Safe on a stranger's file."""

import csv
import io
from pathlib import Path

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
        return _columns(io.TextIOWrapper(file, encoding="utf-8-sig", newline=""))


def _columns(file: io.TextIOWrapper) -> dict[str, np.ndarray]:
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
    values = np.array(rows[1:], dtype=float)
    return {name: values[:, k] for k, name in enumerate(names)}
