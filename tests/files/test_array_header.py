"""Headers of files of arrays: read if they are what was asked for, refused in words if not."""

from pathlib import Path

import numpy as np
import pytest

from prehensile.errors import FileError, InputError
from prehensile.files.archive import open_arrays, write_arrays
from prehensile.files.array_header import header_count, header_value, read_header


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


def test_values_have_their_type_and_counts_their_limit() -> None:
    mapping = {"name": "x", "n": 5, "yes": True}
    assert header_value(mapping, "name", str) == "x"
    assert header_count(mapping, "n", 5) == 5
    for key, kind in (("name", int), ("none", str), ("yes", int)):
        with pytest.raises(InputError, match=f"no {key!r} of type {kind.__name__}"):
            header_value(mapping, key, kind)
    with pytest.raises(InputError, match="impossible 'n'"):
        header_count(mapping, "n", 4)
