"""The fuzz target of recordings: no spoilt file may crash us, hang us or raise anything but one
line.

``make test`` tries a few mutations of each format, ``make test-long`` a thousand. To try others,
set ``PREHENSILE_FUZZ_SEED``; a failure names the seed and the number, and `mutated` makes the file
anew.
"""

import os
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from tests.capture.recording.recordings import small_recording
from tests.capture.recording.xdf_writer import example
from tests.fuzz.mutations import mutated

from prehensile.capture.recording.formats import load_recording
from prehensile.errors import FileError
from prehensile.files import apart

SEED = int(os.environ.get("PREHENSILE_FUZZ_SEED", "0"))
FEW, MANY = 40, 1000
STARTED, HUNG = 60.0, 4.0
"""[s] that a batch takes to begin at most, and one file before it counts as hung"""
TRIED = 3
"""of the files that ended a batch, as users would read them"""

TEKSCAN = "Frame 1, 0,, 04/07/2013 2:05:30.92PM,,,Raw Sum=,,10\nB,1,2\n3,4,B\n" * 3 + "@@\n"
TSV = (
    "NO_OF_FRAMES\t3\nFREQUENCY\t100\nMARKER_NAMES\ta\tb\n"
    "Frame\tTime\ta X\ta Y\ta Z\tb X\tb Y\tb Z\n"
    + "".join(f"{k}\t{k / 100}\t1\t2\t3\t4\t5\t6\n" for k in range(3))
)
FORCE = "Fx,Fy,Fz,Tx,Ty,Tz,Timestamp\n" + "".join(f"1,2,3,4,5,6,{k}.5\n" for k in range(20))


def write_good(folder: Path, suffix: str) -> Path:
    """A sound file of a format."""
    path = folder / f"good{suffix}"
    if suffix == ".xdf":
        return example(path)
    return small_recording(20).save(path)


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("suffix", "package"), [(".h5", "h5py"), (".c3d", "ezc3d"), (".xdf", "pyxdf")]
)
@pytest.mark.skipif(sys.platform == "win32", reason="the batch limits its memory")
def test_spoilt_files_of_libraries(tmp_path, monkeypatch, suffix, package, count):
    pytest.importorskip(package)
    write_good(tmp_path, suffix)
    told, ended = run_batches(tmp_path, suffix, count)
    strange = {k: line for k, line in told.items() if line not in ("read", "refused")}
    assert not strange, f"seed {SEED}"
    assert len(told) + len(ended) == count
    assert sum(line == "refused" for line in told.values()) > count / 20
    # What ended a batch must end nobody who reads it as users do.
    monkeypatch.setattr(apart, "SECONDS", HUNG)
    for k in ended[:TRIED]:
        bad = tmp_path / f"ended{suffix}"
        good = (tmp_path / f"good{suffix}").read_bytes()
        bad.write_bytes(mutated(good, np.random.default_rng([SEED, k]), text=False))
        assert_read_or_refused(bad, k, 10 * HUNG)


def run_batches(folder: Path, suffix: str, count: int) -> tuple[dict[int, str], list[int]]:
    """What was said of each file, and the numbers of those at which a batch died or hung."""
    told: dict[int, str] = {}
    ended: list[int] = []
    first = 0
    while first < count:
        words = [str(folder), suffix, str(first), str(count), str(SEED)]
        batch = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("batch.py")), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        lines = lines_of(batch)
        at = first
        try:
            while (number := lines.get(timeout=STARTED)) is not None:
                at = int(number)
                line = lines.get(timeout=HUNG)
                if line is None:
                    break
                told[at] = line
        except queue.Empty:
            pass
        finally:
            batch.kill()
            batch.wait()
        if at in told:
            assert at == count - 1, f"the batch ended after {at} without a word"
            break
        ended.append(at)
        first = at + 1
    return told, ended


def lines_of(batch: subprocess.Popen) -> "queue.Queue[str | None]":
    """Its lines as they come, then None; read by a thread, so that waiting has a limit."""
    found: queue.Queue[str | None] = queue.Queue()

    def read() -> None:
        assert batch.stdout is not None
        for line in batch.stdout:
            found.put(line.rstrip("\n"))
        found.put(None)

    threading.Thread(target=read, daemon=True).start()
    return found


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize(("name", "text"), [("a.csv", TEKSCAN), ("a.tsv", TSV), ("b.csv", FORCE)])
def test_spoilt_files_of_text(tmp_path, name, text, count):
    path = tmp_path / name
    for k in range(count):
        path.write_bytes(mutated(text.encode(), np.random.default_rng([SEED, k]), text=True))
        assert_read_or_refused(path, k)


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_spoilt_tables_and_descriptions(tmp_path, count):
    path = small_recording(4).save(tmp_path / "a.csv")
    good = {p: p.read_bytes() for p in (path, path.with_suffix(".json"))}
    for k in range(count):
        rng = np.random.default_rng([SEED, k])
        for file, data in good.items():
            file.write_bytes(mutated(data, rng, text=True) if rng.random() < 0.6 else data)
        assert_read_or_refused(path, k)


def assert_read_or_refused(path: Path, k: int, seconds: float = 5 * HUNG) -> None:
    started = time.monotonic()
    try:
        load_recording(path)
    except FileError as error:
        assert "\n" not in str(error), f"seed {SEED}, number {k}"
    except BaseException as error:
        raise AssertionError(f"seed {SEED}, number {k}: {error!r}") from error
    assert time.monotonic() - started < seconds, f"seed {SEED}, number {k}"
