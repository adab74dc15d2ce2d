import subprocess
import sys

import h5py
import numpy as np
import pytest

from prehensile.capture.live.recorder import Recorder, finish_interrupted, free_path, journal_of
from prehensile.capture.recording.journal import empty_stream
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.recovered import recovered
from prehensile.errors import FileError, InputError, UnknownNameError


@pytest.fixture
def recorder(tmp_path):
    recorder = Recorder(tmp_path / "a.h5", {"task": "press"})
    recorder.begin(empty_stream(name="f", kind="forces", channels=("x", "y"), rate_hz=100))
    yield recorder
    recorder.abandon()


def test_what_was_written_is_the_recording(recorder):
    values = np.random.default_rng(0).normal(size=(20, 2))
    recorder.write("f", np.arange(12) / 100, values[:12])
    recorder.write("f", np.arange(12, 20) / 100, values[12:])
    assert recorder.counts == {"f": 20} and recorder.seconds == pytest.approx(0.19)
    made = recorder.finish(lost_samples=0)
    assert made.meta == {"task": "press", "lost_samples": 0}
    assert not journal_of(recorder.path).exists()
    found = Recording.load(recorder.path)
    np.testing.assert_array_equal(found["f"].values, values)
    with h5py.File(recorder.path) as file:  # readable by a stranger
        held = []
        file.visititems(lambda _, node: held.append(node) if hasattr(node, "shape") else None)
        assert any(node.shape == (20, 2) for node in held)


def test_a_stream_that_has_samples_brings_them(recorder, recording):
    recorder.begin(recording["force"])
    assert recorder.counts["force"] == 500


def test_events_get_new_names(recorder):
    recorder.begin(empty_stream(name="e", kind="events", channels=("tap",)))
    recorder.write("e", np.array([1.0]), np.array([0.0]))
    recorder.rename_events("e", ("tap", "let go"))
    recorder.write("e", np.array([2.0]), np.array([1.0]))
    found = recorder.finish()["e"]
    assert found.event_times("let go").tolist() == [2.0] and found.event_times("tap") == [1.0]


def test_names_of_events_are_only_added(recorder):
    with pytest.raises(InputError, match="added"):
        recorder.rename_events("f", ("x",))


def test_what_does_not_fit_is_refused(recorder):
    with pytest.raises(UnknownNameError, match="nobody"):
        recorder.write("nobody", np.zeros(1), np.zeros((1, 2)))
    with pytest.raises(UnknownNameError, match="nobody"):
        recorder.clock("nobody", 0.0, 0.0)
    with pytest.raises(InputError, match=r"shape \(1, 2\)"):
        recorder.write("f", np.zeros(1), np.zeros((1, 3)))
    with pytest.raises(InputError, match="already"):
        recorder.begin(empty_stream(name="f", kind="forces", channels=("x",)))


def test_no_file_is_written_over(recorder, tmp_path):
    with pytest.raises(FileError, match="interrupted"):
        Recorder(tmp_path / "a.h5")
    (tmp_path / "b.h5").touch()
    with pytest.raises(FileError, match="already"):
        Recorder(tmp_path / "b.h5")
    assert free_path(tmp_path, "a") == tmp_path / "a-001.h5"
    (tmp_path / "a-001.h5.journal").touch()
    assert free_path(tmp_path, "a") == tmp_path / "a-002.h5"


def test_what_is_discarded_is_gone(recorder):
    recorder.discard()
    assert not journal_of(recorder.path).exists()


def test_an_interrupted_recording_is_finished_under_another_name(recorder, tmp_path):
    assert finish_interrupted(tmp_path / "nothing.h5") is None
    recorder.write("f", np.arange(3.0), np.ones((3, 2)))
    recorder.abandon()
    (tmp_path / "a-recovered.h5").touch()
    kept = finish_interrupted(recorder.path)
    assert kept == tmp_path / "a-recovered-2.h5" and not journal_of(recorder.path).exists()
    found = Recording.load(kept)
    assert found["f"].n_samples == 3 and found.meta["cut_short"]


ENDLESS = """
import sys, time
import numpy as np
from prehensile.capture.live.recorder import Recorder
from prehensile.capture.recording.journal import empty_stream
recorder = Recorder(sys.argv[1])
recorder.begin(empty_stream(name="f", kind="forces", channels=("x",), rate_hz=1000))
while True:
    now = time.monotonic()
    recorder.write("f", np.array([now]), np.zeros((1, 1)))
    print(now, flush=True)
    time.sleep(0.002)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_killed_recorder_loses_less_than_a_second(tmp_path):
    path = tmp_path / "a.h5"
    process = subprocess.Popen([sys.executable, "-c", ENDLESS, path], stdout=subprocess.PIPE)
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(150)]
    process.kill()
    said += process.stdout.read().splitlines(keepends=True)
    process.wait()
    process.stdout.close()
    written = float([line for line in said if line.endswith(b"\n")][-1])
    assert written - float(said[0]) > 0.29  # long enough for something to be lost
    last = recovered(journal_of(path))["f"].time[-1]
    assert last > written - 0.5
