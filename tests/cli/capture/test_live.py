"""``prehensile capture live`` and ``replay``, with a source that needs no network."""

import pytest

from prehensile.capture.live import lsl, replay
from prehensile.capture.live.built_in import built_in_session
from prehensile.capture.live.recorded_source import RecordedSource
from prehensile.capture.live.recorder import Recorder
from prehensile.capture.recording.recording import Recording
from prehensile.errors import InputError
from prehensile.stage import page_files


class Played(RecordedSource):
    """The built-in session in place of a network."""

    def __init__(self, names=()):
        super().__init__(built_in_session())
        self.names = names

    def wait(self, seconds):
        if "nobody" in self.names:
            raise InputError("no stream named nobody came within 10 s.")


@pytest.fixture(autouse=True)
def _played(monkeypatch, tmp_path_factory):
    monkeypatch.setattr(lsl, "LslSource", Played)
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("<!doctype html>")
    monkeypatch.setattr(page_files, "FOLDER", folder)


def test_it_records_without_a_page(run_cli, tmp_path):
    out = tmp_path / "a.h5"
    ran = run_cli("capture", "live", "--no-stage", "-o", out, "--seconds", 0.5)
    assert ran.code == 0 and "nothing lost: a.h5." in ran.out
    found = Recording.load(out)
    assert found["fingertips"].n_samples > 300 and not list(tmp_path.glob("*.journal"))


def test_it_records_while_the_stage_is_open(run_cli, tmp_path):
    out = tmp_path / "a.h5"
    words = ("--no-browser", "--port", 0, "--seconds", 0.7)
    ran = run_cli("capture", "live", "-o", out, *words)
    assert ran.code == 0 and "http://127.0.0.1:" in ran.out and "nothing lost" in ran.out
    assert Recording.load(out)["grip"].n_samples > 30


def test_what_a_crash_left_is_kept(run_cli, tmp_path):
    out = tmp_path / "a.h5"
    broken = Recorder(out)
    broken.begin(built_in_session()["angles"])
    broken.abandon()
    ran = run_cli("capture", "live", "--no-stage", "-o", out, "--seconds", 0.3)
    assert ran.code == 0 and "interrupted" in ran.out
    assert (
        Recording.load(tmp_path / "a-recovered.h5")["angles"].n_samples
        == built_in_session()["angles"].n_samples
    )
    assert Recording.load(out)["angles"].n_samples < 100


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--no-stage",), "-o FILE"),
        (("--no-stage", "-o", "there.h5"), "there already"),
        (("--no-stage", "-o", "a.xyz"), ".xyz"),
        (("--no-stage", "-o", "b.h5", "--seconds", "soon"), "--seconds"),
        (("--no-stage", "-o", "b.h5", "--streams", "nobody"), "nobody"),
    ],
)
def test_bad_input_is_one_line(run_cli, tmp_path, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.h5").touch()
    run_cli("capture", "live", *words).assert_refused(said)
    assert [p.name for p in tmp_path.iterdir()] == ["there.h5"]


def test_a_full_disk_is_one_line(run_cli, tmp_path, monkeypatch):
    from prehensile.capture.recording import journal

    monkeypatch.setattr(journal, "LONGEST", 30_000)
    out = tmp_path / "a.h5"
    ran = run_cli("capture", "live", "--no-stage", "-o", out, "--seconds", 20)
    assert ran.code == 2 and ran.err.count("\n") == 1
    assert "begin another" in ran.err and "capture convert" in ran.err
    journal, made = tmp_path / "a.h5.journal", tmp_path / "b.h5"
    assert run_cli("capture", "convert", journal, made).code == 0
    assert Recording.load(made)["angles"].n_samples > 3
    assert (tmp_path / "a.h5.journal").exists()


def test_a_recording_is_played(run_cli, tmp_path, monkeypatch):
    sent = []

    class Told(replay.Replay):
        def __init__(self, recording, speed, loop):
            self.recording, self.sent = recording, {s.name: 3 for s in recording.streams}
            sent.append((speed, loop))

        def run(self, stopping=None, wait=0.0, progress=None):
            assert stopping is not None
            sent.append(stopping.wait(120.0))

        def close(self):
            sent.append("closed")

    monkeypatch.setattr(replay, "Replay", Told)
    path = built_in_session().save(tmp_path / "s.h5")
    ran = run_cli("capture", "replay", path, "--speed", 2, "--once", "--seconds", 0.1)
    assert ran.code == 0 and "playing 5 streams: grip" in ran.out and "sent 15 samples" in ran.out
    assert sent == [(2.0, False), True, "closed"]  # stopped by --seconds, not by its patience
    run_cli("capture", "replay", path, "--speed", "fast").assert_refused("--speed")
    run_cli("capture", "replay", tmp_path / "none.h5").assert_refused("none.h5")
