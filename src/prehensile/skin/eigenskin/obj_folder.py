"""Example shapes from files: a folder of OBJ meshes and a table of their poses.

``poses.csv`` has a column ``file`` and one for each joint angle [rad] that differs from the rest
pose: ``file,index_pip_flex`` / ``bent.obj,0.8``. All meshes have the same vertices in the same
order.
"""

import csv
import io
import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError, UnknownNameError
from prehensile.files.inside import Neighbours
from prehensile.files.opened import opened, parsing
from prehensile.hand.joints import JOINT_NAMES

TABLE = "poses.csv"
"""File that gives the pose of each mesh."""


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
        rows = list(csv.DictReader(io.TextIOWrapper(file, encoding="utf-8", newline="")))
        if any(None in row for row in rows):  # where DictReader puts what has no name
            raise InputError("a row has more cells than there are names")
    if not rows or "file" not in rows[0]:
        raise InputError(f"{folder / TABLE} needs a column 'file' and at least one row.")
    for name in rows[0]:
        if name not in ("file", *JOINT_NAMES):
            raise UnknownNameError("joint", str(name), JOINT_NAMES)
    poses, shapes = [], []
    for row in rows:
        q = np.array(q_rest, float)
        for name, text in row.items():
            if name != "file":
                q[JOINT_NAMES.index(name)] = _angle(row["file"], name, text)
        shape = read_obj_vertices(_inside(folder, str(row["file"])))
        if shapes and shape.shape != shapes[0].shape:
            raise InputError(
                f"{row['file']} has {len(shape)} vertices and {rows[0]['file']} {len(shapes[0])}; "
                "all examples must be of one mesh."
            )
        poses.append(q)
        shapes.append(shape)
    return ObjExamples(tuple(row["file"] for row in rows), np.stack(poses), np.stack(shapes))


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
            f"{file}: {name} is {text!r}; give an angle in radians within half a turn."
        )
    return angle
