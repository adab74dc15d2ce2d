import errno
import os
import stat

import pytest

from prehensile.atomic import atomic_folder, atomic_path, output_folder
from prehensile.errors import FileError


def test_until_the_block_ends_the_old_file_stays(tmp_path):
    path = tmp_path / "a" / "clip.npz"
    path.parent.mkdir()
    path.write_text("old")
    with atomic_path(path) as temporary:
        temporary.write_text("new")
        assert path.read_text() == "old"
        assert temporary.parent == path.parent and temporary.suffix == ".npz"
    assert path.read_text() == "new" and list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_a_block_that_fails_leaves_what_was_there_and_nothing_else(tmp_path, error):
    path = tmp_path / "clip.npz"
    path.write_text("old")
    with pytest.raises(error), atomic_path(path) as temporary:
        temporary.write_text("half")
        raise error
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_disk_that_is_full_is_one_line(tmp_path):
    path = tmp_path / "clip.npz"
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with pytest.raises(FileError, match=r"cannot write .*clip\.npz") as caught, atomic_path(path):
        raise full
    assert os.strerror(errno.ENOSPC) in str(caught.value) and "\n" not in str(caught.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_rights_are_those_of_any_file_one_writes(tmp_path, mask):
    before = os.umask(mask)
    try:
        (tmp_path / "plain").write_text("")
        with atomic_path(tmp_path / "ours") as temporary:
            temporary.write_text("")
    finally:
        os.umask(before)
    plain, ours = (stat.S_IMODE((tmp_path / n).stat().st_mode) for n in ("plain", "ours"))
    assert ours == plain


def test_a_file_in_the_way_of_a_folder_is_said_before_any_work(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(FileError, match="cannot write"), atomic_path(tmp_path / "file" / "x.png"):
        pytest.fail("the block must not run")
    with pytest.raises(FileError, match="Choose another with --out"):
        output_folder(tmp_path / "file")
    assert (tmp_path / "file").read_text() == "mine"
    made = output_folder(tmp_path / "new" / "folder")
    assert made.is_dir() and not list(made.iterdir())


def test_a_folder_appears_whole_in_the_place_of_the_old_one(tmp_path):
    path = tmp_path / "session"
    for text in ("old", "new"):
        with atomic_folder(path) as temporary:
            (temporary / "a").write_text(text)
            assert not path.exists() or (path / "a").read_text() == "old"
    assert (path / "a").read_text() == "new" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("error", "raised"),
    [(KeyboardInterrupt(), KeyboardInterrupt), (OSError(errno.ENOSPC, "full"), FileError)],
)
def test_a_folder_that_fails_leaves_what_was_there(tmp_path, error, raised):
    path = tmp_path / "session"
    path.mkdir()
    (path / "a").write_text("old")
    with pytest.raises(raised), atomic_folder(path) as temporary:
        (temporary / "a").write_text("half")
        raise error
    assert (path / "a").read_text() == "old" and list(tmp_path.iterdir()) == [path]


def test_a_file_in_the_way_of_an_atomic_folder_is_one_line(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(FileError, match="cannot write"), atomic_folder(tmp_path / "file" / "x"):
        pytest.fail("the block must not run")
