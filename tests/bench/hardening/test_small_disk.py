"""A full disk is full, and one that is read-only refuses."""

import errno

import pytest

from prehensile.bench.hardening.small_disk import PAGE, can_mount, full_disk, read_only_folder


def test_a_full_disk_takes_so_much_and_no_more(tmp_path):
    if not can_mount(tmp_path):
        pytest.skip("no disk can be mounted here")
    with full_disk(tmp_path / "disk", 2 * PAGE) as told:
        assert told == "a tmpfs"
        (tmp_path / "disk" / "a").write_bytes(bytes(2 * PAGE))
        with pytest.raises(OSError) as caught:
            (tmp_path / "disk" / "b").write_bytes(b"more")
        assert caught.value.errno == errno.ENOSPC
    assert not list((tmp_path / "disk").iterdir()), "it is gone"


def test_without_a_disk_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr("prehensile.bench.hardening.small_disk.can_mount", lambda _: False)
    with full_disk(tmp_path / "disk", PAGE) as told:
        assert told is None and (tmp_path / "disk").is_dir()


@pytest.mark.parametrize("mounted", [True, False])
def test_a_read_only_folder_takes_nothing(tmp_path, monkeypatch, mounted):
    """As root too, where rights do not refuse."""
    if not mounted:
        monkeypatch.setattr("prehensile.bench.hardening.small_disk.can_mount", lambda _: False)
    with read_only_folder(tmp_path / "disk") as (folder, told):
        assert told
        with pytest.raises(OSError):
            folder.mkdir(exist_ok=True)
            (folder / "a").write_text("")
