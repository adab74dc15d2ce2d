"""The arrays of an XDF file."""

import numpy as np
import pytest
from tests.capture.recording.xdf_writer import example, write_xdf

from prehensile.errors import FileError, InputError
from prehensile.files import xdf
from prehensile.files.xdf import read_xdf

pytest.importorskip("pyxdf", reason="needs pyxdf: pip install 'prehensile[capture]'")


def test_labels_units_words_and_offsets(tmp_path):
    amp, motion, keys = read_xdf(example(tmp_path / "a.xdf"))
    assert (amp.name, amp.kind, amp.rate, amp.source) == ("amp", "EMG", 100, "bench")
    assert amp.labels == ("a", "b") and amp.units == ("microvolts", "microvolts")
    assert amp.offsets.shape == (30, 2) and amp.values.shape == (50, 2)
    assert motion.values.shape == (50, 3)
    assert keys.words == ("go", "stop") and keys.values[:, 0].tolist() == [0, 1]


def test_limits(tmp_path, monkeypatch):
    path = example(tmp_path / "a.xdf")
    for name, most, word in (("MAX_VALUES", 10, "numbers"), ("MOST_STREAMS", 1, "streams")):
        with monkeypatch.context() as patch:
            patch.setattr(xdf, name, most)
            with pytest.raises(InputError, match=word):
                xdf.parse(str(path), lambda name, array: None)
    one = {"name": "x", "kind": "T", "rate": 0, "labels": [""], "unit": ""}
    rows = [[str(k)] for k in range(1200)]
    many = write_xdf(tmp_path / "b.xdf", [{**one, "time": np.arange(1200.0), "rows": rows}])
    with pytest.raises(FileError, match="different texts"):
        read_xdf(many)
