"""Example shapes from files: a folder of OBJ meshes and a table of their poses.

``poses.csv`` has a column ``file`` and one for each joint angle [rad] that differs from the rest
pose: ``file,index_pip_flex`` / ``bent.obj,0.8``. All meshes have the same vertices in the same
order.
"""

import csv
import io
import math
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.inside import Neighbours
from prehensile.files.opened import opened, parsing
from prehensile.hand.joints import JOINT_NAMES

TABLE = "poses.csv"
"""File that gives the pose of each mesh."""
MOST_ROWS = 5000
"""examples of one table"""
MOST_VALUES = 40_000_000
"""coordinates of all of them: five hundred of the finest skin"""
LONGEST_SHOWN = 60
"""letters of somebody else's words in our line"""


class ObjExamples(NamedTuple):
    """Meshes of one table, in its order."""

    names: tuple[str, ...]
    """(P,) names of the files"""
    q: np.ndarray
    """(P, 23) [rad] joint angles"""
    shapes: np.ndarray
    """(P, V, 3) as the files have them"""


def read_obj_examples(folder: str | Path, q_rest: np.ndarray) -> ObjExamples:
    """The meshes of a folder and their poses.

    Args:
        folder: holds the table and the meshes.
        q_rest: (23,) [rad] for joints that the table leaves out.

    Raises:
        FileError: a file is missing or is no OBJ mesh.
        InputError: an angle that is no number or no angle, or meshes of different sizes.
        UnknownNameError: a column that is no joint.
    """
    folder = Path(folder)
    with opened(folder / TABLE, "pose_table") as file:
        table = csv.DictReader(io.TextIOWrapper(file, encoding="utf-8", newline=""))
        rows = list(islice(table, MOST_ROWS + 1))
        if len(rows) > MOST_ROWS:
            raise InputError(f"it has more than the {MOST_ROWS} rows that are read")
        if any(None in row for row in rows):  # where DictReader puts what has no name
            raise InputError("a row has more cells than there are names")
    if not rows or "file" not in rows[0]:
        raise InputError(f"{folder / TABLE} needs a column 'file' and at least one row.")
    for name in rows[0]:
        if name not in ("file", *JOINT_NAMES):
            raise UnknownNameError("joint", str(name), JOINT_NAMES)
    names = [str(row["file"]) for row in rows]
    poses = np.repeat(np.array(q_rest, float)[None], len(rows), axis=0)
    for k, row in enumerate(rows):
        for name, text in row.items():
            if name != "file":
                poses[k, JOINT_NAMES.index(name)] = _angle(names[k], name, text)
    return ObjExamples(tuple(names), poses, _shapes(folder, names))


def _shapes(folder: Path, names: list[str]) -> np.ndarray:
    """Vertices (P, V, 3) of the meshes of a folder; one that is named twice is read once."""
    found: dict[str, np.ndarray] = {}
    for name in names:
        if name in found:
            continue
        shape = found[name] = read_obj_vertices(_inside(folder, name))
        if len(names) * shape.size > MOST_VALUES:
            raise InputError(
                f"{folder / TABLE} names {len(names)} meshes of {len(shape)} vertices, "
                f"more than the {MOST_VALUES:,} numbers that are read."
            )
        if shape.shape != found[names[0]].shape:
            raise InputError(
                f"{_shown(name)} has {len(shape)} vertices and {_shown(names[0])} "
                f"{len(found[names[0]])}; all examples must be of one mesh."
            )
    return np.stack([found[name] for name in names])


def _shown(name: str) -> str:
    """A stranger's name in a line of ours."""
    return repr(name[:LONGEST_SHOWN])


def read_obj_vertices(path: Path) -> np.ndarray:
    """Vertices (V, 3) of an OBJ file in its own order, which common loaders change.

    Raises:
        FileError: it is missing, or holds no vertices.
    """
    with opened(path, "mesh") as file:
        lines = file.read().decode("utf-8").splitlines()
        found = [line.split()[1:4] for line in lines if line.startswith("v ")]
        vertices = np.array(found, float)
        if vertices.ndim != 2 or vertices.shape[1] != 3:
            raise InputError("it holds no vertices of an OBJ mesh")
        if not np.isfinite(vertices).all():
            raise InputError("it holds a vertex that is not finite")
        return vertices


def _inside(folder: Path, name: str) -> Path:
    """A file of the folder; what a table names elsewhere is nobody's example."""
    with parsing(folder / TABLE, "pose_table"):
        return Neighbours(folder / TABLE, more=False).find(name)


def _angle(file: str, name: str, text: str | None) -> float:
    try:
        angle = float(text or "")
    except ValueError:
        angle = math.nan
    if not abs(angle) <= math.pi:  # nor NaN
        raise InputError(
            f"{_shown(file)}: {name} is {_shown(text or '')}; give an angle in radians within "
            "half a turn."
        )
    return angle
