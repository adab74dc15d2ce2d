"""A GLB that somebody gave us: opened without trust, its arrays read within its own bounds."""

import struct
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import InputError
from prehensile.files.bounded_text import parse_json
from prehensile.files.limits import KINDS
from prehensile.files.opened import opened

MAX_JSON_BYTES = 64 * 1024**2
"""Ours take some hundred kilobytes; what is larger is not an animation of hands."""
MAX_ITEMS = 20_000
"""Nodes, accessors and the like: a clip of two hands and ten bodies has some hundred."""
MAX_SPARSE_ROWS = 2_000_000
"""Most rows of an accessor without content of its own: a few bytes could claim any number."""

_WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
_TYPE = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_ONE = {"<i1": 127, "|i1": 127, "|u1": 255, "<i2": 32767, "<u2": 65535}
"""What whole numbers that stand for shares have for 1."""


class Gltf:
    """A glTF document and its binary parts.

    Args:
        document: the JSON part of the file.
        buffers: what its ``buffers`` hold, in their order.
    """

    def __init__(self, document: dict[str, Any], *buffers: bytes):
        self.json, self.buffers = document, buffers
        self._lists: dict[str, list[dict[str, Any]]] = {}

    def list(self, kind: str) -> list[dict[str, Any]]:
        """One of the document's lists; empty if it is absent."""
        if kind not in self._lists:  # looked at once: others ask for every item
            items = self.json.get(kind, [])
            if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
                raise InputError(f"its {kind!r} are not a list of objects")
            if len(items) > MAX_ITEMS:
                raise InputError(f"it has {len(items)} {kind}, at most {MAX_ITEMS} are read")
            self._lists[kind] = items
        return self._lists[kind]

    def item(self, kind: str, index: Any) -> dict[str, Any]:
        """One object of a list, by an index that the file itself holds."""
        items = self.list(kind)
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(items):
            raise InputError(f"it refers to {kind} {index!r}, and has {len(items)}")
        return items[index]

    def view(self, index: Any) -> bytes:
        """The bytes of a buffer view."""
        view = self.item("bufferViews", index)
        buffer = _count(view, "buffer", 0)
        if buffer >= len(self.buffers):
            raise InputError(f"it refers to buffer {buffer}, and has {len(self.buffers)}")
        data = self.buffers[buffer]
        start, length = _count(view, "byteOffset", 0), _count(view, "byteLength")
        if start + length > len(data):
            raise InputError(f"the buffer view {index} ends behind the end of the file")
        return data[start : start + length]

    def array(self, index: Any) -> np.ndarray:
        """An accessor's numbers (n, width) as they are stored; refused unless they are finite.

        Rows may lie apart, as in interleaved vertices, and be stored sparsely, as shape keys are.
        """
        accessor = self.item("accessors", index)
        kind, width = np.dtype(_TYPE[accessor["componentType"]]), _WIDTH[accessor["type"]]
        count = _count(accessor, "count")
        if "bufferView" in accessor:
            array = self._rows(accessor, index, kind, count, width)
        elif "sparse" in accessor:
            if count > MAX_SPARSE_ROWS:
                raise InputError(f"the accessor {index} claims {count} rows and stores few")
            array = np.zeros((count, width), kind)
        else:
            raise InputError(f"the accessor {index} has no content")
        if "sparse" in accessor:
            array = self._with_sparse(array, accessor["sparse"], index)
        if kind.kind == "f" and not np.isfinite(array).all():
            raise InputError(f"the accessor {index} holds a number that is not finite")
        return np.ascontiguousarray(array)

    def _with_sparse(self, array: np.ndarray, sparse: dict[str, Any], index: Any) -> np.ndarray:
        """Rows (n, width) of which the listed ones are replaced."""
        count, (_, width) = _count(sparse, "count"), array.shape
        which = sparse["indices"]
        kind = np.dtype(_TYPE[which["componentType"]])
        rows = self._rows(which, index, kind, count, 1)[:, 0]
        if kind.kind != "u" or (count and int(rows.max()) >= len(array)):
            raise InputError(f"the accessor {index} replaces rows that it does not have")
        array = array.copy()
        array[rows] = self._rows(sparse["values"], index, array.dtype, count, width)
        return array

    def _rows(
        self, place: dict[str, Any], index: Any, kind: np.dtype, count: int, width: int
    ) -> np.ndarray:
        """Numbers (count, width) at the ``bufferView`` and ``byteOffset`` of ``place``."""
        start, row = _count(place, "byteOffset", 0), width * kind.itemsize
        data = self.view(place["bufferView"])
        stride = _count(self.item("bufferViews", place["bufferView"]), "byteStride", row) or row
        if stride < row:
            raise InputError(f"the accessor {index} has rows that lie over one another")
        if count and start + (count - 1) * stride + row > len(data):
            raise InputError(f"the accessor {index} ends behind the end of its buffer view")
        return np.ndarray((count, width), kind, data, start, (stride, kind.itemsize))

    def numbers(self, index: Any) -> np.ndarray:
        """An accessor's numbers (n, width) float64; whole ones that stand for shares are that."""
        array = self.array(index)
        if array.dtype.kind != "f" and self.item("accessors", index).get("normalized") is True:
            return np.maximum(array / _ONE[array.dtype.str], -1.0)
        return array.astype(float)


class GlbFile(Gltf):
    """The JSON and the binary part of a GLB.

    Args:
        path: of the file.

    Raises:
        FileError: missing, unreadable, too large, or not a GLB.
    """

    def __init__(self, path: str | Path):
        with opened(path, "glb") as file:
            super().__init__(*glb_chunks(file.read()))


def glb_chunks(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The JSON and the binary part of a GLB."""
    if len(data) < 20 or data[:4] != b"glTF":
        raise InputError("it is not a GLB file")
    _, version, total = struct.unpack_from("<III", data)
    size, kind = struct.unpack_from("<II", data, 12)
    if version != 2 or total > len(data) or kind != 0x4E4F534A:
        raise InputError("it is not a whole GLB file of version 2")
    if size > MAX_JSON_BYTES or 20 + size > total:
        raise InputError(f"its JSON part claims {size} bytes")
    document = parse_json(data[20 : 20 + size])
    if not isinstance(document, dict):
        raise InputError("its JSON part is not an object")
    binary = b""
    if total >= 28 + size:
        length, kind = struct.unpack_from("<II", data, 20 + size)
        if kind != 0x004E4942 or 28 + size + length > total:
            raise InputError("its binary part is cut short")
        binary = data[28 + size : 28 + size + length]
    return document, binary


def _count(mapping: dict[str, Any], key: str, default: int | None = None) -> int:
    value, most = mapping.get(key, default), KINDS["glb"].most_bytes
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise InputError(f"it holds an impossible {key!r}")
    return value
