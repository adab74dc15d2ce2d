"""The door, and every reader that goes through it."""

import os
import struct
import warnings
from pathlib import Path

import numpy as np
import pytest
from tests.files.neighbours import write_neighbour

from prehensile.errors import (
    FileError,
    InputError,
    MeshWarning,
    MissingExtraError,
    PrehensileError,
    UnknownNameError,
)
from prehensile.files import limits
from prehensile.files import opened as opened_of_the_package
from prehensile.files.limits import KINDS, Kind
from prehensile.files.opened import MAX_REASON_LENGTH, one_line, opened, parsing, said_of
from prehensile.files.readers import READERS, Reader

NOISE = np.random.default_rng(0).integers(0, 256, 4096, np.uint8).tobytes()
EACH = pytest.mark.parametrize("reader", READERS.values(), ids=READERS)


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
    assert {reader.kind for reader in READERS.values()} == set(KINDS)
    for kind in KINDS.values():
        assert kind.name and 0 < kind.most_bytes <= limits.GIB


@pytest.fixture
def path(reader, tmp_path):
    """Where a reader looks, its neighbours in place."""
    write_neighbour(reader, tmp_path)
    return tmp_path / reader.file


def refused(reader: Reader, path: Path) -> PrehensileError:
    if reader.left_out:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", MeshWarning)
            assert reader.read(path) is not None
        pytest.skip("its neighbour was read without it")
    with pytest.raises(FileError) as caught:
        reader.read(path)
    line = str(caught.value)
    assert "\n" not in line and len(line) < 2 * MAX_REASON_LENGTH + 2 * len(str(path))
    assert path.name in line
    return caught.value


@EACH
def test_a_missing_file_is_refused(reader, path):
    if reader.if_absent:
        assert reader.read(path) is None
    else:
        assert refused(reader, path).__cause__ is not None


@EACH
def test_a_folder_is_refused(reader, path):
    path.mkdir()
    assert "folder" in str(refused(reader, path))


@EACH
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes have names here")
def test_a_pipe_is_refused_without_waiting(reader, path):
    os.mkfifo(path)
    assert "pipe" in str(refused(reader, path))


@EACH
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_a_device_is_refused_at_once(reader, path):
    path.symlink_to("/dev/zero")
    assert "device" in str(refused(reader, path))


@EACH
def test_an_empty_file_is_refused(reader, path):
    path.write_bytes(b"")
    assert "empty" in str(refused(reader, path))


@EACH
def test_noise_is_refused(reader, path):
    if reader.any_bytes:
        pytest.skip("any bytes are such a file")
    path.write_bytes(NOISE)
    # A mesh that skips what it does not know finds no triangles, which is no damage.
    with pytest.raises((FileError, InputError)) as caught:
        reader.read(path)
    assert "\n" not in str(caught.value) and path.name in str(caught.value)
    assert not isinstance(caught.value, FileError) or caught.value.__cause__ is not None


@EACH
def test_a_file_larger_than_its_kind_is_refused(reader, path, monkeypatch):
    monkeypatch.setitem(KINDS, reader.kind, KINDS[reader.kind]._replace(most_bytes=4095))
    path.write_bytes(NOISE)
    assert "4096 bytes, at most 4095" in str(refused(reader, path))
