"""The tables of readers and writers."""

import importlib
import subprocess
import sys

import pytest

from prehensile.capture.recording.formats import READERS, WRITERS, load_recording, save_recording
from prehensile.capture.recording.recording import Recording
from prehensile.errors import FileError, UnknownNameError


def test_every_module_does_what_its_table_says():
    for module in READERS.values():
        assert callable(importlib.import_module(module).load)
    for module in WRITERS.values():
        assert callable(importlib.import_module(module).save)
    assert set(WRITERS) <= set(READERS)


def test_other_suffixes_name_those_that_are_known(tmp_path):
    with pytest.raises(UnknownNameError, match=r"\.h5, "):
        load_recording(tmp_path / "a.mat")
    with pytest.raises(UnknownNameError, match=r"\.c3d"):
        save_recording(Recording(()), tmp_path / "a.xdf")
    with pytest.raises(FileError, match="folder"):
        load_recording(tmp_path)


FULL = """
import resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tests.capture.recording.recordings import small_recording
from prehensile.errors import FileError
given, path = small_recording(3000), Path(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
try:
    given.save(path)
except FileError as error:
    sys.exit(0 if "\\n" not in str(error) and path.name in str(error) else 4)
sys.exit(3)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of file sizes")
@pytest.mark.parametrize("suffix", [".h5", ".c3d", ".csv"])
def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path, pytestconfig, suffix):
    words = [str(tmp_path / f"a{suffix}"), str(pytestconfig.rootpath)]
    done = subprocess.run(
        [sys.executable, "-c", FULL, *words], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert not list(tmp_path.iterdir())
