"""Live capture: samples lost while a page watches, and what a killed recorder loses.

Recorder and player are processes of their own, as people run them, and their streams stay on this
machine.
"""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from prehensile.capture.live.lsl import keep_to_this_machine
from prehensile.capture.live.recorder import journal_of
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.recovered import recovered
from prehensile.capture.recording.stream import Stream
from prehensile.errors import MissingExtraError, PrehensileError
from prehensile.extras import optional

REFERENCE = {
    "live_loss": "0: samples lost in 60 s of five streams up to 1 kHz, one page watching",
    "live_frame_hz": "60: frames a second that the page was sent meanwhile",
    "crash_loss_s": "at most 1: a recorder killed at ten random times",
}
COMMAND = "import sys; from prehensile.cli.app import main; sys.exit(main())"
PATIENCE = 60.0
"""[s] for a process to do what it is to do first"""
SECONDS = 60.0
"""of live streams"""
EARLIEST, LATEST = 0.5, 3.0
"""[s] after its first sample, between which a recorder is killed"""


class LiveRun(NamedTuple):
    """How a recording of live streams went."""

    sent: int
    """samples"""
    lost: int
    """samples that are not in the file, or are not what was sent"""
    frame_hz: float
    """frames a second that the page got"""


def live_figures(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of `REFERENCE`; none without the extras capture and stage."""
    try:
        progress(f"live streams, {SECONDS:g} s")
        ran = live_run(SECONDS)
        progress("recorders killed")
        lost = crash_loss_s()
    except MissingExtraError:
        return dict.fromkeys(REFERENCE)
    return {"live_loss": ran.lost, "live_frame_hz": ran.frame_hz, "crash_loss_s": lost}


def live_run(seconds: float) -> LiveRun:
    """Play five streams, record them with a page watching, and compare the files."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env = {**os.environ, **keep_to_this_machine(folder)}
        sent = five_streams(seconds)
        sent.save(folder / "sent.h5")
        with (
            _running(env, "capture", "replay", folder / "sent.h5", "--once", "--wait", "60")
            as player,
            _running(env, "capture", "live", "-o", folder / "got.h5", "--no-browser", "--port", "0",
                     "--streams", ",".join(sent.names), "--seconds", 2 * seconds + 120)
            as recorder,
        ):  # fmt: skip
            url = next(w for w in _line(recorder, "http://").split() if w.startswith("http://"))
            watching = _Watcher(url)
            _line(player, "sent ")
            time.sleep(1.0)  # all is on its way for some milliseconds at most
            frames = watching.stop()
            recorder.terminate()
            recorder.wait(PATIENCE)
        got = Recording.load(folder / "got.h5")
    missing = sum(_missing(stream, got) for stream in sent.streams)
    return LiveRun(sum(s.n_samples for s in sent.streams), missing, frames)


def crash_loss_s(kills: int = 10, seed: int = 0) -> float:
    """[s] Most that was lost when a recorder was killed (SIGKILL) at random times.

    From its death back to the last sample of the stream that had come least far.
    """
    rng = np.random.default_rng(seed)
    losses = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env = {**os.environ, **keep_to_this_machine(folder)}
        sent = five_streams(4.0)
        sent.save(folder / "sent.h5")
        with _running(env, "capture", "replay", folder / "sent.h5") as player:
            _line(player, "playing")
            for k in range(kills):
                losses.append(_loss(env, folder / f"{k}.h5", sent.names, rng))
    return max(losses)


def five_streams(seconds: float) -> Recording:
    """Numbers at random at the rates and widths of real sensors."""
    rng = np.random.default_rng(0)

    def stream(name: str, kind: str, rate: float, *shape: int) -> Stream:
        time = np.arange(round(seconds * rate)) / rate
        channels = tuple(f"{k + 1}" for k in range(shape[0]))
        return Stream(
            name, kind, time, rng.normal(size=(len(time), *shape)), channels, rate_hz=rate
        )

    return Recording(
        (
            stream("plate", "wrenches", 1000, 1, 6),
            stream("fingertips", "forces", 1000, 5),
            stream("markers", "markers", 200, 20, 3),
            stream("angles", "joint_angles", 100, 23),
            stream("grip", "pressure", 100, 361),
        )
    )


def _loss(
    env: dict[str, str], path: Path, names: tuple[str, ...], rng: np.random.Generator
) -> float:
    journal = journal_of(path)
    words = ("capture", "live", "--no-stage", "-o", path, "--streams", ",".join(names))
    with _running(env, *words) as recorder:
        end = time.monotonic() + PATIENCE
        while not journal.exists() or len(_ends(journal)) < len(names):
            if time.monotonic() > end:
                raise PrehensileError(f"nothing was recorded within {PATIENCE:g} s.")
            time.sleep(0.05)
        time.sleep(float(rng.uniform(EARLIEST, LATEST)))
        died = time.monotonic()  # the clock that LSL stamps by
        recorder.kill()
        recorder.wait(PATIENCE)
    return died - min(_ends(journal).values())


def _ends(journal: Path) -> dict[str, float]:
    """[s] master clock: the last sample of every stream that has one."""
    found = recovered(journal)
    return {s.name: float(found.time(s.name)[-1]) for s in found.streams if s.n_samples}


def _missing(stream: Stream, got: Recording) -> int:
    if stream.name not in got.names:
        return stream.n_samples
    values = got[stream.name].values
    if values.shape == stream.values.shape:
        return int((values != stream.values).reshape(len(values), -1).any(axis=1).sum())
    return abs(stream.n_samples - len(values)) or stream.n_samples


class _Watcher:
    """A page that does not draw."""

    def __init__(self, url: str):
        self._address = url.replace("http:", "ws:", 1).replace("/?", "/ws?")
        self._frames, self._began = 0, time.monotonic()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="watcher", daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        optional("websockets")
        from websockets.sync.client import connect

        with connect(self._address, compression=None, max_size=None) as socket:
            while not self._stopping.is_set():
                self._frames += socket.recv()[4:19] == b'{"type":"Frame"'

    def stop(self) -> float:
        """Frames a second until now."""
        rate = self._frames / (time.monotonic() - self._began)
        self._stopping.set()
        self._thread.join(timeout=5.0)
        return rate


@contextmanager
def _running(env: dict[str, str], *words: object) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", COMMAND, *map(str, words)],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(PATIENCE)
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


def _line(process: subprocess.Popen[str], word: str) -> str:
    """The first line that it prints with a word in it."""
    assert process.stdout is not None and process.stderr is not None
    for line in process.stdout:
        if word in line:
            return line
    raise PrehensileError(process.stderr.read().removeprefix("prehensile: ").strip())
