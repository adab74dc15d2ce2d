"""A glTF 2.0 document in the making, and the one binary file (GLB) that holds it."""

import json
import struct
from typing import Any

import numpy as np

from prehensile._version import __version__
from prehensile.files.pictures.picture import picture_type

FLOAT, UBYTE, USHORT, UINT = 5126, 5121, 5123, 5125
COMPONENT = {"<f4": FLOAT, "|u1": UBYTE, "<u2": USHORT, "<u4": UINT}
VERTICES, INDICES = 34962, 34963
"""Buffer targets: what a graphics card reads from the view."""
LINEAR, LINEAR_MIPMAP_LINEAR = 9729, 9987
"""How pictures are read between their pixels."""
SHAPE_NAME = {(): "SCALAR", (2,): "VEC2", (3,): "VEC3", (4,): "VEC4", (4, 4): "MAT4"}

_MAGIC, _VERSION, _JSON, _BIN = 0x46546C67, 2, 0x4E4F534A, 0x004E4942


class Gltf:
    """Collects nodes, meshes and numbers; every ``add_…`` returns the index to refer to it by."""

    def __init__(self) -> None:
        self._binary = bytearray()
        self._lists: dict[str, list[dict[str, Any]]] = {}
        self._pictures: dict[bytes, int] = {}
        self._zeros: dict[int, int] = {}
        self.extras: dict[str, Any] = {}

    def add(self, kind: str, **fields: Any) -> int:
        """An object of the list ``kind`` (``nodes``, ``materials``, …); None leaves a field out."""
        items = self._lists.setdefault(kind, [])
        items.append({key: value for key, value in fields.items() if value is not None})
        return len(items) - 1

    def item(self, kind: str, index: int) -> dict[str, Any]:
        """An object that was added before, to be changed in place."""
        return self._lists[kind][index]

    def add_view(self, data: bytes, target: int | None = None) -> int:
        """Bytes in the binary part, at a multiple of eight."""
        self._binary.extend(b"\0" * (-len(self._binary) % 8))
        start = len(self._binary)
        self._binary.extend(data)
        return self.add(
            "bufferViews", buffer=0, byteOffset=start, byteLength=len(data), target=target
        )

    def add_picture(self, data: bytes) -> int:
        """A texture of a PNG or JPEG file; the same file again is the same texture."""
        if data not in self._pictures:
            image = self.add("images", bufferView=self.add_view(data), mimeType=picture_type(data))
            if not self._lists.get("samplers"):
                self.add("samplers", magFilter=LINEAR, minFilter=LINEAR_MIPMAP_LINEAR)
            self._pictures[data] = self.add("textures", source=image, sampler=0)
        return self._pictures[data]

    def add_array(
        self,
        array: np.ndarray,
        target: int | None = None,
        normalized: bool = False,
        bounds: bool = False,
    ) -> int | None:
        """An accessor of rows (n, …); matrices are given row by row as numpy has them.

        Args:
            array: (n,), (n, 2 to 4) or (n, 4, 4); float64 is stored as float32.
            target: what a graphics card uses it for.
            normalized: whole numbers stand for 0 to 1.
            bounds: write the least and largest values, as positions and times need.

        Returns:
            Its index; None for no rows, which glTF cannot hold.
        """
        if not len(array):
            return None
        if array.dtype.kind == "f":
            array = array.astype("<f4")
        elif array.dtype.itemsize > 4 or array.dtype.kind == "i":
            array = array.astype("<u4")
        if array.ndim == 3:
            array = array.transpose(0, 2, 1)  # glTF has matrices column by column
        little = np.ascontiguousarray(array, array.dtype.newbyteorder("<"))
        flat = little.reshape(len(little), -1)
        return self.add(
            "accessors",
            bufferView=self.add_view(little.tobytes(), target),
            componentType=COMPONENT[little.dtype.str],
            count=len(little),
            type=SHAPE_NAME[little.shape[1:]],
            normalized=True if normalized else None,
            min=flat.min(axis=0).tolist() if bounds else None,
            max=flat.max(axis=0).tolist() if bounds else None,
        )

    def add_sparse(self, count: int, rows: np.ndarray, *arrays: np.ndarray) -> list[int]:
        """Accessors of ``count`` rows of which all but a few are zero, as morph targets need them.

        Args:
            count: rows of each accessor.
            rows: (n,) ascending: those that are stored, at least one.
            arrays: (n, 3) each, what is there.
        """
        kind = "<u2" if count <= 1 << 16 else "<u4"
        which = self.add_view(rows.astype(kind).tobytes())
        indices = {"bufferView": which, "componentType": COMPONENT[kind]}
        found = []
        for array in arrays:
            values = array.astype("<f4")
            # The zeros of the other rows count, too.
            seen = values if len(rows) == count else np.vstack([values, np.zeros(3, "<f4")])
            view = {"bufferView": self.add_view(values.tobytes())}
            found.append(
                self.add(
                    "accessors",
                    componentType=FLOAT,
                    count=count,
                    type="VEC3",
                    min=seen.min(axis=0).tolist(),
                    max=seen.max(axis=0).tolist(),
                    sparse={"count": len(rows), "indices": indices, "values": view},
                )
            )
        return found

    def add_zeros(self, count: int) -> int:
        """The accessor of ``count`` rows of three zeros, which takes no room in the file."""
        if count not in self._zeros:
            none = [0.0, 0.0, 0.0]
            self._zeros[count] = self.add(
                "accessors", componentType=FLOAT, count=count, type="VEC3", min=none, max=none
            )
        return self._zeros[count]

    def to_glb(self, scene: list[int]) -> bytes:
        """The whole file; ``scene`` are the nodes at the root."""
        self._binary.extend(b"\0" * (-len(self._binary) % 4))
        document = {
            "asset": {"version": "2.0", "generator": f"Prehensile {__version__}"},
            "scene": 0,
            "scenes": [{"nodes": scene}],
            **self._lists,
            "buffers": [{"byteLength": len(self._binary)}],
            "extras": self.extras,
        }
        text = json.dumps(document, allow_nan=False, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        total = 12 + 8 + len(text) + 8 + len(self._binary)
        return b"".join(
            [
                struct.pack("<III", _MAGIC, _VERSION, total),
                struct.pack("<II", len(text), _JSON),
                text,
                struct.pack("<II", len(self._binary), _BIN),
                bytes(self._binary),
            ]
        )
