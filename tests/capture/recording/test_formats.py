"""The tables of readers and writers."""

import importlib

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
