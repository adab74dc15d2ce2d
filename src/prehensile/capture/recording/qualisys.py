"""Marker recordings of Qualisys (TSV) as they were measured: nothing filled, nothing filtered."""

from pathlib import Path

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.motion.mocap.qualisys_tsv import read_qualisys_tsv


def load(path: str | Path) -> Recording:
    """Read a Qualisys TSV. Safe on a stranger's.

    Raises:
        FileError: as `read_qualisys_tsv`.
    """
    found = read_qualisys_tsv(path)
    markers = Stream(
        "markers",
        "markers",
        found.time,
        found.points,
        found.names,
        rate_hz=found.rate_hz,
        sensor={"system": "Qualisys"},
    )
    return Recording((markers,), meta={"source": Path(path).name})
