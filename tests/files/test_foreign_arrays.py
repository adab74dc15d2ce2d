"""Arrays of other people's files, against numpy's own reader."""

import io

import numpy as np
import pytest

from prehensile.errors import FileError
from prehensile.files.foreign_arrays import read_foreign_arrays

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
