"""Any HDF5 file as a tree of plain things."""

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.files import hdf5
from prehensile.files.hdf5 import read_hdf5

h5py = pytest.importorskip("h5py", reason="needs h5py: pip install 'prehensile[capture]'")


def written(path, fill):
    with h5py.File(path, "w") as file:
        fill(file)
    return path


def test_groups_attributes_numbers_and_texts(tmp_path):
    def fill(file):
        file.attrs["a"], file.attrs["b"], file.attrs["c"] = 3, "text", [1.5, 2.5]
        file["g/h/x"] = np.arange(6, dtype=">i2").reshape(2, 3)
        file["g/names"] = ["one", "two"]
        file["g/one"] = "alone"
        file["g/fixed"] = np.array([b"ab", b"c"])

    tree = read_hdf5(written(tmp_path / "a.h5", fill))
    assert tree.attributes == {"a": 3, "b": "text", "c": [1.5, 2.5]}
    group = tree.groups["g"]
    assert group.list_of("names") == ["one", "two"] and group.text("one") == "alone"
    assert group.list_of("fixed") == ["ab", "c"]
    x = group.groups["h"].array("x")
    assert x.tolist() == [[0, 1, 2], [3, 4, 5]] and x.dtype == np.int16 and not x.flags.writeable
    for ask in (group.text, group.list_of, group.array):
        with pytest.raises(InputError, match="nothing"):
            ask("nothing")


def test_too_much_of_anything_is_refused(tmp_path, monkeypatch):
    many = written(tmp_path / "a.h5", lambda f: [f.create_group(str(k)) for k in range(20_001)])
    with pytest.raises(FileError, match="objects"):
        read_hdf5(many)

    def deep(file):
        file.create_group("/".join("abcdefgh"))

    with pytest.raises(FileError, match="deeper"):
        read_hdf5(written(tmp_path / "b.h5", deep))


def test_in_process_limits_of_text_and_attributes(tmp_path, monkeypatch):
    monkeypatch.setattr(hdf5, "MOST_TEXT", 100)
    given: list[str] = []
    for fill in (
        lambda f: f.create_dataset("t", data="x" * 200),
        lambda f: f.attrs.update(t="x" * 200),
    ):
        with pytest.raises(InputError, match="letters"):
            hdf5.parse(str(written(tmp_path / "a.h5", fill)), lambda n, a: given.append(n))
    many = written(tmp_path / "c.h5", lambda f: [f.attrs.create(str(k), k) for k in range(300)])
    with pytest.raises(InputError, match="attributes"):
        hdf5.parse(str(many), lambda n, a: given.append(n))
