"""XDF by the letters of its specification (sccn/xdf, version 1.0), for tests of our reader."""

import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np


def chunk(tag: int, content: bytes) -> bytes:
    """[NumLengthBytes][Length][Tag][Content]"""
    body = struct.pack("<H", tag) + content
    return b"\x04" + struct.pack("<I", len(body)) + body


def header(name: str, kind: str, rate: float, labels: Sequence[str], unit: str, text: bool) -> str:
    """The XML of a stream."""
    channels = "".join(
        f"<channel><label>{label}</label><unit>{unit}</unit></channel>" for label in labels
    )
    return (
        f"<?xml version='1.0'?><info><name>{name}</name><type>{kind}</type>"
        f"<channel_count>{len(labels)}</channel_count><nominal_srate>{rate}</nominal_srate>"
        f"<channel_format>{'string' if text else 'double64'}</channel_format>"
        f"<source_id>bench</source_id><desc><channels>{channels}</channels></desc></info>"
    )


def samples(time: np.ndarray, rows: Sequence[Sequence[object]]) -> bytes:
    """Content of a chunk of samples, each with its time stamp."""
    parts = [b"\x04" + struct.pack("<I", len(time))]
    for at, row in zip(time, rows, strict=True):
        parts.append(b"\x08" + struct.pack("<d", at))
        for value in row:
            if isinstance(value, str):
                data = value.encode()
                parts.append(b"\x04" + struct.pack("<I", len(data)) + data)
            else:
                parts.append(struct.pack("<d", value))
    return b"".join(parts)


def write_xdf(path: Path, streams: Sequence[dict]) -> Path:
    """Streams with the keys of `header`, and ``time``, ``rows``, ``offsets`` (K, 2)."""
    data = b"XDF:" + chunk(1, b"<?xml version='1.0'?><info><version>1.0</version></info>")
    for number, one in enumerate(streams, start=1):
        who = struct.pack("<I", number)
        text = isinstance(one["rows"][0][0], str) if len(one["rows"]) else False
        told = header(one["name"], one["kind"], one["rate"], one["labels"], one["unit"], text)
        data += chunk(2, who + told.encode())
        for at, off in one.get("offsets", ()):
            data += chunk(4, who + struct.pack("<dd", at, off))
        if len(one["rows"]):
            data += chunk(3, who + samples(one["time"], one["rows"]))
        data += chunk(6, who + b"<?xml version='1.0'?><info></info>")
    path.write_bytes(data)
    return path


def example(path: Path) -> Path:
    """Two devices whose clocks drift, and somebody who presses a key."""
    rng = np.random.default_rng(1)
    time = 100 + np.arange(50) / 100
    at = np.arange(100, 130, 1.0)
    offsets = np.stack([at, 0.5 + 2e-5 * at + 1e-6 * rng.normal(size=len(at))], axis=1)
    offsets[7, 1] += 0.02  # an answer that was late
    return write_xdf(
        path,
        [
            {"name": "amp", "kind": "EMG", "rate": 100, "labels": ["a", "b"], "unit": "microvolts",
             "time": time, "rows": rng.normal(size=(50, 2)), "offsets": offsets},
            {"name": "hand/motion", "kind": "markers", "rate": 100, "unit": "m",
             "labels": ["tip.0", "tip.1", "tip.2"], "time": time, "rows": rng.normal(size=(50, 3))},
            {"name": "keys", "kind": "Markers", "rate": 0, "labels": [""], "unit": "",
             "time": np.array([100.1, 100.3]), "rows": [["go"], ["stop"]]},
        ],
    )  # fmt: skip
