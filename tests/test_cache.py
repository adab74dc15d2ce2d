"""Results on disk: made once, made again when damaged, never in the way of a command."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from prehensile import cache
from prehensile import code_digest as code
from prehensile.bench.hardening.damaged_caches import DAMAGES, damage
from prehensile.cache import CACHE_KINDS, cached, clear_cache, kind_folder
from prehensile.errors import CacheWarning, PrehensileError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _kept(kind: str = "skin", key: bytes = b"key", text: str = "made") -> tuple[str, bool]:
    """The result, and whether it was made now."""
    calls = []

    def make() -> bytes:
        calls.append(1)
        return text.encode()

    return cached(kind, key, make, bytes.decode), bool(calls)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if not path.is_dir())


def test_a_result_is_made_once() -> None:
    assert _kept() == ("made", True)
    assert _kept() == ("made", False)


def test_another_key_or_another_version_is_another_result(monkeypatch) -> None:
    _kept()
    assert _kept(key=b"other", text="other") == ("other", True)
    monkeypatch.setattr(cache, "__version__", "0.0.0")
    assert _kept() == ("made", True)


@pytest.mark.filterwarnings("ignore::prehensile.errors.CacheWarning")  # a folder is in the way
@pytest.mark.parametrize("seed", range(7))
@pytest.mark.parametrize("way", DAMAGES)
def test_whatever_happened_to_a_file_it_is_made_again(folder: Path, way: str, seed: int) -> None:
    text, rng = "made " * 300, np.random.default_rng(seed)
    _kept(key=b"other", text="other")
    (other,) = _files(folder)
    _kept(text=text)
    (path,) = set(_files(folder)) - {other}
    before = path.read_bytes()
    damage(path, way, rng, other.read_bytes())
    assert not path.is_file() or path.read_bytes() != before
    assert _kept(text=text) == (text, True)
    if way not in ("folder", "pipe"):  # which are left where they are
        assert path.read_bytes() == before and _kept(text=text) == (text, False)


def test_bytes_that_the_reader_refuses_are_a_miss() -> None:
    """Sound ones, of a release that wrote them otherwise."""

    def read(data: bytes) -> str:
        if data != b"new":
            raise KeyError("vertices")
        return "read"

    cached("skin", b"key", lambda: b"old", bytes.decode)
    assert cached("skin", b"key", lambda: b"new", read) == "read"
    with pytest.raises(KeyError):  # what was just made is no cache's fault
        cached("skin", b"another", lambda: b"old", read)


@pytest.mark.parametrize("lack", ["a file in the way", "no space", "a name too long"])
def test_what_cannot_be_kept_is_a_warning(lack, folder, tmp_path, monkeypatch) -> None:
    if lack == "a file in the way":
        folder.write_text("mine")
    elif lack == "a name too long":
        monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path / ("x" * 300)))
    else:
        # A link to a device that is always full would be replaced: the write itself must fail.
        def refuse(*_: object) -> None:
            raise OSError(28, os.strerror(28))

        monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.warns(CacheWarning, match="PREHENSILE_CACHE names another"):
        assert _kept() == ("made", True)
    assert not _files(folder) or folder.read_text() == "mine"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_a_limit_of_file_size_is_a_warning_in_a_command_too(folder: Path) -> None:
    program = (
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "from prehensile.cache import cached\n"
        "from prehensile.cli.grammar.own_warnings import own_warnings_in_one_line\n"
        "with own_warnings_in_one_line('grasp'):\n"
        "    for k in range(3):\n"
        "        assert cached('skin', bytes([k]), lambda: bytes(2000), len) == 2000\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stderr.startswith("prehensile: cannot keep") and run.stderr.count("\n") == 1
    assert not _files(folder)


def test_nothing_is_left_of_a_result_that_could_not_be_made(folder: Path) -> None:
    def make() -> bytes:
        raise ArithmeticError("no balance")

    with pytest.raises(ArithmeticError):
        cached("skin", b"key", make, bytes.decode)
    assert not _files(folder)


def test_a_kind_that_clearing_would_leave_behind_is_refused() -> None:
    with pytest.raises(AssertionError, match="'glove'"):
        _kept("glove")


def test_clearing_removes_every_kind_and_nothing_else(folder: Path) -> None:
    for kind in CACHE_KINDS:
        _kept(kind)
    mine = folder / "mine" / "notes.txt"
    mine.parent.mkdir()
    mine.write_text("mine")
    assert clear_cache() == len(CACHE_KINDS)
    assert not any(kind_folder(kind).exists() for kind in CACHE_KINDS)
    assert mine.exists()


def test_a_folder_that_is_a_link_is_not_cleared(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "skin").mkdir(parents=True)
    folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PrehensileError, match="refusing"):
        clear_cache()
    assert (tmp_path / "elsewhere" / "skin").exists()


def test_the_digest_of_code_is_kept_until_a_file_has_another_time(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "prehensile"
    package.mkdir()
    maker = package / "maker.py"
    maker.write_text("STEPS = 3\n")
    read = []

    def digest(module: str) -> str:
        read.append(module)
        return code.code_digest.__wrapped__(module, package)

    monkeypatch.setattr(cache, "code", SimpleNamespace(PACKAGE=package, code_digest=digest))
    of = cache.code_digest.__wrapped__
    first = of("maker")
    assert of("maker") == first and read == ["maker"]
    maker.write_text("STEPS = 4\n")
    os.utime(maker, ns=(0, maker.stat().st_mtime_ns + 1))
    code._read.cache_clear()
    assert of("maker") != first and read == ["maker"] * 2
