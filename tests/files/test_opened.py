"""The door, and every reader that goes through it."""

import os
import struct
from pathlib import Path

import numpy as np
import pytest
from tests.files.readers import READERS, Reader

from prehensile.errors import (
    FileError,
    InputError,
    MissingExtraError,
    PrehensileError,
    UnknownNameError,
)
from prehensile.files import limits
from prehensile.files import opened as opened_of_the_package
from prehensile.files.limits import KINDS, Kind
from prehensile.files.opened import MAX_REASON_LENGTH, one_line, opened, parsing, said_of

NOISE = np.random.default_rng(0).integers(0, 256, 4096, np.uint8).tobytes()
EACH = pytest.mark.parametrize("reader", READERS, ids=repr)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.bvh"
    path.write_bytes(b"some bytes")
    return path


def test_bytes_come_through_as_they_are(file):
    with opened(file, "bvh") as stream:
        assert stream.read() == b"some bytes"
    assert stream.closed
    with opened_of_the_package(str(file), "bvh") as stream:
        assert stream.read(4) == b"some"


def raises(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("odd"), "it is not a BVH file, or damaged (odd)"),
        (KeyError("joint"), "it is not a BVH file, or damaged ('joint' is missing)"),
        (IndexError("end"), "it is not a BVH file, or damaged (end)"),
        (struct.error("short"), "it is not a BVH file, or damaged (short)"),
        (RecursionError("deep"), "it is not a BVH file, or damaged (deep)"),
        (MemoryError(), "it is not a BVH file, or damaged (MemoryError)"),
        (RuntimeError("two\n\nlines."), "it is not a BVH file, or damaged (two lines)"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (InputError("it has no ROOT."), "it has no ROOT"),
        (UnknownNameError("joint", "toe", ("tip",)), "unknown joint 'toe'. Valid: tip"),
    ],
)
def test_an_exception_of_a_parser_is_one_line_that_keeps_its_cause(file, error, reason):
    for block in (opened, parsing):
        with pytest.raises(FileError) as caught, block(file, "bvh"):
            raises(error)
        assert str(caught.value) == f"cannot read {file}: {reason}."
        assert caught.value.__cause__ is error


@pytest.mark.parametrize(
    "error", [FileError("cannot read b: x."), MissingExtraError("a", "b"), AssertionError("ours")]
)
def test_what_names_a_file_and_our_own_mistakes_pass(file, error):
    with pytest.raises(type(error)) as caught, opened(file, "bvh"):
        raises(error)
    assert caught.value is error


def test_what_is_made_of_a_file_may_not_fit_but_a_bug_stays_one(file):
    with pytest.raises(FileError, match="cannot read") as caught, said_of(file):
        raises(InputError("it is short."))
    assert isinstance(caught.value.__cause__, InputError)
    with pytest.raises(KeyError), said_of(file):
        raises(KeyError("ours"))


def test_damage_is_told_what_to_do_about(file, monkeypatch):
    monkeypatch.setitem(KINDS, "bvh", Kind("a BVH file", 100, "Write it again."))
    with (
        pytest.raises(FileError, match=r"damaged \(odd\)\. Write it again\.$"),
        opened(file, "bvh"),
    ):
        raises(ValueError("odd"))
    with (
        pytest.raises(FileError, match=r"No such file or directory\.$"),
        opened(file.with_name("none"), "bvh"),
    ):
        pass


def test_reasons_have_an_end():
    assert len(one_line(ValueError("x" * 5000))) == MAX_REASON_LENGTH + 1
    assert one_line("  two\n lines. ") == "two lines"


def test_every_kind_has_a_reader_and_every_reader_a_kind():
    assert {reader.kind for reader in READERS} == set(KINDS)
    for kind in KINDS.values():
        assert kind.name and 0 < kind.most_bytes <= limits.GIB


def refused(reader: Reader, path: Path) -> PrehensileError:
    with pytest.raises(FileError) as caught:
        reader.read(path)
    line = str(caught.value)
    assert "\n" not in line and len(line) < 2 * MAX_REASON_LENGTH + 2 * len(str(path))
    assert path.name in line
    return caught.value


@EACH
def test_a_missing_file_is_refused(reader, tmp_path):
    assert refused(reader, tmp_path / reader.name).__cause__ is not None


@EACH
def test_a_folder_is_refused(reader, tmp_path):
    (tmp_path / reader.name).mkdir()
    assert "folder" in str(refused(reader, tmp_path / reader.name))


@EACH
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes have names here")
def test_a_pipe_is_refused_without_waiting(reader, tmp_path):
    os.mkfifo(tmp_path / reader.name)
    assert "pipe" in str(refused(reader, tmp_path / reader.name))


@EACH
def test_an_empty_file_is_refused(reader, tmp_path):
    (tmp_path / reader.name).write_bytes(b"")
    assert "empty" in str(refused(reader, tmp_path / reader.name))


@EACH
def test_noise_is_refused(reader, tmp_path):
    if reader.any_bytes:
        pytest.skip("any bytes are such a file")
    path = tmp_path / reader.name
    path.write_bytes(NOISE)
    with pytest.raises(reader.refuses) as caught:
        reader.read(path)
    assert "\n" not in str(caught.value) and path.name in str(caught.value)
    assert reader.refuses is not FileError or caught.value.__cause__ is not None


@EACH
def test_a_file_larger_than_its_kind_is_refused(reader, tmp_path, monkeypatch):
    monkeypatch.setitem(KINDS, reader.kind, KINDS[reader.kind]._replace(most_bytes=4095))
    (tmp_path / reader.name).write_bytes(NOISE)
    assert "4096 bytes, at most 4095" in str(refused(reader, tmp_path / reader.name))
