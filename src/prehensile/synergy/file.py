"""A basis as NPZ: nothing outside needed to use it, and nothing in it is run.

Version 1. The array ``header`` is JSON: what the basis is of, how it was made, and the counts from
which the shape of every other array follows.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.archive import open_arrays, write_arrays
from prehensile.files.array_header import header_count, header_value, read_header
from prehensile.synergy.basis import Basis
from prehensile.synergy.posture import PostureBasis

SCHEMA, VERSION = "prehensile.synergies", 1
MAX_HEADER_BYTES = 1024**2
MOST_COLUMNS, MOST_AXES = 100_000, 1_000
"""numbers of one sample, and axes of a file that is read"""
ARRAYS = tuple(field.name for field in fields(Basis))
"""mean, axes, variance_ratio, lower and upper"""


def save(basis: Basis, path: str | Path, record: Mapping[str, Any] | None = None) -> Path:
    """Write a basis of postures or forces; the same one gives the same bytes.

    Args:
        basis: a `PostureBasis`, or a `Basis` of anything else.
        path: ending in ``.npz``.
        record: JSON: where it comes from.

    Returns:
        ``path``.

    Raises:
        InputError: a suffix other than ``.npz``.
        FileError: the file cannot be written.
    """
    if Path(path).suffix.lower() != ".npz":
        raise InputError(f"{path}: a basis is written as .npz.")
    header = {
        "schema": SCHEMA, "version": VERSION, "components": basis.components,
        "columns": len(basis.mean), "record": dict(record or {}),
    }  # fmt: skip
    if isinstance(basis, PostureBasis):
        header["joint_names"] = list(basis.joint_names)
    text = json.dumps(header, allow_nan=False).encode()
    arrays = {name: getattr(basis, name) for name in ARRAYS}
    write_arrays(path, {"header": np.frombuffer(text, np.uint8), **arrays})
    return Path(path)


def load(path: str | Path) -> Basis:
    """Read a basis; a `PostureBasis` where joints are named. Safe on a stranger's file.

    Raises:
        FileError: missing, damaged, hostile, no basis, or of a newer version.
    """
    with open_arrays(path) as reader:
        header = read_header(reader, SCHEMA, VERSION, MAX_HEADER_BYTES)
        k = header_count(header, "components", MOST_AXES)
        n = header_count(header, "columns", MOST_COLUMNS)
        if reader.names != {"header", *ARRAYS}:
            odd = sorted(reader.names ^ {"header", *ARRAYS})
            raise InputError(f"its arrays do not fit its header, first {odd[0]!r}")
        shapes = {"mean": (n,), "axes": (k, n)}
        arrays = {a: reader.read(a, np.float64, shapes.get(a, (k,))) for a in ARRAYS}
        if np.abs(arrays["axes"] @ arrays["axes"].T - np.eye(k)).max(initial=0.0) > 1e-6:
            raise InputError("its axes are not orthonormal")
        if "joint_names" not in header:
            return Basis(**arrays)
        names = header_value(header, "joint_names", list)
        if len(names) != n or not all(isinstance(name, str) for name in names):
            raise InputError("its joint names do not fit its columns")
        return PostureBasis(**arrays, joint_names=tuple(names))
