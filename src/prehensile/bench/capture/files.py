"""Whether recordings come through their files, how fast, and how large these are."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.capture.recording.packed import recordings_in
from prehensile.capture.recording.recording import (
    CapturedObject,
    Clock,
    NamedContact,
    Recording,
    Touch,
)
from prehensile.capture.recording.stream import FILLED, Done, Stream
from prehensile.capture.recording.tekscan import load_frames, taxel_grid
from prehensile.errors import PrehensileError
from prehensile.reference_data import ReferenceDataError, reference_data

REFERENCE = {
    "imports_ok": "yes: every named recording of the reference data",
    "round_trip_equal": "yes: HDF5 to the bit, C3D to single precision",
    "read_mb_per_s": "at least 50: HDF5, in a process of its own",
    "file_overhead": "at most 1.1: bytes over those of the numbers",
}
SINGLE = 2.0**-23
"""Relative rounding of single precision, which C3D keeps."""
MINUTES = 10
"""of the recording that is timed: 21 markers at 500 Hz, a glove at 100 Hz, forces at 1 kHz"""


def file_figures(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of `REFERENCE`."""
    progress("files of recordings")
    return {
        "imports_ok": imports_ok(),
        "round_trip_equal": round_trip_equal(),
        "read_mb_per_s": read_mb_per_s(),
        "file_overhead": file_overhead(),
    }


def imports_ok() -> bool | None:
    """Whether all the reference recordings import, whole.

    Three force files and the ZIP of 400, the Qualisys recording, and the glove's files. None
    where they are absent.
    """
    try:
        return _forces_import() and _markers_import() and _glove_imports()
    except ReferenceDataError:
        return None
    except PrehensileError:
        return False


def round_trip_equal() -> bool:
    """Whether a recording with everything in it comes back: HDF5 bit for bit, C3D rounded to
    single precision.
    """
    given = full_recording(60)
    with _folder() as folder:
        found = Recording.load(given.save(folder / "a.h5"))
        exact = all(_same(a, b) for a, b in zip(given.streams, found.streams, strict=True))
        exact &= all(
            np.array_equal(a.flags, b.flags)  # pyright: ignore[reportArgumentType]
            and a.clock == b.clock
            for a, b in zip(given.streams, found.streams, strict=True)
        )
        exact &= dict(given.clocks) == dict(found.clocks) and given.touches == found.touches
        exact &= given.contacts == found.contacts and dict(given.meta) == dict(found.meta)
        back = Recording.load(given.save(folder / "a.c3d"))
        return exact and all(
            _same(a, b, SINGLE * float(np.nanmax(np.abs(a.values), initial=1.0)))
            for a, b in zip(given.streams, back.streams, strict=True)
        )


def read_mb_per_s(minutes: float = MINUTES) -> float:
    """Megabytes of numbers a second of an HDF5 file, child process and checks included; the best
    of three.
    """
    given = full_recording(round(60 * minutes * 500))
    with _folder() as folder:
        path = given.save(folder / "a.h5")
        seconds = []
        for _ in range(3):
            begin = time.perf_counter()
            Recording.load(path)
            seconds.append(time.perf_counter() - begin)
    return 1e-6 * raw_bytes(given) / min(seconds)


def file_overhead(seconds: float = 60.0) -> float:
    """Bytes of an HDF5 file over those of its times, values and flags that are kept."""
    given = full_recording(round(500 * seconds))
    with _folder() as folder:
        return given.save(folder / "a.h5").stat().st_size / raw_bytes(given)


def raw_bytes(recording: Recording) -> int:
    """Of times, values, and the flags of streams of which somebody set one."""
    return sum(
        s.time.nbytes
        + s.values.nbytes
        + (s.flags.nbytes if s.flags is not None and (s.flags > 1).any() else 0)
        for s in recording.streams
    )


def full_recording(frames: int) -> Recording:
    """Motion, pressure, forces and events with gaps, flags, clocks and contacts; no truth in it."""
    rng = np.random.default_rng(0)
    motion, glove, force = (np.arange(frames * k // 500) / k for k in (500, 100, 1000))
    markers = rng.normal(0, 0.1, (len(motion), 21, 3))
    markers[len(motion) // 3 : len(motion) // 2, 4] = np.nan
    volts = rng.uniform(0, 5, (len(force), 5))
    flags = np.zeros(volts.shape, np.uint8)
    flags[3:6, 1] = FILLED
    taps = np.arange(1, 4) * motion[-1] / 5
    names = [f"marker {k}" for k in range(21)], [f"taxel {k}" for k in range(100)]
    streams = (
        Stream("markers", "markers", motion, markers, tuple(names[0]), rate_hz=500.0),
        Stream("nano", "wrenches", force, rng.normal(size=(len(force), 1, 6)), ("tip",),
               clock="card", rate_hz=1000.0, frame="sensor", sensor={"model": "Nano17"},
               history=(Done("calibrated", "bench", {"bits": 16}),)),
        Stream("fsr", "voltages", force, volts, tuple("abcde"), clock="card", flags=flags,
               rate_hz=1000.0),
        Stream("taps", "events", taps, np.zeros(3), ("tap",)),
    )  # fmt: skip
    if frames > 5000:
        pressure = rng.integers(0, 256, (len(glove), 100)).astype(float)
        streams += (Stream("glove", "pressure", glove, pressure, tuple(names[1]), rate_hz=100.0),)
    return Recording(
        streams,
        clocks={"card": Clock(0.0, 1.0, "trigger", 1e-4)},
        contacts=(NamedContact("pad", "index-finger-phalanx-distal", "box", "nano", "tip"),),
        touches=(Touch("pad", 0.01, 0.02, 0.05, "bench"),),
        objects=(CapturedObject("box", 0.012),),
        meta={"task": "bench"},
    )


def _same(a: Stream, b: Stream, atol: float = 0.0) -> bool:
    """All that a file keeps of a stream, its numbers within ``atol``."""
    heads = [(s.name, s.kind, s.channels, s.unit, s.rate_hz) for s in (a, b)]
    told = [(s.frame, dict(s.sensor), s.history) for s in (a, b)]
    return (
        heads[0] == heads[1]
        and (a.kind == "events" or told[0] == told[1])
        and a.values.shape == b.values.shape
        and bool(np.allclose(a.values, b.values, rtol=0, atol=atol, equal_nan=True))
        and bool(np.allclose(a.time, b.time, rtol=0, atol=1e-6 if atol else 0.0))
    )


def _forces_import() -> bool:
    folder = reference_data("force", "texture_exploration")
    loose = [Recording.load(path)["force"] for path in sorted(folder.glob("*.csv"))]
    packed = [r["force"] for _, r in recordings_in(folder / "raw_force_400.zip")]
    return (
        len(loose) == 3
        and len(packed) == 400
        and all(s.kind == "wrenches" and s.n_samples > 50 for s in (*loose, *packed))
    )


def _markers_import() -> bool:
    found = Recording.load(reference_data("motion", "dfki_markers", "recording.tsv"))["markers"]
    return found.values.shape == (6000, 21, 3) and found.rate_hz == 100


def _glove_imports() -> bool:
    files = sorted(reference_data("fingertips", "index").glob("Data*.csv"))
    found = load_frames(files)["pressure"]
    grid = taxel_grid(found)
    return found.values.shape == (11, 361) and grid.shape == (29, 25) and int(grid.sum()) == 361


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)
