"""Results on disk: made once, made again when damaged, all of them removed when asked."""

from pathlib import Path

import pytest

from prehensile import cache
from prehensile.cache import CACHE_KINDS, cached_file, clear_cache, kind_folder
from prehensile.errors import PrehensileError


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PREHENSILE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _kept(kind: str = "skin", key: bytes = b"key", text: str = "made") -> tuple[Path, bool]:
    """The file, and whether it was made now."""
    calls = []

    def make(path: Path) -> None:
        calls.append(path)
        path.write_text(text)

    return cached_file(kind, ".txt", key, make, lambda p: p.read_text() == text), bool(calls)


def test_a_result_is_made_once() -> None:
    path, made = _kept()
    assert made and path.read_text() == "made"
    assert _kept() == (path, False)


def test_another_key_or_another_version_is_another_result(monkeypatch) -> None:
    path, _ = _kept()
    assert _kept(key=b"other")[0] != path
    monkeypatch.setattr(cache, "__version__", "0.0.0")
    assert _kept()[0] != path


def test_a_damaged_file_is_made_again() -> None:
    path, _ = _kept()
    path.write_text("cut sho")
    assert _kept() == (path, True)
    assert path.read_text() == "made"


def test_nothing_is_left_of_a_result_that_could_not_be_made(folder: Path) -> None:
    def make(path: Path) -> None:
        path.write_text("half")
        raise ArithmeticError("no balance")

    with pytest.raises(ArithmeticError):
        cached_file("skin", ".txt", b"key", make, lambda p: True)
    assert not [p for p in folder.rglob("*") if p.is_file()]


def test_a_kind_that_clearing_would_leave_behind_is_refused() -> None:
    with pytest.raises(AssertionError, match="'glove'"):
        _kept("glove")


def test_clearing_removes_every_kind_and_nothing_else(folder: Path) -> None:
    paths = [_kept(kind)[0] for kind in CACHE_KINDS]
    mine = folder / "mine" / "notes.txt"
    mine.parent.mkdir()
    mine.write_text("mine")
    assert clear_cache() == len(CACHE_KINDS) == len(set(paths))
    assert not any(kind_folder(kind).exists() for kind in CACHE_KINDS)
    assert mine.exists()


def test_a_folder_that_is_a_link_is_not_cleared(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "skin").mkdir(parents=True)
    folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PrehensileError, match="refusing"):
        clear_cache()
    assert (tmp_path / "elsewhere" / "skin").exists()
