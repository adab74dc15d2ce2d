"""Joint angles from tables: CSV with a line of names, or NPZ, in degrees or radians.

CSV: one column for each joint (``index_mcp_flex``, with ``_rad`` or ``_deg`` behind it if you
like), a column ``time``, ``time_s`` or ``t``, and, as `prehensile export --csv` writes them,
``<hand>/`` before the names and ``forearm_x_m`` … ``forearm_qz``. NPZ: one array for each joint, or
``q`` (T, n) with ``joint_names`` (n,); ``time`` or ``rate_hz``.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.foreign_arrays import numbers, texts
from prehensile.files.opened import said_of
from prehensile.files.table import read_table
from prehensile.motion.frame_limit import check_frames
from prehensile.motion.mocap.imported import Imported, one_hand_clip
from prehensile.motion.mocap.markers import checked_rate
from prehensile.motion.mocap.name_map import map_for, read_name_map
from prehensile.motion.mocap.options import ANGLE_UNITS, Options
from prehensile.motion.mocap.retarget import LARGEST_RAD, radians_of, retarget

TIMES = ("time_s", "time", "t", "timestamp")
RATES = ("rate_hz", "fps", "rate", "frequency")
POSE = tuple(f"forearm_{part}" for part in ("x_m", "y_m", "z_m", "qw", "qx", "qy", "qz"))
NO_JOINT = ("frame", "index", "")


class AngleTable(NamedTuple):
    """Columns of a file."""

    angles: dict[str, np.ndarray]
    """joint → (T,), unit as in the file"""
    unit: str | None
    """``rad`` or ``deg`` if the names say so"""
    time: np.ndarray | None
    """(T,) [s]"""
    pose: np.ndarray | None
    """(T, 7) forearm, xyz + wxyz"""
    side: str | None
    """``right`` or ``left`` if the names say so"""


def import_file(path: Path, chosen: Options) -> Imported:
    """The hand of a CSV of joint angles.

    Raises:
        FileError: as `read_csv_angles`.
        InputError: as `imported_angles`.
    """
    return imported_angles(read_csv_angles(path), chosen)


def imported_angles(table: AngleTable, chosen: Options) -> Imported:
    """Joint angles by name, on our hand.

    Raises:
        InputError: no joint that we know; degrees called radians; another side; no times.
    """
    if chosen.unit is not None and chosen.unit not in ANGLE_UNITS:
        raise InputError(f"unit is {chosen.unit!r}; expected of angles: rad or deg.")
    names = read_name_map(chosen.names) if chosen.names else map_for(table.angles)
    known = {name: column for name, column in table.angles.items() if name in names.theirs}
    radians, unit = radians_of(known, chosen.unit or table.unit)
    notes = []
    if unit == "deg" and chosen.unit is None and table.unit is None:
        notes.append(f"angles taken as degrees: some exceed {LARGEST_RAD:g}")
    hand = chosen.own_hand(names.side or table.side)
    if names.side is not None and hand.side != names.side:
        raise InputError(f"joints of {names.name!r} are a {names.side} hand's, not {hand.side}.")
    check_frames(max((len(column) for column in radians.values()), default=0))
    found = retarget(hand, radians, names)
    frames = len(found.q)
    others = [name for name in table.angles if name not in names.theirs]
    at_origin = np.tile([0.0, 0, 0, 1, 0, 0, 0], (frames, 1))
    report = {
        "format": f"joint angles ({names.name})",
        "side": hand.side,
        "unit": unit,
        "unmapped": [*others, *found.unmapped],
        "missing": list(found.missing),
        "beyond_limits_deg": found.beyond_deg,
        "filled_frames": 0,
        "lost_frames": 0,
        "notes": notes,
    }
    pose = at_origin if table.pose is None else table.pose
    return Imported(one_hand_clip(chosen.times(frames, table.time), hand, found.q, pose, report))


def read_csv_angles(path: str | Path) -> AngleTable:
    """Read a table of angles. Safe on a stranger's file.

    Raises:
        FileError: missing, empty, too large, ragged, or not numbers.
    """
    columns = read_table(path)
    with said_of(path):
        return _table(columns)


def angles_from_arrays(arrays: dict[str, np.ndarray]) -> AngleTable:
    """A table of angles from the arrays of an NPZ.

    Raises:
        InputError: lengths that do not fit.
    """
    columns: dict[str, np.ndarray] = {}
    if "q" in arrays and "joint_names" in arrays:
        names = texts(arrays, "joint_names")
        q = numbers(arrays, "q", (None, len(names)))
        columns |= {name: q[:, k] for k, name in enumerate(names)}
    for name, array in arrays.items():
        if array.ndim == 1 and array.dtype.kind in "fiu":
            columns.setdefault(name, numbers(arrays, name))
    if "T_world_forearm" in arrays:
        columns |= dict(zip(POSE, numbers(arrays, "T_world_forearm", (None, 7)).T, strict=True))
    lengths = {len(column) for column in columns.values()}
    if len(lengths) != 1:
        raise InputError(f"its arrays have different lengths ({sorted(lengths)[:5]}).")
    rates = (numbers(arrays, k, ()) for k in RATES if k in arrays and not arrays[k].ndim)
    rate = next((float(rate) for rate in rates), None)
    table = _table(columns)
    if table.time is None and rate is not None:
        table = table._replace(time=np.arange(lengths.pop()) / checked_rate(rate))
    return table


def _table(columns: dict[str, np.ndarray]) -> AngleTable:
    angles: dict[str, np.ndarray] = {}
    units, sides, pose, time = set(), set(), {}, None
    for name, column in columns.items():
        hand, slash, plain = name.rpartition("/")
        if name.lower() in TIMES:
            time = column
        elif plain in POSE:
            pose[plain] = column
        elif plain.lower() not in NO_JOINT and not plain.endswith(("_N", "_m")):
            unit = plain.rpartition("_")[2]
            if unit in ("rad", "deg"):
                units.add(unit)
                plain = plain.removesuffix(f"_{unit}")
            if slash and hand in ("right", "left"):
                sides.add(hand)
            if plain in angles:
                raise InputError(f"the joint {plain} is there twice; give a table of one hand.")
            angles[plain] = column
    if len(units) > 1:
        raise InputError("some columns are in degrees, some in radians")
    if not angles:
        raise InputError("it names no joints")
    return AngleTable(
        angles,
        next(iter(units), None),
        time,
        np.stack([pose[p] for p in POSE], axis=1) if len(pose) == len(POSE) else None,
        next(iter(sides)) if len(sides) == 1 else None,
    )
