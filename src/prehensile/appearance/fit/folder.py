"""A folder of photographs of one fingertip, and what pressed on it.

Either ``forces.csv`` beside them, one row a photograph: ``file,newtons`` and, where known,
``time`` [s], ``centre_x``, ``centre_y`` (towards the tip, across), ``spread`` [mm], ``angle`` of
the last joint [degrees] and ``view`` (nail or pad). Or a Tekscan file a photograph, which belong
together by the ends of their names (``Data002_Mag1.csv``, ``me_mag1.jpg``), else in sorted order.
"""

import csv
import io
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from prehensile.appearance.model.model import INPUTS, VIEWS
from prehensile.errors import FileError, InputError
from prehensile.files.opened import opened, said_of
from prehensile.files.pictures.photo import SUFFIXES, photo_size
from prehensile.files.tekscan import (
    FULL_SCALE_PSI,
    TAXEL_AREA,
    Block,
    block_of,
    patch_load,
    read_tekscan,
)

TABLE = "forces.csv"
COLUMNS = {
    "center_x": ("centre_x", "center_x"),
    "center_y": ("centre_y", "center_y"),
    "spread": ("spread",),
    "angle": ("angle",),
}
"""What the columns of the table are called, by input of a law."""
UNITS = {"center_x": 1e-3, "center_y": 1e-3, "spread": 1e-3, "angle": math.pi / 180}
MOST_PHOTOS = 200
"""of one folder"""
MOST_FORCE = 1000.0
"""[N] More than a fingertip bears."""
NOTHING = 0.005
"""Share of the largest force below which a photograph shows a fingertip without load."""


class Shot(NamedTuple):
    """One photograph, not read yet."""

    path: Path
    load: tuple[float, ...]
    """as `INPUTS`, NaN where it is not known"""
    time: float | None
    """[s] in a series; None for one taken at rest"""
    view: str = VIEWS[0]

    @property
    def force(self) -> float:
        """[N]"""
        return self.load[0]


class Folder(NamedTuple):
    """What a folder holds."""

    shots: tuple[Shot, ...]
    notes: tuple[str, ...] = ()
    """lines to be told"""


class Sensor(NamedTuple):
    """How raw taxels become newtons."""

    block: Block = block_of("index")
    full_scale_psi: float = FULL_SCALE_PSI
    taxel_area: float = TAXEL_AREA
    """[m²]"""


def read_folder(
    folder: str | Path, sensor: Sensor | None = None, aside: Sequence[str] = ()
) -> Folder:
    """Photographs and forces of a folder, checked as far as that goes without decoding a picture.

    Args:
        folder: of photographs and forces.
        sensor: how Tekscan files are read.
        aside: ends of names (``mag1``) of photographs that are not looked at at all.

    Raises:
        FileError: no folder, no photographs or forces, or some that do not fit together.
        InputError: too few of them, none without load, or all with the same one.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise FileError(f"cannot read {folder}: it is not a folder. Name one with photographs.")
    table = folder / TABLE
    found = read_forces(table) if table.exists() else _with_tekscan(folder, sensor or Sensor())
    shots = tuple(shot for shot in found.shots if _end_of_name(shot.path) not in aside)
    found = found._replace(shots=shots)
    _check(found.shots, folder)
    return found


def read_forces(table: str | Path) -> Folder:
    """The photographs that a table names, in its own folder.

    Raises:
        FileError: missing, not such a table, or a row that does not fit.
    """
    folder = Path(table).parent
    with opened(table, "force_table") as file:
        text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="").read()
        rows = [row for row in csv.reader(text.splitlines()) if any(cell.strip() for cell in row)]
        if not rows:
            raise InputError("it is empty")
        names = [name.strip().lower() for name in rows[0]]
        known = {"file", "newtons", "time", "view", *(n for both in COLUMNS.values() for n in both)}
        if not {"file", "newtons"} <= set(names):
            raise InputError(f"its first line must name the columns file,newtons; it has {names}")
        if set(names) - known or len(set(names)) < len(names):
            raise InputError(f"its columns are of {sorted(known)}, each once; it has {names}")
        if not 1 <= len(rows) - 1 <= MOST_PHOTOS:
            raise InputError(f"it names {len(rows) - 1} photographs, from 1 to {MOST_PHOTOS}")
        shots = []
        for number, row in enumerate(rows[1:], start=2):
            if len(row) != len(names):
                raise InputError(f"line {number} has {len(row)} cells, expected {len(names)}")
            cells = {name: cell.strip() for name, cell in zip(names, row, strict=True)}
            shots.append(_shot(folder, cells, number))
        files = [(shot.path, shot.view) for shot in shots]
        twice = next((path for path, view in files if files.count((path, view)) > 1), None)
        if twice is not None:
            raise InputError(f"it names {twice.name} twice")
    return Folder(tuple(shots))


def _shot(folder: Path, cells: dict[str, str], number: int) -> Shot:
    name = cells["file"]
    if not name or Path(name).name != name or name in (".", ".."):
        raise InputError(f"line {number} names no file of its own folder: {name!r}")
    path = folder / name
    if not path.is_file():
        raise InputError(f"line {number} names {name}, which is not in the folder")
    if not cells["newtons"]:
        raise InputError(f"line {number}: the force of {name} is missing")
    force = _number(cells["newtons"], f"line {number}: the force of {name}")
    if not 0 <= force <= MOST_FORCE:
        raise InputError(
            f"line {number}: the force of {name} is {force:g} N, expected 0 to {MOST_FORCE:g}"
        )
    load = [force]
    for column in INPUTS[1:]:
        text = next((cells[n] for n in COLUMNS[column] if cells.get(n)), "")
        value = _number(text, f"line {number}: {column} of {name}") if text else math.nan
        load.append(value * UNITS[column])
    view = cells.get("view") or VIEWS[0]
    if view not in VIEWS:
        raise InputError(f"line {number}: the view of {name} is {view!r}, not {' or '.join(VIEWS)}")
    time = cells.get("time")
    when = _number(time, f"line {number}: the time of {name}") if time else None
    return Shot(path, tuple(load), when, view)


def _number(text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"{what} is {text!r}, not a number")
    return value


def _with_tekscan(folder: Path, sensor: Sensor) -> Folder:
    photos = sorted(p for p in folder.iterdir() if p.suffix.lower() in SUFFIXES)
    tables = sorted(p for p in folder.iterdir() if p.suffix.lower() == ".csv")
    if not photos:
        raise FileError(f"cannot read {folder}: it holds no photographs (JPG or PNG).")
    if not tables:
        raise FileError(
            f"cannot read {folder}: it holds no forces. Put {TABLE} with the columns file,newtons "
            "there, or one Tekscan file a photograph."
        )
    if len(photos) > MOST_PHOTOS:
        raise FileError(f"cannot read {folder}: it holds more than {MOST_PHOTOS} photographs.")
    shots, notes = [], []
    for photo, table in _pairs(photos, tables, folder):
        with said_of(table):
            load = patch_load(read_tekscan(table), sensor.block, *sensor[1:])
            if len(load.force) != 1:
                raise InputError(f"it holds {len(load.force)} frames, expected one a photograph")
        if load.clipped[0]:
            notes.append(
                f"{table.name}: {load.clipped[0]} taxels are clipped, so {load.force[0]:.2f} N is "
                "less than what pressed"
            )
        center, spread = load.center[0], float(load.spread[0])
        place = (float(load.force[0]), float(center[0]), float(center[1]), spread, math.nan)
        shots.append(Shot(photo, place, None))
    return Folder(tuple(shots), tuple(notes))


def _pairs(photos: Sequence[Path], tables: Sequence[Path], folder: Path) -> list[tuple[Path, Path]]:
    by_end = {_end_of_name(table): table for table in tables}
    if len(by_end) == len(tables) and all(_end_of_name(photo) in by_end for photo in photos):
        return [(photo, by_end[_end_of_name(photo)]) for photo in photos]
    if len(photos) != len(tables):
        raise FileError(
            f"cannot read {folder}: it holds {len(photos)} photographs and {len(tables)} Tekscan "
            "files, whose names do not tell which belong together."
        )
    return list(zip(photos, tables, strict=True))


def _end_of_name(path: Path) -> str:
    """``mag1`` of ``Data002_Mag1.csv``: what stands after the last sign that is no letter or
    digit.
    """
    return re.split(r"[^0-9a-z]+", path.stem.lower())[-1]


def is_zero(force: float, largest: float) -> bool:
    """Whether a force counts as none."""
    return force <= NOTHING * largest


def _check(shots: Sequence[Shot], folder: Path) -> None:
    for view in dict.fromkeys(shot.view for shot in shots):
        some = [shot for shot in shots if shot.view == view]
        if len(some) < 2:
            raise InputError(
                f"{folder} holds one photograph of the {view}: a model needs at least one without "
                "load and two with different forces."
            )
        forces = {round(shot.force, 6) for shot in some}
        if len(forces) == 1:
            raise InputError(
                f"all photographs of the {view} in {folder} have the same force, "
                f"{some[0].force:g} N: a model needs one without load and two with others."
            )
        largest = max(forces)
        if not any(is_zero(shot.force, largest) for shot in some):
            raise InputError(
                f"no photograph of the {view} in {folder} is without load: the least force is "
                f"{min(forces):g} N. Take one with the finger lifted."
            )
        sizes = {photo_size(shot.path): shot.path.name for shot in some}
        if len(sizes) > 1:
            (a, one), (b, other) = list(sizes.items())[:2]
            raise InputError(
                f"photographs of the {view} in {folder} have different sizes: {one} {a[1]} × "
                f"{a[0]}, {other} {b[1]} × {b[0]} pixels. Cut them to one frame."
            )
