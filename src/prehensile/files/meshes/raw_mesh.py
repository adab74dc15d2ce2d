"""A mesh as its file has it: points, triangles, and which of them have a name."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

MAX_NAMES = 500
"""Names of one mesh that are kept; a file with more is an assembly, not a thing to hold."""
MAX_LAYERS = 16
"""How many names a face has on average at most; small parts come first, being what is asked for."""
LONGEST_NAME = 64
"""characters"""


class RawMesh(NamedTuple):
    """What a file holds, in its own unit and axes, neither checked nor merged."""

    points: NDArray[np.float64]
    """(V, 3)"""
    faces: NDArray[np.int64]
    """(F, 3) rows of ``points``"""
    regions: dict[str, NDArray[np.int64]]
    """faces, ascending, by the name of the part they belong to; a name for all faces is none"""


class Labels:
    """What faces are called, said while a file is read: each face has one of a few labels.

    A label is a row of names, the more telling kind first: those of objects before those of
    materials. Where two kinds use the same name it means the first kind's faces.
    """

    def __init__(self) -> None:
        self._number: dict[tuple[tuple[str, ...], ...], int] = {}

    def number(self, *kinds: Sequence[str]) -> int:
        """The number of a label, by the names of each kind."""
        label = tuple(tuple(tidy(name) for name in names) for names in kinds)
        return self._number.setdefault(label, len(self._number))

    def regions(self, labels: NDArray[np.integer]) -> dict[str, NDArray[np.int64]]:
        """Faces by name, from the number of each face's label (F,)."""
        order = np.argsort(labels, kind="stable")
        count = np.bincount(labels, minlength=len(self._number))
        start = np.concatenate([[0], np.cumsum(count)])
        named = {
            name: numbers
            for name, numbers in self._by_name().items()
            if 0 < count[numbers].sum() < len(labels)
        }
        kept, sum_of = set(), 0
        for name in sorted(named, key=lambda name: int(count[named[name]].sum()))[:MAX_NAMES]:
            sum_of += int(count[named[name]].sum())
            if sum_of > MAX_LAYERS * len(labels):
                break
            kept.add(name)
        return {
            name: np.sort(np.concatenate([order[start[k] : start[k + 1]] for k in numbers]))
            for name, numbers in named.items()
            if name in kept
        }

    def _by_name(self) -> dict[str, list[int]]:
        """The labels that hold each name."""
        kind_of: dict[str, int] = {}
        found: dict[str, list[int]] = {}
        most = max((len(label) for label in self._number), default=0)
        for kind in range(most):
            for label, number in self._number.items():
                for name in dict.fromkeys(label[kind] if kind < len(label) else ()):
                    if name and kind_of.setdefault(name, kind) == kind:
                        found.setdefault(name, []).append(number)
        return found


def tidy(name: str) -> str:
    """A name that can be shown in one line: no control characters, not too long."""
    shown = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(shown.split())[:LONGEST_NAME]
