"""The table of readers: complete, lazy, and each row a function that is there."""

import subprocess
import sys

import pytest

from prehensile.capture.recording import formats as recordings
from prehensile.files.limits import KINDS
from prehensile.files.readers import READERS, Reader
from prehensile.motion import formats as clips
from prehensile.motion.mocap import read as mocap


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_a_row_names_a_function_and_a_kind(reader):
    assert callable(reader.function())
    assert reader.kind in KINDS
    assert reader.given in ("path", "text", "folder")


@pytest.mark.parametrize(
    ("call", "suffixes"),
    [
        ("motion.clip:Clip.load", [s for s, f in clips.FORMATS.items() if f.reads]),
        ("motion.mocap.read:import_motion", mocap.READERS),
        ("capture.recording.recording:Recording.load", {*recordings.READERS} - {".hdf5"}),
    ],
)
def test_every_suffix_that_is_read_stands_in_the_table(call, suffixes):
    """``.hdf5`` is another spelling of ``.h5``; a journal and a ZIP have rows of their own."""
    rows = [r for r in READERS.values() if r.call == call or "recording" in r.call]
    assert {s for s in suffixes if not any(r.file.endswith(s) for r in rows)} == set()


def test_the_table_itself_loads_no_reader():
    code = (
        "import sys, prehensile.files.readers; "
        "print([m for m in sys.modules if m.startswith(('prehensile.motion', 'mujoco'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_what_a_reader_is_handed(tmp_path, monkeypatch):
    import prehensile.files.bvh as module

    monkeypatch.setattr(module, "told", lambda what, **more: (what, more), raising=False)
    path = tmp_path / "a.bvh"
    row = Reader("bvh", "a.bvh", "files.bvh:told")
    assert row.read(path) == (path, {})
    assert row._replace(given="text").read(path) == (str(path), {})
    assert row._replace(given="folder", options={"k": 1}).read(path) == (tmp_path, {"k": 1})
    assert row._replace(through="b.bvh").read(path) == (tmp_path / "b.bvh", {})
