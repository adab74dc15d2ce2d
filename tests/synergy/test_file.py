"""A basis written and read back, and files that are none."""

import json

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.files.archive import write_arrays
from prehensile.synergy.basis import Basis, basis_of
from prehensile.synergy.file import ARRAYS, load, save
from prehensile.synergy.posture import PostureBasis, corpus_basis


def test_a_posture_basis_comes_back_as_it_was(tmp_path) -> None:
    basis = corpus_basis()
    back = load(save(basis, tmp_path / "b.npz", {"source": "corpus"}))
    assert isinstance(back, PostureBasis) and back.joint_names == basis.joint_names
    for name in ARRAYS:
        assert np.array_equal(getattr(back, name), getattr(basis, name))
    first = (tmp_path / "b.npz").read_bytes()
    assert save(basis, tmp_path / "b.npz", {"source": "corpus"}).read_bytes() == first


def test_a_force_basis_has_no_joints(tmp_path, rng) -> None:
    back = load(save(basis_of(rng.normal(size=(20, 361)), 4), tmp_path / "f.npz"))
    assert type(back) is Basis and back.axes.shape == (4, 361)


def broken(tmp_path, header: dict | None = None, **arrays):
    made = {name: getattr(corpus_basis(), name) for name in ARRAYS} | arrays
    text = {"schema": "prehensile.synergies", "version": 1, "components": 3, "columns": 23}
    text |= header or {}
    made["header"] = np.frombuffer(json.dumps(text).encode(), np.uint8)
    write_arrays(tmp_path / "x.npz", made)
    return tmp_path / "x.npz"


@pytest.mark.parametrize(
    ("header", "arrays", "words"),
    [
        ({"schema": "prehensile.clip"}, {}, "does not say"),
        ({"version": 2}, {}, "newer Prehensile"),
        ({"components": 4}, {}, "takes"),
        ({"columns": -1}, {}, "impossible"),
        ({"components": 10**9}, {}, "impossible"),
        ({"joint_names": ["a"]}, {}, "joint names"),
        ({}, {"axes": np.ones((3, 23))}, "orthonormal"),
        ({}, {"mean": np.full(23, np.nan)}, "not finite"),
        ({}, {"more": np.ones(3)}, "'more'"),
    ],
)
def test_files_that_are_no_basis_are_refused_in_one_line(tmp_path, header, arrays, words) -> None:
    with pytest.raises(FileError, match=words):
        load(broken(tmp_path, header, **arrays))


def test_another_suffix_is_refused(tmp_path) -> None:
    with pytest.raises(InputError, match=r"\.npz"):
        save(corpus_basis(), tmp_path / "b.json")
