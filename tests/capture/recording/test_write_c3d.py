"""What we write as C3D: read back by us, and by ezc3d alone."""

from dataclasses import replace

import numpy as np
import pytest
from tests.capture.recording.recordings import assert_same, small_recording

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.errors import FileError, InputError

ezc3d = pytest.importorskip("ezc3d", reason="C3D needs ezc3d: pip install 'prehensile[mocap]'")
SINGLE = 1e-6
"""[m, N, V] single precision of numbers below 5"""


def test_streams_come_back_in_single_precision(tmp_path):
    given = small_recording()
    assert_same(given, Recording.load(given.save(tmp_path / "a.c3d")), atol=SINGLE)


def test_ezc3d_alone_sees_points_and_signals(tmp_path):
    given = small_recording()
    file = ezc3d.c3d(str(given.save(tmp_path / "a.c3d")))
    assert file["parameters"]["POINT"]["LABELS"]["value"][:2] == ["a", "b b"]
    points = 1e-3 * file["data"]["points"][:3].transpose(2, 1, 0)
    np.testing.assert_allclose(points, given["motion"].values, atol=SINGLE)
    labels = file["parameters"]["ANALOG"]["LABELS"]["value"]
    assert labels[:2] == ["nano.tip.0", "nano.tip.1"] and labels[-1] == "fsr.y"
    analog = file["data"]["analogs"][0]
    np.testing.assert_allclose(analog[-1], given["fsr"].values[:, 1], atol=SINGLE)
    assert file["parameters"]["ANALOG"]["UNITS"]["value"][-1] == "V"


def test_a_later_start_and_a_stream_that_stops_early(tmp_path):
    given = small_recording()
    late = [replace(s, time=s.time + 2.5) for s in given.streams]
    short = late[2]
    late[2] = replace(short, time=short.time[:31], values=short.values[:31], flags=None)
    given = Recording(tuple(late))
    assert_same(given, Recording.load(given.save(tmp_path / "a.c3d")), atol=SINGLE)


def stream(name, rate, count=20, channels=1, kind="forces", time=None):
    time = np.arange(count) / rate if time is None else time
    names = tuple(f"c{k}" for k in range(channels))
    return Stream(name, kind, time, np.ones((len(time), channels)), names, rate_hz=rate)


@pytest.mark.parametrize(
    ("streams", "word"),
    [
        ([stream("a", 100), stream("b", 90)], "one rate, got a 100 Hz, b 90 Hz"),
        ([stream("a", 100, time=np.array([0, 0.013, 0.02]))], "uneven"),
        ([stream("a", 100, channels=300)], "255"),
        ([stream("a", 100, count=0)], "samples"),
        ([], "samples"),
        ([stream("a", 150), Stream("m", "markers", np.arange(9) / 100, np.ones((9, 1, 3)), ("x",),
                                   rate_hz=100.0)], "multiple"),
    ],
)  # fmt: skip
def test_what_c3d_has_no_place_for_is_refused(tmp_path, streams, word):
    with pytest.raises(InputError, match=word):
        Recording(tuple(streams)).save(tmp_path / "a.c3d")
    assert not list(tmp_path.iterdir())


def test_damaged_notes_are_one_line(tmp_path):
    path = small_recording().save(tmp_path / "a.c3d")
    data = path.read_bytes()
    assert b'"kind":"wrenches"' in data
    path.write_bytes(data.replace(b'"kind":"wrenches"', b'"kind":"wrunches"'))
    with pytest.raises(FileError, match=r"wrunches|damaged"):
        Recording.load(path)
