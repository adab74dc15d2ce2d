"""Headers of files of arrays: read if they are what was asked for, refused in words if not."""

import re
from pathlib import Path

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.files.archive import open_arrays, write_arrays
from prehensile.files.array_header import HeadedArrays, header_count, header_value, read_header


def _read(path: Path, text: bytes | None, limit: int = 1000) -> dict:
    header = {} if text is None else {"header": np.frombuffer(text, np.uint8)}
    write_arrays(path, {**header, "a": np.zeros(3)})
    with open_arrays(path) as reader:
        return read_header(reader, "prehensile.thing", 3, limit)


def test_a_good_header_is_read(tmp_path: Path) -> None:
    text = b'{"schema": "prehensile.thing", "version": 3, "n": 5}'
    assert _read(tmp_path / "a.npz", text)["n"] == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "not a thing: it has no header"),
        (b"[]", "does not say 'prehensile.thing'"),
        (b'{"schema": "prehensile.clip"}', "does not say 'prehensile.thing'"),
        (b'{"schema": "prehensile.thing"}', "no 'version' of type int"),
        (b'{"schema": "prehensile.thing", "version": 4}', "thing version 4, this one reads 3"),
        (b'{"schema": "prehensile.thing", "version": 2}', "thing version is 2, expected 3"),
        (b'{"schema": "prehensile.thing", "version": NaN}', "holds NaN, which is not JSON"),
        (b"{", "damaged"),
        (b"\xff", "damaged"),
        (b" " * 6000, "longer than 1000 bytes"),
    ],
)
def test_another_is_refused(tmp_path: Path, text: bytes | None, message: str) -> None:
    with pytest.raises(FileError, match=message):
        _read(tmp_path / "a.npz", text)


THING = HeadedArrays("prehensile.thing", 3, 200, "say less")


def _thing_layout(header: dict) -> dict:
    return {"a": (np.float32, (header_count(header, "n"), 2))}


def test_numpy_reads_what_is_written_header_first(tmp_path: Path) -> None:
    a = np.arange(6, dtype=np.float32).reshape(3, 2)
    THING.write(tmp_path / "a.npz", {"n": 3}, {"a": a})
    with np.load(tmp_path / "a.npz", allow_pickle=False) as found:
        assert found.files == ["header", "a"]
        assert found["header"].tobytes() == b'{"schema": "prehensile.thing", "version": 3, "n": 3}'
        np.testing.assert_array_equal(found["a"], a)
    with THING.reading_header(tmp_path / "a.npz") as header:
        assert header["n"] == 3


def test_a_file_that_numpy_wrote_is_read(tmp_path: Path) -> None:
    text = b'{"n": 3, "version": 3, "schema": "prehensile.thing"}'
    a = np.arange(6, dtype=np.float32).reshape(3, 2)
    np.savez(tmp_path / "a.npz", a=a, header=np.frombuffer(text, np.uint8))
    with THING.reading(tmp_path / "a.npz", _thing_layout) as (header, arrays):
        assert header["n"] == 3
        np.testing.assert_array_equal(arrays["a"], a)


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"a": np.zeros((3, 2), np.float32), "b": np.zeros(1)}, "do not fit its header, first 'b'"),
        ({}, "do not fit its header, first 'a'"),
        ({"a": np.zeros((4, 2), np.float32)}, "'a' is float32 (4, 2), expected float32 (3, 2)"),
        ({"a": np.zeros((3, 2), np.int32)}, "'a' is int32 (3, 2), expected float32 (3, 2)"),
    ],
)
def test_arrays_that_the_header_does_not_announce_are_refused(
    tmp_path: Path, arrays: dict, message: str
) -> None:
    THING.write(tmp_path / "a.npz", {"n": 3}, arrays)
    with (
        pytest.raises(FileError, match=re.escape(message)),
        THING.reading(tmp_path / "a.npz", _thing_layout),
    ):
        pass


def test_what_goes_wrong_in_the_block_is_said_of_the_file(tmp_path: Path) -> None:
    THING.write(tmp_path / "a.npz", {"n": 1}, {"a": np.zeros((1, 2), np.float32)})
    with (
        pytest.raises(FileError, match=r"a\.npz: it is red\."),
        THING.reading(tmp_path / "a.npz", _thing_layout),
    ):
        raise InputError("it is red")


def test_a_header_that_would_not_be_read_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="at most 200 are allowed; say less"):
        THING.write(tmp_path / "a.npz", {"long": "x" * 200}, {})
    assert not (tmp_path / "a.npz").exists()


def test_values_have_their_type_and_counts_their_limit() -> None:
    mapping = {"name": "x", "n": 5, "yes": True}
    assert header_value(mapping, "name", str) == "x"
    assert header_count(mapping, "n", 5) == 5
    for key, kind in (("name", int), ("none", str), ("yes", int)):
        with pytest.raises(InputError, match=f"no {key!r} of type {kind.__name__}"):
            header_value(mapping, key, kind)
    with pytest.raises(InputError, match="impossible 'n'"):
        header_count(mapping, "n", 4)
