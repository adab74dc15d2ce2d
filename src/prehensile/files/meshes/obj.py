"""The triangles of an OBJ file, with the names of its objects, groups and materials.

Read line by line and never more than `MAX_FACES`: what else an OBJ may hold (curves, normals,
smoothing groups) is passed over.
"""

import io
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from prehensile.errors import InputError
from prehensile.files.limits import MAX_FACES
from prehensile.files.meshes.raw_mesh import Labels, RawMesh

MAX_LABELS = 20_000
"""Different combinations of names; faces beyond have none."""
MAX_GROUPS = 16
"""Groups that a face is in at once."""


def read_obj(data: bytes) -> RawMesh:
    """The mesh of an OBJ file.

    Polygons are cut into a fan of triangles. A face belongs to its object (``o``), its groups
    (``g``) and its material (``usemtl``).

    Raises:
        InputError: too many faces, or one of a vertex that does not exist.
        ValueError: damaged.
    """
    points: list[tuple[float, ...]] = []
    corners: list[int] = []
    labels, numbers = Labels(), _Names()
    of_face: list[int] = []
    label = labels.number()
    for words in _lines(data):
        kind = words[0]
        if kind == b"v":
            points.append(tuple(map(float, words[1:4])))
        elif kind == b"f":
            rows = [_row(word, len(points)) for word in words[1:]]
            for k in range(1, len(rows) - 1):
                corners += (rows[0], rows[k], rows[k + 1])
                of_face.append(label)
            if len(of_face) > MAX_FACES:
                raise InputError(f"it has more than {MAX_FACES:,} faces; decimate it")
        elif numbers.changed(words):
            label = labels.number(*numbers.kinds()) if numbers.few() else labels.number()
    faces = np.array(corners, dtype=np.int64).reshape(-1, 3)
    named: NDArray[np.int64] = np.array(of_face, dtype=np.int64)
    return RawMesh(np.array(points, dtype=float).reshape(-1, 3), faces, labels.regions(named))


class _Names:
    """Object, groups and material that hold where the file is being read."""

    def __init__(self) -> None:
        self._object, self._material = "", ""
        self._groups: tuple[str, ...] = ()
        self._seen: set[tuple[object, ...]] = set()

    def changed(self, words: list[bytes]) -> bool:
        """Take in a line that may set a name; whether it did."""
        if words[0] not in (b"o", b"g", b"usemtl"):
            return False
        names = tuple(word.decode("utf-8", "replace") for word in words[1:])
        if words[0] == b"o":
            self._object = " ".join(names)
        elif words[0] == b"g":
            self._groups = names[:MAX_GROUPS]
        else:
            self._material = " ".join(names)
        return True

    def kinds(self) -> tuple[tuple[str, ...], ...]:
        """Names by kind: groups, the object, the material."""
        return self._groups, (self._object,), (self._material,)

    def few(self) -> bool:
        """Whether there have not been too many combinations yet."""
        if len(self._seen) < MAX_LABELS:
            self._seen.add(self.kinds())
        return self.kinds() in self._seen


def _lines(data: bytes) -> Iterator[list[bytes]]:
    """The words of each line that has any; a backslash at the end joins the next one."""
    if b"\\" in data:
        data = data.replace(b"\\\r\n", b" ").replace(b"\\\n", b" ")
    for line in io.BytesIO(data):
        words = line.split()
        if words:
            yield words


def _row(corner: bytes, count: int) -> int:
    """The vertex of a face's corner ``12/7/3``; negative ones count back from the latest."""
    index = int(corner.partition(b"/")[0])
    row = index - 1 if index > 0 else count + index
    if index == 0 or row < 0:
        raise InputError(f"a face names vertex {index}, which does not exist")
    return row
