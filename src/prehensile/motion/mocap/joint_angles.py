"""Joint angles from tables: CSV with a line of names, or NPZ, in degrees or radians.

CSV: one column for each joint (``index_mcp_flex``, with ``_rad`` or ``_deg`` behind it if you
like), a column ``time``, ``time_s`` or ``t``, and, as `prehensile export --csv` writes them,
``<hand>/`` before the names and ``forearm_x_m`` … ``forearm_qz``. NPZ: one array for each joint, or
``q`` (T, n) with ``joint_names`` (n,); ``time`` or ``rate_hz``.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import FileError, InputError
from prehensile.files.table import read_table
from prehensile.motion.mocap.markers import checked_rate

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


def read_csv_angles(path: str | Path) -> AngleTable:
    """Read a table of angles. Safe on a stranger's file.

    Raises:
        FileError: missing, empty, too large, ragged, or not numbers.
    """
    columns = read_table(path)
    try:
        return _table(columns)
    except InputError as error:
        raise FileError(f"cannot read {path}: {str(error).rstrip('.')}.") from None


def angles_from_arrays(arrays: dict[str, np.ndarray]) -> AngleTable:
    """The same from the arrays of an NPZ.

    Raises:
        InputError: lengths that do not fit.
    """
    columns: dict[str, np.ndarray] = {}
    if "q" in arrays and "joint_names" in arrays:
        q, names = arrays["q"], [str(name) for name in arrays["joint_names"]]
        if q.ndim != 2 or q.shape[1] != len(names):
            raise InputError(f"q has shape {q.shape}; expected (frames, {len(names)}).")
        columns |= {name: q[:, k].astype(float) for k, name in enumerate(names)}
    for name, array in arrays.items():
        if array.ndim == 1 and array.dtype.kind in "fiu":
            columns.setdefault(name, array.astype(float))
    if "T_world_forearm" in arrays and arrays["T_world_forearm"].ndim == 2:
        columns |= dict(zip(POSE, arrays["T_world_forearm"].T.astype(float), strict=False))
    lengths = {len(column) for column in columns.values()}
    if len(lengths) != 1:
        raise InputError(f"its arrays have different lengths ({sorted(lengths)[:5]}).")
    rate = next((float(arrays[k]) for k in RATES if k in arrays and not arrays[k].ndim), None)
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
