"""Arrays of other people's files, against numpy's own reader."""

import io

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.files.foreign_arrays import numbers, read_foreign_arrays, texts

ARRAYS = {
    "numbers": np.arange(12.0).reshape(3, 4),
    "columns": np.asfortranarray(np.arange(6, dtype=np.int16).reshape(2, 3)),
    "words": np.array(["thumb", "index"]),
    "flags": np.array([True, False]),
    "rate": np.array(120.0),
    "nothing": np.zeros((0, 3), np.float32),
}


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_every_array_is_as_numpy_reads_it(tmp_path, save):
    save(tmp_path / "a.npz", **ARRAYS)
    found = read_foreign_arrays(tmp_path / "a.npz")
    with np.load(tmp_path / "a.npz") as expected:
        assert set(found) == set(expected.files)
        for name, array in found.items():
            assert array.dtype == expected[name].dtype and array.shape == expected[name].shape
            np.testing.assert_array_equal(array, expected[name])


def test_a_lone_array_has_a_name(tmp_path):
    np.save(tmp_path / "a.npy", ARRAYS["columns"])
    found = read_foreign_arrays(tmp_path / "a.npy")
    assert list(found) == ["array"]
    np.testing.assert_array_equal(found["array"], ARRAYS["columns"])


def test_objects_are_never_unpickled(tmp_path):
    np.savez(tmp_path / "a.npz", x=np.array([{}], object))
    with pytest.raises(FileError, match="holds object, expected numbers or text"):
        read_foreign_arrays(tmp_path / "a.npz")


def test_sizes_are_held_against_the_bytes_that_are_there(tmp_path):
    packed = io.BytesIO()
    np.save(packed, np.zeros(1000))
    data = packed.getvalue()
    (tmp_path / "short.npy").write_bytes(data[:-800])
    with pytest.raises(FileError, match=r"claims \(1000,\), more than the file holds"):
        read_foreign_arrays(tmp_path / "short.npy")
    (tmp_path / "cut.npy").write_bytes(data[:-8])  # its header makes up for eight bytes
    with pytest.raises(FileError, match="is cut short"):
        read_foreign_arrays(tmp_path / "cut.npy")


def test_numbers_are_looked_at_before_they_are_used(monkeypatch):
    arrays = {"a": np.arange(6).reshape(2, 3), "t": np.array(["x", "y"]), "one": np.array(2.5)}
    found = numbers(arrays, "a", (None, 3))
    assert found.dtype == np.float64 and found.shape == (2, 3)
    assert numbers(arrays, "one", ()) == 2.5 and numbers(arrays, "a").shape == (2, 3)
    for name, shape, words in [
        ("t", None, "t holds text"),
        ("a", (None,), r"expected \(frames\)"),
        ("a", (None, 4), r"expected \(frames, 4\)"),
        ("one", (None,), r"shape \(\)"),
    ]:
        with pytest.raises(InputError, match=words):
            numbers(arrays, name, shape)
    monkeypatch.setattr("prehensile.files.foreign_arrays.MAX_FRAMES", 1)
    with pytest.raises(InputError, match="2 frames, at most 1"):
        numbers(arrays, "a")


def test_texts_are_one_row():
    assert texts({"n": np.array(["a", "b"])}, "n") == ("a", "b")
    for odd in (np.array("a"), np.array([["a"]])):
        with pytest.raises(InputError, match="one row of names"):
            texts({"n": odd}, "n")


@pytest.mark.parametrize(
    "header", ["{'descr': '<f8', 'shape': (2,", "{'a': '''", "\\ \n", "{" * 500]
)
def test_a_header_that_does_not_tokenise_is_damage(tmp_path, header):
    data = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode() + bytes(16)
    (tmp_path / "a.npy").write_bytes(data)
    with pytest.raises(FileError, match="damaged"):
        read_foreign_arrays(tmp_path / "a.npy")
