import errno
import os
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from prehensile import atomic
from prehensile.atomic import (
    FORGOTTEN,
    atomic_folder,
    atomic_path,
    is_temporary,
    output_folder,
    replaced_files,
    scratch_folder,
    sweep,
    temporary_beside,
)
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


def test_the_umask_of_other_threads_is_left_alone(tmp_path, monkeypatch):
    """It can only be asked for by setting it: for a moment every thread would write 0666."""
    monkeypatch.setattr(os, "umask", lambda mask: pytest.fail("the umask was set"))
    with atomic_path(tmp_path / "a") as temporary:
        temporary.write_text("")
    with atomic_folder(tmp_path / "b"):
        pass


def test_it_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    path, order = tmp_path / "clip.npz", []
    sync, replace = os.fsync, Path.replace
    monkeypatch.setattr(os, "fsync", lambda n: order.append("fsync") or sync(n))
    monkeypatch.setattr(Path, "replace", lambda a, b: order.append("rename") or replace(a, b))
    with atomic_path(path) as temporary:
        temporary.write_text("whole")
    assert order == ["fsync", "rename"]


def test_a_disk_that_says_so_late_leaves_the_old_file(tmp_path, monkeypatch):
    """Where space is given out late, only fsync tells."""
    path = tmp_path / "clip.npz"
    path.write_text("old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="No space left"), atomic_path(path) as temporary:
        temporary.write_text("new")
    with pytest.raises(FileError, match="--out"):
        output_folder(tmp_path)
    assert path.read_text() == "old" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["x" * 300, "x" * 250 + ".npz", "." + "y" * 240])
def test_names_may_be_as_long_as_the_file_system_takes_them(tmp_path, name):
    path = tmp_path / name
    if len(name) > 255:
        with pytest.raises(FileError, match="name too long"), atomic_path(path) as temporary:
            temporary.write_text("")
    else:
        with atomic_path(path) as temporary:
            temporary.write_text("whole")
        assert path.read_text() == "whole"
    assert not [p for p in tmp_path.iterdir() if is_temporary(p.name)]


def test_a_device_is_not_replaced_by_a_file(tmp_path):
    device = Path(os.devnull)
    with pytest.raises(FileError, match="not a file"), atomic_path(device):
        pytest.fail("the block must not run")
    assert not device.is_file()


def _gone() -> int:
    """The number of a process that has ended."""
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        return process.pid


@pytest.mark.skipif(os.name == "nt", reason="there only their age tells")
def test_temporaries_of_processes_that_are_gone_are_swept(tmp_path, monkeypatch):
    monkeypatch.setattr(atomic, "_swept", set())
    ours, mine = temporary_beside(tmp_path / "a.npz"), tmp_path / ".prehensile-notes"
    gone = tmp_path / ours.name.replace(f"-{os.getpid()}-", f"-{_gone()}-")
    folder = gone.with_name(f"{gone.stem}.d")
    elsewhere = gone.with_name(gone.name.replace(ours.name.split("-")[1], "0" * 8))
    forgotten = elsewhere.with_suffix(".old")
    for path in (ours, mine, gone, elsewhere, forgotten):
        path.write_text("half")
    folder.mkdir()
    (folder / "inside").write_text("half")
    long_ago = time.time() - FORGOTTEN - 60
    os.utime(forgotten, (long_ago, long_ago))
    output_folder(tmp_path)
    assert set(tmp_path.iterdir()) == {ours, mine, elsewhere}
    gone.write_text("half")
    sweep(tmp_path)
    assert gone.exists(), "a folder is looked through once"


def test_a_killed_writer_leaves_a_temporary_that_the_next_one_removes(tmp_path, monkeypatch):
    monkeypatch.setattr(atomic, "_swept", set())
    program = (
        "import os, signal, sys\n"
        "from prehensile.atomic import atomic_path\n"
        "with atomic_path(sys.argv[1]) as temporary:\n"
        "    temporary.write_text('half')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    path = tmp_path / "clip.npz"
    subprocess.run([sys.executable, "-c", program, str(path)])
    (left,) = tmp_path.iterdir()
    assert is_temporary(left.name) and left.suffix == ".npz"
    with atomic_path(path) as temporary:
        temporary.write_text("whole")
    assert list(tmp_path.iterdir()) == [path] and path.read_text() == "whole"


def test_scratch_is_gone_afterwards():
    with scratch_folder() as folder:
        (folder / "a").write_text("")
        assert is_temporary(folder.name) and stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not folder.exists()


def test_what_is_replaced_is_noted_but_not_ones_own(tmp_path):
    path, other = tmp_path / "grasp.npz", tmp_path / "grasp.png"
    other.write_text("old")

    def write(to: Path, **how: bool) -> None:
        with atomic_path(to, **how) as temporary:
            temporary.write_text("new")

    with replaced_files() as found:
        write(path)
        write(path)
        write(other)
        write(other)
    assert found.paths == [other]
    with replaced_files() as found:
        write(path, said=False)
        thread = threading.Thread(target=write, args=(other,))
        thread.start()
        thread.join()
    assert found.paths == [other]


def test_a_folder_that_cannot_be_put_in_place_leaves_the_old_one(tmp_path, monkeypatch):
    path = tmp_path / "session"
    path.mkdir()
    (path / "a").write_text("old")
    rename = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if target == path and not (self / "a").read_text() == "old":
            raise OSError(errno.EIO, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(FileError, match="Input/output"), atomic_folder(path) as temporary:
        (temporary / "a").write_text("new")
    assert (path / "a").read_text() == "old" and list(tmp_path.iterdir()) == [path]
