"""A CSV with a line of names, as columns of numbers. Safe on a stranger's file."""

import csv
from pathlib import Path

import numpy as np

from prehensile.errors import FileError, InputError
from prehensile.files.limits import MAX_VALUES

MAX_BYTES = 1024**3


def read_table(path: str | Path) -> dict[str, np.ndarray]:
    """Name → column (T,) float64; cells apart by comma, semicolon or tab.

    Raises:
        FileError: missing, empty, too large, ragged, or not numbers.
    """
    path = Path(path)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise InputError(f"it has more than {MAX_BYTES} bytes")
        with path.open(newline="", encoding="utf-8-sig") as file:
            sample = file.read(4096)
            file.seek(0)
            delimiter = max(",;\t", key=sample.count)
            rows = [row for row in csv.reader(file, delimiter=delimiter) if any(row)]
        if not rows:
            raise InputError("the file is empty")
        names = [name.strip() for name in rows[0]]
        if len(rows) < 2:
            raise InputError("it has a line of names and no frame")
        if len(rows) * len(names) > MAX_VALUES:
            raise InputError(f"it holds more than {MAX_VALUES} numbers")
        wrong = next((k for k, row in enumerate(rows) if len(row) != len(names)), None)
        if wrong is not None:
            raise InputError(
                f"line {wrong + 1} has {len(rows[wrong])} cells, expected {len(names)}"
            )
        if len(set(names)) != len(names):
            raise InputError("two columns have the same name")
        values = np.array(rows[1:], dtype=float)
        return {name: values[:, k] for k, name in enumerate(names)}
    except OSError as error:
        raise FileError(f"cannot read {path}: {error.strerror or error}.") from None
    except InputError as error:
        raise FileError(f"cannot read {path}: {error}.") from None
    except (ValueError, csv.Error) as error:
        reason = " ".join(str(error).split())[:100]
        raise FileError(f"cannot read {path}: it is not a table of numbers ({reason}).") from None
