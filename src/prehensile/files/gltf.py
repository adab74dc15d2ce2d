"""A ``.gltf`` or ``.glb`` that somebody gave us, with the files beside it that it names."""

import base64
import binascii
import hashlib
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from prehensile.errors import InputError
from prehensile.files.bounded_text import parse_json
from prehensile.files.glb import Gltf, glb_chunks
from prehensile.files.inside import Neighbours
from prehensile.files.limits import KINDS
from prehensile.files.opened import one_line, opened, plain_file

MAX_BUFFERS = 64


class GltfFile(Gltf):
    """A glTF document, its buffers and its pictures.

    Buffers and pictures may be inside, as base64 text, or files in the same folder or below it;
    nothing outside is opened, and nothing is fetched.

    Args:
        path: of the file; its content says which kind it is.

    Raises:
        FileError: missing, unreadable, too large, or not glTF 2.0.
    """

    def __init__(self, path: str | Path):
        self._near = Neighbours(path, more=False)
        with opened(path, "gltf") as file:
            data = file.read()
            document, inside = glb_chunks(data) if data[:4] == b"glTF" else (_json(data), None)
            version = document.get("asset", {}).get("version")
            if not str(version).startswith("2."):
                raise InputError(f"it is glTF version {version!r}; expected 2.0")
            super().__init__(document)
            self._hash = hashlib.sha256(data)
            self.buffers = tuple(
                self._buffer(buffer, inside if k == 0 else None)
                for k, buffer in enumerate(self.list("buffers"))
            )

    @property
    def digest(self) -> str:
        """SHA-256 of the file and of the buffers beside it, hexadecimal."""
        return self._hash.hexdigest()

    def image(self, index: Any) -> bytes:
        """The file of one of its pictures, as it is stored."""
        image = self.item("images", index)
        if "bufferView" in image:
            return self.view(image["bufferView"])
        return self._resource(image.get("uri"), "gltf_picture")

    def _buffer(self, buffer: dict[str, Any], inside: bytes | None) -> bytes:
        if len(self.list("buffers")) > MAX_BUFFERS:
            raise InputError(f"it has {len(self.list('buffers'))} buffers, at most {MAX_BUFFERS}")
        if "uri" not in buffer:
            if inside is None:
                raise InputError("one of its buffers has no content")
            return inside
        data = self._resource(buffer["uri"], "gltf_buffer")
        self._hash.update(data)
        if len(data) < int(buffer["byteLength"]):
            raise InputError(f"a buffer has {len(data)} bytes of {buffer['byteLength']}")
        return data

    def _resource(self, uri: Any, kind: str) -> bytes:
        """What a URI of the file stands for."""
        if not isinstance(uri, str):
            raise InputError("it names a neighbour by something else than text")
        if uri.startswith("data:"):
            head, _, text = uri.partition(",")
            most = KINDS[kind].most_bytes
            if not head.endswith(";base64") or len(text) > 4 * most // 3 + 4:
                raise InputError("it holds data that are too large or not base64")
            try:
                return base64.b64decode(text, validate=True)
            except binascii.Error:
                raise InputError("it holds base64 data that are damaged") from None
        place = self._near.find(unquote(uri))
        try:
            with plain_file(place, kind) as file:
                return file.read()
        except (OSError, InputError) as error:
            raise InputError(f"it needs {unquote(uri)[:200]!r}: {one_line(error)}") from error


def _json(data: bytes) -> dict[str, Any]:
    try:
        document = parse_json(data)
    except (UnicodeDecodeError, json.JSONDecodeError):
        raise InputError("it is neither glTF (.gltf) nor GLB (.glb)") from None
    if not isinstance(document, dict) or not isinstance(document.get("asset"), dict):
        raise InputError("it is not a glTF document")
    return document
