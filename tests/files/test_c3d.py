"""The arrays of a C3D file, beside what ezc3d says."""

import struct

import numpy as np
import pytest

from prehensile.errors import FileError
from prehensile.files.c3d import read_c3d_arrays

ezc3d = pytest.importorskip("ezc3d", reason="C3D needs ezc3d: pip install 'prehensile[mocap]'")


def write(path, points, analog, labels):
    file = ezc3d.c3d()
    settings = file["parameters"]
    settings["POINT"]["RATE"]["value"], settings["POINT"]["LABELS"]["value"] = [50.0], labels
    settings["POINT"]["UNITS"]["value"] = ["cm"]
    settings["ANALOG"]["RATE"]["value"] = [100.0]
    settings["ANALOG"]["LABELS"]["value"] = ["one"] * analog.shape[1]
    homogeneous = np.ones((4, points.shape[1], len(points)))
    homogeneous[:3] = points.transpose(2, 1, 0)
    file["data"]["points"], file["data"]["analogs"] = homogeneous, analog.T[None]
    file.add_event([1, 2.5], label="tap")
    file.write(str(path))
    return path


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    rng = np.random.default_rng(0)
    path = tmp_path_factory.mktemp("c3d") / "a.c3d"
    return write(path, rng.normal(size=(6, 2, 3)), rng.normal(size=(12, 3)), ["x", "x"])


def test_it_is_what_ezc3d_reads(file):
    theirs, ours = ezc3d.c3d(str(file)), read_c3d_arrays(file)
    np.testing.assert_array_equal(ours.points, theirs["data"]["points"][:3].transpose(2, 1, 0))
    np.testing.assert_array_equal(ours.analog, theirs["data"]["analogs"][0].T)
    assert (ours.rate, ours.unit, ours.analog_rate) == (50, "cm", 100)
    assert ours.labels == ("x", "unlabelled_2")
    assert ours.analog_labels == ("one", "analog_2", "analog_3")
    assert ours.platforms == () and ours.platforms_left == "" and ours.notes == ()
    assert ours.events == (("tap", pytest.approx(62.5)),)


def test_signals_without_markers_are_read(tmp_path):
    found = read_c3d_arrays(write(tmp_path / "a.c3d", np.zeros((4, 0, 3)), np.ones((8, 2)), []))
    assert found.labels == () and found.analog.shape == (8, 2)


def test_a_size_that_the_file_has_not_is_refused(file, tmp_path):
    data = bytearray(file.read_bytes())
    path = tmp_path / "a.c3d"
    for at, value, word in ((4, 60_000, "cut short|claims"), (8, 65_535, "cut short|claims")):
        struct.pack_into("<H", data, at, value)
        path.write_bytes(data)
        with pytest.raises(FileError, match=word):
            read_c3d_arrays(path)
