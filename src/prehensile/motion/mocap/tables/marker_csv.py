"""Markers as a table (CSV): one line of names such as ``index_tip_x``, or a head of several lines.

Heads of several lines are those of Vicon (``Trajectories``, the rate, names over ``X,Y,Z``, units
under them) and of OptiTrack Motive (``Name`` and ``Position`` over ``X,Y,Z``; rate and unit in the
first line), or any with a line of X, Y, Z and names above. Blank cells mean hidden.
"""

import csv
import io
import re
from array import array
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.opened import opened
from prehensile.motion.mocap.markers import METRES, MarkerRecording, check_size, checked_rate

MOST_HEAD = 12
"""Lines before the first frame."""
MOST_MARKERS = 2000
UNIT_WORDS = METRES | {"millimeters": 1e-3, "centimeters": 1e-2, "meters": 1.0}
_AXIS = re.compile(r"(.+?)[ _.:-]*([xyz])(?:[ _]*[\[(]?(mm|cm|m)[\])]?)?", re.IGNORECASE)
_TIME = re.compile(r"(?:time|t|timestamp|seconds)(?:[ _]*[\[(]?(?:s|sec|seconds)[\])]?)?", re.I)


class MarkerTable(NamedTuple):
    """Columns of a table of markers."""

    names: tuple[str, ...]
    points: np.ndarray
    """(T, K, 3) in the file's unit, NaN where hidden"""
    metres: float | None
    """the unit [m], if the file says it"""
    rate_hz: float | None
    """frames a second, if the file says it"""

    def recording(self, metres: float, rate_hz: float | None) -> MarkerRecording:
        """The same in metres.

        Raises:
            InputError: neither the file nor the caller says the rate.
        """
        rate = rate_hz or self.rate_hz
        if rate is None:
            raise InputError("the file holds no times: give its frame rate (--rate, rate_hz).")
        return MarkerRecording(self.names, metres * self.points, rate)


class _Head(NamedTuple):
    columns: dict[str, list[int]]
    """marker → columns of x, y, z"""
    time: int | None
    first: int
    """row of the first frame"""
    metres: float | None
    rate_hz: float | None


def read_marker_csv(path: str | Path) -> MarkerTable:
    """Read a table of markers. Safe on a stranger's file.

    Raises:
        FileError: missing, empty, too large, cut short, or without markers.
    """
    with opened(path, "csv") as file:
        return parse_marker_csv(file.read())


def parse_marker_csv(data: bytes) -> MarkerTable:
    """The table that a text holds.

    Raises:
        InputError: no markers, no frames, a row that is cut short, or something else than numbers.
    """
    text = data.decode("utf-8-sig", errors="replace")
    delimiter = max(",;\t", key=text[:4096].count)
    rows = [
        row
        for row in csv.reader(io.StringIO(text), delimiter=delimiter)
        if len(row) > 1 or any(cell.strip() for cell in row)  # a row of blanks is a frame
    ]
    head = _flat(rows) or _stacked(rows)
    if head is None:
        raise InputError("it has no columns of markers, such as index_tip_x, index_tip_y, …")
    if len(head.columns) > MOST_MARKERS:
        raise InputError(f"it names {len(head.columns)} markers, at most {MOST_MARKERS} are read")
    frames = rows[head.first :]
    check_size(len(frames), len(head.columns))
    if not frames:
        raise InputError("it has names and no frame")
    columns = [c for three in head.columns.values() for c in three]
    values = array("d", (_number(row, c, k) for k, row in enumerate(frames) for c in columns))
    points = np.frombuffer(values).copy()
    rate = head.rate_hz
    if head.time is not None:
        rate = _rate([_number(row, head.time, k) for k, row in enumerate(frames)]) or rate
    shape = (len(frames), len(head.columns), 3)
    return MarkerTable(tuple(head.columns), points.reshape(shape), head.metres, rate)


def _flat(rows: list[list[str]]) -> _Head | None:
    """One line of names that end in x, y and z."""
    if not rows:
        return None
    found: dict[str, dict[str, int]] = {}
    units, time = set(), None
    for k, cell in enumerate(rows[0]):
        if _TIME.fullmatch(cell.strip()):
            time = k
        elif match := _AXIS.fullmatch(cell.strip()):
            found.setdefault(match[1], {})[match[2].lower()] = k
            units.add((match[3] or "").lower())
    columns = {name: [at[a] for a in "xyz"] for name, at in found.items() if len(at) == 3}
    if not columns:
        return None
    unit = units.pop() if len(units) == 1 else ""
    return _Head(columns, time, 1, METRES.get(unit), None)


def _stacked(rows: list[list[str]]) -> _Head | None:
    """A line of X, Y, Z with names above it."""
    top = [[cell.strip() for cell in row] for row in rows[:MOST_HEAD]]
    axes = next((k for k, row in enumerate(top) if _axes_in(row) >= 3), None)
    if not axes:
        return None
    names = _names_over(top[:axes], len(top[axes]))
    rotated = next((row for row in top[:axes] if "Rotation" in row), [])
    columns: dict[str, list[int]] = {}
    k = 0
    while k + 2 < len(top[axes]):
        three = [top[axes][k + i].upper().rpartition(" ")[2] for i in range(3)]
        turned = k < len(rotated) and rotated[k] == "Rotation"
        if three == ["X", "Y", "Z"] and names[k] and not turned:
            columns.setdefault(names[k], [k, k + 1, k + 2])
            k += 3
        else:
            k += 1
    under = top[axes + 1] if axes + 1 < len(top) else []
    has_units = any(cell.lower() in METRES for cell in under)
    unit = next((cell.lower() for cell in under if cell.lower() in METRES), "")
    said = _said(top[:axes], "length units")
    time = next((i for i, cell in enumerate(top[axes]) if _TIME.fullmatch(cell)), None)
    return _Head(
        columns,
        time,
        axes + 1 + has_units,
        UNIT_WORDS.get(unit or said.lower()),
        _head_rate(top[:axes]),
    )


def _axes_in(row: list[str]) -> int:
    return sum(cell.upper().rpartition(" ")[2] in ("X", "Y", "Z") for cell in row)


def _names_over(head: list[list[str]], width: int) -> list[str]:
    """The name over each column: a line that says so, else the last with any, carried on."""
    row = next((row for row in head if "Name" in row[:2]), None)
    if row is None:
        row = next((row for row in reversed(head) if sum(map(bool, row)) > 0), [])
    names = [*row, *[""] * width][:width]
    for k in range(1, width):
        names[k] = names[k] or names[k - 1]
    return ["" if name == "Name" else name for name in names]


def _said(head: list[list[str]], key: str) -> str:
    """The cell behind one that holds a key."""
    for row in head:
        for cell, after in pairwise(row):
            if cell.lower() == key:
                return after
    return ""


def _head_rate(head: list[list[str]]) -> float | None:
    """Motive says it behind its name, Vicon as a number alone in its line."""
    texts = [_said(head, "export frame rate"), _said(head, "capture frame rate")]
    texts += [row[0] for row in head if row and row[0] and not any(row[1:])]
    for text in texts:
        try:
            return checked_rate(float(text))
        except (ValueError, InputError):
            continue
    return None


def _rate(time: list[float]) -> float | None:
    steps = np.diff(time)
    steps = steps[np.isfinite(steps) & (steps > 0)]
    return checked_rate(1 / float(np.median(steps))) if len(steps) else None


def _number(row: list[str], column: int, k: int) -> float:
    if column >= len(row) or not row[column].strip():
        return np.nan
    try:
        return float(row[column])
    except ValueError:
        raise InputError(
            f"frame {k + 1} holds {row[column].strip()[:40]!r}, expected a number"
        ) from None
