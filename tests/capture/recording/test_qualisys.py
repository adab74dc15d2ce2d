"""Qualisys recordings, unfiltered."""

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import MISSING
from prehensile.motion.mocap.qualisys_tsv import read_qualisys_tsv


def test_the_markers_of_the_reference_import_as_measured(reference_data):
    path = reference_data("motion", "dfki_markers", "recording.tsv")
    found, plain = Recording.load(path)["markers"], read_qualisys_tsv(path)
    assert found.values.shape == (6000, 21, 3) and found.rate_hz == 100
    np.testing.assert_array_equal(found.values, plain.points)
    assert np.array_equal((found.flags & MISSING) > 0, ~plain.seen)
    assert found.history == () and found.unit == "m"
