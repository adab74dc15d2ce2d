"""Tissue as a file holds it: arrays whose numbers must fit together before they are used."""

from collections.abc import Mapping

import numpy as np

from prehensile.errors import InputError
from prehensile.files.foreign_arrays import texts
from prehensile.skin.tissue.mesh import TissueMesh

Arrays = Mapping[str, np.ndarray]
"""of a file, by name"""


def stored_mesh(arrays: Arrays) -> TissueMesh:
    """The tetrahedra of a file.

    Raises:
        InputError: its numbers do not fit together.
        KeyError: one of its arrays is missing.
    """
    corners = floats(arrays, "corners", (len(np.atleast_1d(arrays["corners"])), 3))
    segments, skin_count = texts(arrays, "segments"), int(arrays["skin_count"])
    bone = arrays["bone"]
    if bone.shape != (len(corners),) or bone.dtype.kind != "i":
        raise InputError(f"its bone is {bone.dtype} {bone.shape}, not a number for each corner")
    if bone.size and not (bone.min() >= -1 and bone.max() < len(segments)):
        raise InputError(f"its bone names others than its {len(segments)} segments")
    if not 0 <= skin_count <= len(corners):
        raise InputError(f"it has {skin_count} corners on the skin of {len(corners)} in all")
    tetrahedra = corner_rows(arrays, "tetrahedra", 4, len(corners))
    return TissueMesh(corners, tetrahedra, bone, segments, skin_count)


def floats(arrays: Arrays, name: str, shape: tuple[int, ...]) -> np.ndarray:
    """An array of numbers of one shape.

    Raises:
        InputError: it is something else.
    """
    found = arrays[name]
    if found.dtype.kind != "f" or found.shape != shape:
        raise InputError(f"its {name} is {found.dtype} {found.shape}, not numbers {shape}")
    return found


def corner_rows(arrays: Arrays, name: str, width: int, count: int) -> np.ndarray:
    """Rows (n, width) of corners, of which there are ``count``.

    Raises:
        InputError: it is something else, or names others.
    """
    rows = arrays[name]
    if rows.ndim != 2 or rows.shape[1] != width or rows.dtype.kind not in "iu":
        raise InputError(f"its {name} are {rows.dtype} {rows.shape}, not rows of {width} corners")
    if rows.size and not (rows.min() >= 0 and rows.max() < count):
        raise InputError(f"its {name} have corners that are not there")
    return rows
