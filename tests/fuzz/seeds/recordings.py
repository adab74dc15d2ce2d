"""Recordings of motion and force."""

import json
import zipfile
from pathlib import Path

import numpy as np
from tests.capture.recording.recordings import small_recording
from tests.capture.recording.xdf_writer import example
from tests.fuzz.seeds.motion import markers_tsv

from prehensile.capture.recording.journal import Journal, empty_stream

FORCE = "Fx,Fy,Fz,Tx,Ty,Tz,Timestamp\n" + "".join(f"1,2,3,4,5,6,{k}.5\n" for k in range(5))
DESCRIPTION = {
    "format": "prehensile-table",
    "version": 1,
    "time": {"column": "t", "scale": 0.001},
    "streams": [
        {"name": "fsr", "kind": "voltages", "scale": 0.001, "channels": {"thumb": "a0", "b": "a1"}},
        {"name": "f", "kind": "force_vectors", "channels": {"tip": ["fx", "fy", "fz"]},
         "clock": "card", "sensor": {"model": "x"}},
    ],
    "clocks": {"card": [0.5, 1.0, "trigger"]},
    "meta": {"who": "me"},
}  # fmt: skip
TOUCHES = [
    {"contact": "index", "onset": 0.5, "settled": 0.52, "end": 1.25},
    {"contact": "thumb", "onset": 2.5, "settled": 2.52, "end": 3.5},
]


def recording(path: Path) -> None:
    """Streams of most kinds, by the suffix."""
    small_recording(8).save(path)


def xdf(path: Path) -> None:
    """Two devices and somebody who presses a key."""
    example(path)


def described_table(path: Path) -> None:
    """A table and its description."""
    path.write_text("t,a0,a1,fx,fy,fz\n0,1,2,3,4,5\n10,6,7,,,\n20,nan,9,1,2,3\n")
    path.with_suffix(".json").write_text(json.dumps(DESCRIPTION))


def description(path: Path) -> None:
    """What the columns of a table are."""
    path.write_text(json.dumps(DESCRIPTION))


def journal(path: Path) -> None:
    """A recording that was going on."""
    kept = Journal(path, {"meta": {"task": "press"}, "hand": {"side": 1}})
    kept.begin(0, empty_stream(name="f", kind="forces", channels=("a",), rate_hz=10.0))
    kept.begin(1, empty_stream(name="m", kind="markers", channels=("x", "y")))
    kept.begin(2, empty_stream(name="e", kind="events", channels=("tap", "let go")))
    kept.samples(0, np.arange(4.0), np.zeros((4, 1)))
    kept.samples(1, np.arange(4.0), np.ones((4, 2, 3)))
    kept.samples(2, np.array([0.5, 0.5]), np.array([0.0, 1.0]))
    kept.close()


def zipped(path: Path) -> None:
    """A recording in an archive."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("one.csv", FORCE)
        archive.writestr("readme.txt", "nothing")


def touches(path: Path) -> None:
    """When something was touched."""
    path.write_text(json.dumps(TOUCHES))


SEEDS = {
    "c3d_recording": recording,
    "csv_recording": described_table,
    "hdf5_recording": recording,
    "journal": journal,
    "table_description": description,
    "touches": touches,
    "tsv_recording": markers_tsv,
    "xdf_recording": xdf,
    "zip_recordings": zipped,
}
