"""The parts of a GLB, against files that are put together by hand."""

import json
import struct
import time

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.files.glb import MAX_ITEMS, GlbFile, Gltf

NUMBERS = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], "<f4")
DOCUMENT = {
    "asset": {"version": "2.0"},
    "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3"}],
    "bufferViews": [{"buffer": 0, "byteLength": 24}],
    "buffers": [{"byteLength": 24}],
}


def glb(document, total=None, version=2) -> bytes:
    binary = NUMBERS.tobytes()
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<II", len(text), 0x4E4F534A) + text
    body += struct.pack("<II", len(binary), 0x004E4942) + binary
    return struct.pack("<4sII", b"glTF", version, total or 12 + len(body)) + body


def read(tmp_path, data: bytes) -> GlbFile:
    (tmp_path / "a.glb").write_bytes(data)
    return GlbFile(tmp_path / "a.glb")


def test_numbers_come_back(tmp_path):
    file = read(tmp_path, glb(DOCUMENT))
    np.testing.assert_array_equal(file.array(0), NUMBERS)
    assert file.view(0) == NUMBERS.tobytes()
    assert file.list("nodes") == []


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"glTF", "not a GLB file"),
        (b"GLTF" + glb(DOCUMENT)[4:], "not a GLB file"),
        (glb(DOCUMENT, version=1), "not a whole GLB file of version 2"),
        (glb(DOCUMENT, total=10**6), "not a whole GLB file"),
        (glb(DOCUMENT)[:-8], "not a whole GLB file"),
        (glb([1, 2]), "its JSON part is not an object"),
    ],
)
def test_what_is_no_glb_is_refused(tmp_path, data, reason):
    with pytest.raises(FileError, match=reason):
        read(tmp_path, data)


def test_text_that_is_not_json_keeps_its_cause(tmp_path):
    broken = glb(DOCUMENT).replace(b'"asset"', b"'asset'")
    with pytest.raises(FileError, match="not a GLB file, or damaged") as caught:
        read(tmp_path, broken)
    assert isinstance(caught.value.__cause__, json.JSONDecodeError)


@pytest.mark.parametrize(
    ("where", "change", "reason"),
    [
        ("accessors", {"count": 3}, "ends behind the end of its buffer view"),
        ("accessors", {"count": -1}, "impossible 'count'"),
        ("accessors", {"count": 1e400}, "impossible 'count'"),
        ("accessors", {"bufferView": 1}, "refers to bufferViews 1"),
        ("bufferViews", {"byteLength": 25}, "ends behind the end of the file"),
        ("bufferViews", {"buffer": 1}, "refers to buffer 1"),
        ("bufferViews", {"byteStride": 4}, "lie over one another"),
    ],
)
def test_sizes_and_references_are_not_trusted(tmp_path, where, change, reason):
    document = json.loads(json.dumps(DOCUMENT))
    document[where][0] |= change
    with pytest.raises(InputError, match=reason):
        read(tmp_path, glb(document)).array(0)


def test_many_nodes_are_looked_at_once():
    """Sixty thousand once took 40 s: every item looked at the whole list."""
    file = Gltf({"nodes": [{"name": str(k)} for k in range(MAX_ITEMS)]})
    started = time.process_time()
    assert [file.item("nodes", k)["name"] for k in range(MAX_ITEMS)][-1] == str(MAX_ITEMS - 1)
    assert time.process_time() - started < 2.0
    with pytest.raises(InputError, match="nodes, at most 20000"):
        Gltf({"nodes": [{}] * (MAX_ITEMS + 1)}).list("nodes")
