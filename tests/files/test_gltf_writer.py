"""Documents that are written come back from the reader, and keep glTF's rules of alignment."""

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from prehensile.files.glb import GlbFile
from prehensile.files.gltf_writer import INDICES, VERTICES, Gltf
from prehensile.files.pictures.picture import png_bytes


def _parts(data: bytes) -> tuple[dict, bytes]:
    """JSON and binary part of a GLB, read as the specification has it."""
    magic, version, total = struct.unpack_from("<4sII", data)
    assert (magic, version, total) == (b"glTF", 2, len(data))
    size, kind = struct.unpack_from("<I4s", data, 12)
    assert kind == b"JSON" and size % 4 == 0
    rest, kind = struct.unpack_from("<I4s", data, 20 + size)
    assert kind == b"BIN\0" and rest % 4 == 0 and 28 + size + rest == total
    return json.loads(data[20 : 20 + size]), data[28 + size :]


TYPES = {5126: "<f4", 5121: "u1", 5123: "<u2", 5125: "<u4"}
WIDTHS = {"SCALAR": (), "VEC2": (2,), "VEC3": (3,), "VEC4": (4,), "MAT4": (4, 4)}


def _values(document: dict, binary: bytes, index: int) -> np.ndarray:
    accessor = document["accessors"][index]
    view = document["bufferViews"][accessor["bufferView"]]
    shape = (accessor["count"], *WIDTHS[accessor["type"]])
    kind = np.dtype(TYPES[accessor["componentType"]])
    assert view["byteLength"] == kind.itemsize * np.prod(shape)
    start = view["byteOffset"]
    assert start % 8 == 0
    return np.frombuffer(binary, kind, int(np.prod(shape)), start).reshape(shape)


@pytest.mark.parametrize(
    ("kind", "shape"),
    [
        (np.float64, (5, 3)), (np.float32, (7,)), (np.uint8, (3, 4)), (np.uint16, (9,)),
        (np.int64, (6,)), (np.dtype(">f4"), (2, 2)),
    ],
)  # fmt: skip
def test_arrays_come_back(kind, shape: tuple[int, ...], rng: np.random.Generator) -> None:
    array = (100 * rng.random(shape)).astype(kind)
    gltf = Gltf()
    gltf.add_view(b"odd")  # what comes before is not aligned
    index = gltf.add_array(array, VERTICES, bounds=True)
    assert index is not None
    document, binary = _parts(gltf.to_glb([]))
    found = _values(document, binary, index)
    np.testing.assert_allclose(found, array, rtol=1e-6)
    accessor = document["accessors"][index]
    np.testing.assert_allclose(accessor["min"], np.atleast_1d(found.min(axis=0)))
    np.testing.assert_allclose(accessor["max"], np.atleast_1d(found.max(axis=0)))
    assert document["bufferViews"][1]["target"] == VERTICES


def test_matrices_are_stored_column_by_column(rng: np.random.Generator) -> None:
    array = rng.random((3, 4, 4))
    gltf = Gltf()
    index = gltf.add_array(array)
    assert index is not None
    found = _values(*_parts(gltf.to_glb([])), index)
    np.testing.assert_allclose(found, array.transpose(0, 2, 1), rtol=1e-6)


def test_no_rows_have_no_accessor() -> None:
    gltf = Gltf()
    assert gltf.add_array(np.zeros((0, 3))) is None
    assert "accessors" not in _parts(gltf.to_glb([]))[0]


@pytest.mark.parametrize("count", [50, 70_000])
def test_sparse_rows_are_the_only_ones_stored(count: int, rng: np.random.Generator) -> None:
    rows = np.array([3, 17, count - 1])
    values = rng.random((3, 3)) + 1.0
    gltf = Gltf()
    (index,) = gltf.add_sparse(count, rows, values)
    document, binary = _parts(gltf.to_glb([]))
    accessor = document["accessors"][index]
    sparse, views = accessor["sparse"], document["bufferViews"]
    at, what = (views[sparse[part]["bufferView"]] for part in ("indices", "values"))
    kind = TYPES[sparse["indices"]["componentType"]]
    np.testing.assert_array_equal(np.frombuffer(binary, kind, 3, at["byteOffset"]), rows)
    found = np.frombuffer(binary, "<f4", 9, what["byteOffset"]).reshape(3, 3)
    np.testing.assert_allclose(found, values, rtol=1e-6)
    assert accessor["count"] == count and sparse["count"] == 3
    assert accessor["min"] == [0, 0, 0]  # of the rows that are not stored
    np.testing.assert_allclose(accessor["max"], found.max(axis=0))


def test_the_same_picture_is_stored_once() -> None:
    pictures = [png_bytes(np.full((2, 2, 3), k, np.uint8)) for k in (0, 200)]
    gltf = Gltf()
    assert [gltf.add_picture(pictures[k]) for k in (0, 1, 0)] == [0, 1, 0]
    document, binary = _parts(gltf.to_glb([]))
    assert len(document["images"]) == len(document["textures"]) == 2
    assert len(document["samplers"]) == 1
    for texture, data in zip(document["textures"], pictures, strict=True):
        image = document["images"][texture["source"]]
        view = document["bufferViews"][image["bufferView"]]
        start = view["byteOffset"]
        assert binary[start : start + view["byteLength"]] == data
        assert image["mimeType"] == "image/png"


def test_fields_that_are_none_are_left_out_and_items_can_be_changed() -> None:
    gltf = Gltf()
    node = gltf.add("nodes", name="root", mesh=None)
    gltf.item("nodes", node)["children"] = [gltf.add("nodes", name="leaf")]
    gltf.extras["clip"] = {"a": 1}
    document, _ = _parts(gltf.to_glb([node]))
    assert document["nodes"] == [{"name": "root", "children": [1]}, {"name": "leaf"}]
    assert document["scenes"][document["scene"]]["nodes"] == [node]
    assert document["extras"] == {"clip": {"a": 1}}


def test_numbers_that_json_has_not_are_refused() -> None:
    gltf = Gltf()
    gltf.add("nodes", translation=[float("nan"), 0, 0])
    with pytest.raises(ValueError, match="not JSON compliant"):
        gltf.to_glb([0])


def test_our_own_reader_takes_it(tmp_path: Path, rng: np.random.Generator) -> None:
    faces = rng.integers(0, 9, 12)
    gltf = Gltf()
    index = gltf.add_array(faces, INDICES)
    (tmp_path / "a.glb").write_bytes(gltf.to_glb([]))
    file = GlbFile(tmp_path / "a.glb")
    assert index is not None
    np.testing.assert_array_equal(file.array(index).ravel(), faces)
