"""Pressure as Tekscan's Grip system exports it: frames of raw taxels as CSV. Safe on a stranger's.

A frame begins with a line ``Frame 1, 0,, date,,,Raw Sum=,,873`` (its number, its time in seconds,
the sum of its cells), then one line a row of taxels, ``B`` where there is none; ``@@`` ends the
file.
"""

import io
import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.limits import MAX_VALUES
from prehensile.files.opened import opened

LARGEST = 255
"""A taxel cannot say more: one that says this is clipped."""
FULL_SCALE_PSI = 12.0
"""What it stands for, unless the sensor was set up otherwise."""
TAXEL_AREA = 1e-4 / 6.2
"""[m²] of one taxel: 6.2 of them to the square centimetre (Andrews 2014, 5.2)."""
PASCAL_PER_PSI = 6894.757293168
MOST_CELLS = 65_536
"""of one frame; a glove has 725"""


class Block(NamedTuple):
    """Taxels of one patch, counted from 1, both ends included."""

    rows: tuple[int, int]
    columns: tuple[int, int]


BLOCKS = {
    "index": Block((1, 4), (12, 15)),
    "tip-1": Block((1, 4), (7, 10)),
    "tip-2": Block((1, 4), (12, 15)),
    "tip-3": Block((1, 4), (17, 20)),
    "tip-4": Block((1, 4), (22, 25)),
}
"""The four fingertips of a glove of 29 × 25, from left to right; the index finger's was the second
where ours were recorded."""


class TekscanFrames(NamedTuple):
    """All frames of one file."""

    raw: np.ndarray
    """(T, R, C) uint8, 0 where there is no taxel"""
    taxel: np.ndarray
    """(R, C) bool: where there is one"""
    time: np.ndarray
    """(T,) [s] as the file counts it"""
    date: np.ndarray = np.empty(0)
    """(T,) [s] since 1970 as the computer's clock said, its zone left aside; NaN where it did
    not"""


class PatchLoad(NamedTuple):
    """What presses on one block, frame by frame."""

    force: np.ndarray
    """(T,) [N]; a lower bound where taxels are clipped"""
    center: np.ndarray
    """(T, 2) [m] centre of pressure from the middle of the block: towards its first row (the tip),
    and towards its last column; nought without force"""
    spread: np.ndarray
    """(T,) [m] root mean square distance of the pressure from that centre"""
    clipped: np.ndarray
    """(T,) int: taxels that could not say more"""


def read_tekscan(path: str | Path) -> TekscanFrames:
    """All frames of a file.

    Raises:
        FileError: missing, cut short, ragged, or not frames of taxels.
    """
    with opened(path, "tekscan") as file:
        return _parsed(io.TextIOWrapper(file, encoding="utf-8-sig").read())


def block_of(text: str) -> Block:
    """A block by its name, or as ``ROWS:COLUMNS``, e.g. ``1-4:12-15``.

    Raises:
        InputError: neither.
    """
    if text in BLOCKS:
        return BLOCKS[text]
    found = re.fullmatch(r"(\d{1,4})-(\d{1,4}):(\d{1,4})-(\d{1,4})", text)
    numbers = [int(n) for n in found.groups()] if found else [0, 0, 0, 0]
    if not (1 <= numbers[0] <= numbers[1] and 1 <= numbers[2] <= numbers[3]):
        raise InputError(
            f"a block of taxels is {', '.join(BLOCKS)}, or rows and columns counted from 1 like "
            f"1-4:12-15; not {text!r}."
        )
    return Block((numbers[0], numbers[1]), (numbers[2], numbers[3]))


def patch_load(
    frames: TekscanFrames,
    block: Block,
    full_scale_psi: float = FULL_SCALE_PSI,
    taxel_area: float = TAXEL_AREA,
) -> PatchLoad:
    """Force, centre and spread of the pressure on a block: pressure times area, summed (5.2).

    Args:
        frames: of one file.
        block: its taxels.
        full_scale_psi: pressure that a raw 255 stands for.
        taxel_area: [m²]; taxels are taken as squares.

    Raises:
        InputError: the block lies outside the frame, or has no taxel.
    """
    rows, columns = (slice(low - 1, high) for low, high in block)
    height, width = frames.taxel.shape
    if block.rows[1] > height or block.columns[1] > width or not frames.taxel[rows, columns].any():
        raise InputError(
            f"there are no taxels in rows {block.rows[0]}–{block.rows[1]}, columns "
            f"{block.columns[0]}–{block.columns[1]} of frames of {height} × {width}"
        )
    raw = frames.raw[:, rows, columns].astype(float)
    force = raw * (full_scale_psi * PASCAL_PER_PSI * taxel_area / LARGEST)
    pitch = taxel_area**0.5
    down, across = np.indices(raw.shape[1:])
    place = np.stack([raw.shape[1] - 1 - 2 * down, 2 * across - raw.shape[2] + 1], axis=-1)
    place = 0.5 * pitch * place
    total = force.sum(axis=(1, 2))
    share = force / np.where(total > 0, total, 1.0)[:, None, None]
    center = np.einsum("trc,rcx->tx", share, place)
    away = ((place - center[:, None, None]) ** 2).sum(axis=-1)
    return PatchLoad(
        force=total,
        center=center,
        spread=np.sqrt((share * away).sum(axis=(1, 2))),
        clipped=(raw >= LARGEST).sum(axis=(1, 2)),
    )


def _parsed(text: str) -> TekscanFrames:
    lines = text.splitlines()
    ends = [k for k, line in enumerate(lines) if line.strip() == "@@"]
    starts = [k for k, line in enumerate(lines) if line.startswith("Frame ")]
    if not starts:
        raise InputError("it has no line that begins with 'Frame'")
    if not ends or ends[0] < starts[-1]:
        raise InputError("it is cut short: its end, a line @@, is missing")
    stops = [*starts[1:], ends[0]]
    frames, times, dates = [], [], []
    for start, stop in zip(starts, stops, strict=True):
        rows = [line for line in lines[start + 1 : stop] if line.strip()]
        frame = _frame(rows, len(frames) + 1)
        if frames and frame.shape != frames[0].shape:
            raise InputError(f"frame {len(frames) + 1} has another size than the first")
        if (len(frames) + 1) * frame.size > MAX_VALUES:
            raise InputError(f"it holds more than {MAX_VALUES} taxels")
        _check_sum(lines[start], frame, len(frames) + 1)
        frames.append(frame)
        times.append(_time(lines[start]))
        dates.append(_date(lines[start]))
    found = np.stack(frames)
    taxel = found[0] >= 0
    if not ((found >= 0) == taxel).all():
        raise InputError("not all its frames have taxels at the same places")
    return TekscanFrames(
        np.maximum(found, 0).astype(np.uint8), taxel, np.array(times), np.array(dates)
    )


def _frame(rows: Sequence[str], number: int) -> np.ndarray:
    """(R, C) int16: −1 where there is no taxel."""
    cells = [row.split(",") for row in rows]
    width = len(cells[0]) if cells else 0
    if not cells or len(cells) * width > MOST_CELLS:
        raise InputError(f"frame {number} has no rows, or more than {MOST_CELLS} cells")
    for k, row in enumerate(cells):
        if len(row) != width:
            raise InputError(
                f"row {k + 1} of frame {number} has {len(row)} cells, expected {width}"
            )
        for cell in row:
            text = cell.strip()
            if text != "B" and not (text.isascii() and text.isdigit() and int(text) <= LARGEST):
                raise InputError(
                    f"row {k + 1} of frame {number} holds {text!r}, expected 0 to {LARGEST}, or B"
                )
    return np.array([[-1 if c.strip() == "B" else int(c) for c in row] for row in cells], np.int16)


def _check_sum(title: str, frame: np.ndarray, number: int) -> None:
    found = re.search(r"Raw Sum=[,\s]*(\d{1,12})\s*,*\s*$", title)
    here = int(np.maximum(frame, 0).sum())
    if found and int(found.group(1)) != here:
        raise InputError(f"frame {number} is damaged: its cells sum to {here}, not {found[1]}")


def _time(title: str) -> float:
    try:
        time = float(title.split(",")[1])
    except (IndexError, ValueError):
        return 0.0
    return time if np.isfinite(time) else 0.0


def _date(title: str) -> float:
    """[s] since 1970 of ``04/07/2013 2:05:30.92PM``: month, day, year."""
    found = re.search(r"(\d{1,2}/\d{1,2}/\d{4} +\d{1,2}:\d{2}:\d{2})(\.\d{1,6})?([AP]M)", title)
    if found is None:
        return np.nan
    try:
        said = datetime.strptime(f"{found[1]}{found[3]}+0000", "%m/%d/%Y %I:%M:%S%p%z")
    except ValueError:
        return np.nan
    return said.timestamp() + float(found[2] or 0)
