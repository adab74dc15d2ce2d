"""Files that name other files: read beside, never elsewhere."""

import base64
import json
import struct

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.files.gltf import GltfFile


def _document(uri=None, **more):
    buffer = {"byteLength": 24} if uri is None else {"byteLength": 24, "uri": uri}
    return {
        "asset": {"version": "2.0"},
        "buffers": [buffer],
        "bufferViews": [{"buffer": 0, "byteLength": 24}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3"}],
        **more,
    }


NUMBERS = np.arange(6, dtype="<f4")


def _write(folder, document, name="hand.gltf"):
    path = folder / name
    path.write_text(json.dumps(document))
    return path


def test_inside_and_beside_are_the_same(tmp_path):
    inside = "data:application/octet-stream;base64," + base64.b64encode(NUMBERS.tobytes()).decode()
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "my data.bin").write_bytes(NUMBERS.tobytes())
    for uri in (inside, "sub/my%20data.bin"):
        file = GltfFile(_write(tmp_path, _document(uri)))
        np.testing.assert_array_equal(file.numbers(0), NUMBERS.reshape(2, 3))


def test_pictures_are_read_from_beside(tmp_path):
    (tmp_path / "skin.png").write_bytes(b"\x89PNG and so on")
    (tmp_path / "d.bin").write_bytes(NUMBERS.tobytes())
    document = _document("d.bin", images=[{"uri": "skin.png"}, {"bufferView": 0}, {"uri": 7}])
    file = GltfFile(_write(tmp_path, document))
    assert file.image(0) == b"\x89PNG and so on"
    assert file.image(1) == NUMBERS.tobytes()
    with pytest.raises(InputError):
        file.image(2)


@pytest.mark.parametrize(
    "uri",
    ["../secret.bin", "/etc/passwd", "sub/../../secret.bin", "%2e%2e/secret.bin", "file:///etc/passwd",
     "http://example.org/x.bin", "C:\\x.bin", "..\\secret.bin", "link.bin", "", "no-such.bin", "."],
)  # fmt: skip
def test_nothing_outside_is_opened(tmp_path, uri):
    folder = tmp_path / "inner"
    folder.mkdir()
    (tmp_path / "secret.bin").write_bytes(NUMBERS.tobytes())
    (folder / "link.bin").symlink_to(tmp_path / "secret.bin")
    with pytest.raises(FileError, match=r"hand\.gltf") as error:
        GltfFile(_write(folder, _document(uri)))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "content",
    [b"", b"   ", b"{", b"[]", b"{}", b'{"asset": {"version": "1.0"}}', b"glTF", b"solid x\n",
     b"\x89PNG\r\n", b'{"asset": []}', b'{"asset": {"version": "2.0"}, "buffers": [{}]}',
     b'{"asset": {"version": "2.0"}, "buffers": 3}', b"[" * 100_000],
)  # fmt: skip
def test_what_is_not_gltf_is_one_line(tmp_path, content):
    path = tmp_path / "x.gltf"
    path.write_bytes(content)
    with pytest.raises(FileError, match=r"x\.gltf") as error:
        GltfFile(path)
    assert "\n" not in str(error.value)


def test_a_missing_file_and_a_folder_are_one_line(tmp_path):
    for path in (tmp_path / "none.glb", tmp_path):
        with pytest.raises(FileError, match="cannot read"):
            GltfFile(path)


def test_interleaved_and_normalised_numbers(tmp_path):
    rows = [struct.pack("<3fHH", k, k + 1, k + 2, 65535, 0) for k in range(2)]
    (tmp_path / "d.bin").write_bytes(b"".join(rows))
    document = _document("d.bin")
    document["buffers"][0]["byteLength"] = document["bufferViews"][0]["byteLength"] = 32
    document["bufferViews"][0]["byteStride"] = 16
    document["accessors"].append(
        {"bufferView": 0, "byteOffset": 12, "componentType": 5123, "count": 2, "type": "VEC2",
         "normalized": True}
    )  # fmt: skip
    file = GltfFile(_write(tmp_path, document))
    np.testing.assert_array_equal(file.numbers(0), [[0, 1, 2], [1, 2, 3]])
    np.testing.assert_array_equal(file.numbers(1), [[1, 0], [1, 0]])


@pytest.mark.parametrize(
    "change",
    [{"count": 3}, {"count": 10**9}, {"byteOffset": 20}, {"type": "VEC9"}, {"sparse": {}},
     {"bufferView": 5}, {"count": -1}, {"count": True}],
)  # fmt: skip
def test_numbers_beyond_the_buffer_are_refused(tmp_path, change):
    (tmp_path / "d.bin").write_bytes(NUMBERS.tobytes())
    document = _document("d.bin")
    document["accessors"][0] |= change
    file = GltfFile(_write(tmp_path, document))
    with pytest.raises((InputError, KeyError)):
        file.array(0)


@pytest.mark.parametrize("based", [True, False])
def test_sparse_numbers_replace_rows(tmp_path, based):
    """As Blender writes shape keys: few rows that differ, from zeros or from a whole array."""
    data = NUMBERS.tobytes() + struct.pack("<HH3f", 1, 0, 7, 8, 9)
    (tmp_path / "d.bin").write_bytes(data)
    document = _document("d.bin")
    document["buffers"][0]["byteLength"] = len(data)
    document["bufferViews"].append({"buffer": 0, "byteOffset": 24, "byteLength": 16})
    accessor = document["accessors"][0]
    accessor["sparse"] = {
        "count": 1,
        "indices": {"bufferView": 1, "componentType": 5123},
        "values": {"bufferView": 1, "byteOffset": 4},
    }
    if not based:
        del accessor["bufferView"]
    expected = NUMBERS.reshape(2, 3).copy() if based else np.zeros((2, 3))
    expected[1] = 7, 8, 9
    np.testing.assert_array_equal(GltfFile(_write(tmp_path, document)).array(0), expected)
    accessor["count"] = 1
    with pytest.raises(InputError, match="replaces rows that it does not have"):
        GltfFile(_write(tmp_path, document)).array(0)


def test_numbers_that_are_not_finite_are_refused(tmp_path):
    (tmp_path / "d.bin").write_bytes(np.array([0, 1, np.nan, 3, 4, 5], "<f4").tobytes())
    with pytest.raises(InputError, match="not finite"):
        GltfFile(_write(tmp_path, _document("d.bin"))).array(0)
