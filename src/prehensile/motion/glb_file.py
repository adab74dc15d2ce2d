"""A GLB that somebody gave us: opened without trust, its arrays read within its own bounds."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.errors import FileError, InputError

MAX_FILE_BYTES = 1024**3
MAX_JSON_BYTES = 64 * 1024**2
"""Ours take some hundred kilobytes; what is larger is not an animation of hands."""
MAX_REASON_LENGTH = 300

_WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
_TYPE = {5121: "<u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_DAMAGE = (KeyError, IndexError, TypeError, ValueError, struct.error, RecursionError, OverflowError)
_DAMAGE += (MemoryError, AttributeError)


class Gltf:
    """A glTF document and its binary part.

    Args:
        document: the JSON.
        binary: the one buffer.
    """

    def __init__(self, document: dict[str, Any], binary: bytes):
        self.json, self._binary = document, binary

    def list(self, kind: str) -> list[dict[str, Any]]:
        """One of the document's lists; empty if it is absent."""
        items = self.json.get(kind, [])
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise InputError(f"its {kind!r} are not a list of objects")
        return items

    def item(self, kind: str, index: Any) -> dict[str, Any]:
        """One object of a list, by an index that the file itself holds."""
        items = self.list(kind)
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(items):
            raise InputError(f"it refers to {kind} {index!r}, and has {len(items)}")
        return items[index]

    def view(self, index: Any) -> bytes:
        """The bytes of a buffer view."""
        view = self.item("bufferViews", index)
        start, length = _count(view, "byteOffset", 0), _count(view, "byteLength")
        if start + length > len(self._binary):
            raise InputError(f"the buffer view {index} ends behind the end of the file")
        return self._binary[start : start + length]

    def array(self, index: Any) -> np.ndarray:
        """An accessor's numbers (n, width); refused unless they are packed and finite."""
        accessor = self.item("accessors", index)
        if "sparse" in accessor or "byteStride" in self.item("bufferViews", accessor["bufferView"]):
            raise InputError(f"the accessor {index} is not packed")
        kind, width = np.dtype(_TYPE[accessor["componentType"]]), _WIDTH[accessor["type"]]
        start, count = _count(accessor, "byteOffset", 0), _count(accessor, "count")
        data = self.view(accessor["bufferView"])
        if start + count * width * kind.itemsize > len(data):
            raise InputError(f"the accessor {index} ends behind the end of its buffer view")
        array = np.frombuffer(data, kind, count * width, start).reshape(count, width)
        if kind.kind == "f" and not np.isfinite(array).all():
            raise InputError(f"the accessor {index} holds a number that is not finite")
        return array


class GlbFile(Gltf):
    """The JSON and the binary part of a GLB.

    Args:
        path: of the file.

    Raises:
        FileError: missing, unreadable, too large, or not a GLB.
    """

    def __init__(self, path: str | Path):
        path = Path(path)
        try:
            if path.exists() and not path.is_file():
                raise InputError(f"it is {'a folder' if path.is_dir() else 'a device'}, not a file")
            size = path.stat().st_size
            if size > MAX_FILE_BYTES:
                raise InputError(f"it has {size} bytes, at most {MAX_FILE_BYTES} are read")
            super().__init__(*_chunks(path.read_bytes()))
        except OSError as error:
            raise FileError(f"cannot read {path}: {error.strerror or error}.") from None
        except InputError as error:
            raise FileError(f"cannot read {path}: {error}.") from None
        except _DAMAGE as error:
            raise FileError(f"cannot read {path}: it is damaged ({one_line(error)}).") from None


def one_line(error: Exception) -> str:
    """An error's text without line breaks, not longer than a line or two."""
    text = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    return text if len(text) <= MAX_REASON_LENGTH else text[:MAX_REASON_LENGTH] + "…"


def _chunks(data: bytes) -> tuple[dict[str, Any], bytes]:
    if len(data) < 20 or data[:4] != b"glTF":
        raise InputError("it is not a GLB file")
    _, version, total = struct.unpack_from("<III", data)
    size, kind = struct.unpack_from("<II", data, 12)
    if version != 2 or total > len(data) or kind != 0x4E4F534A:
        raise InputError("it is not a whole GLB file of version 2")
    if size > MAX_JSON_BYTES or 20 + size > total:
        raise InputError(f"its JSON part claims {size} bytes")
    document = json.loads(data[20 : 20 + size].decode())
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
    value = mapping.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= MAX_FILE_BYTES:
        raise InputError(f"it holds an impossible {key!r}")
    return value
