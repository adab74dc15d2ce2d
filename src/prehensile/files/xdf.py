"""Streams of an XDF file, which LabRecorder writes. Safe on a stranger's.

pyxdf (extra ``capture``) works in a process of its own. Times are as the devices stamped them:
neither smoothed nor brought to one clock; what was measured of the clocks comes beside them.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.files.apart import Give, parsed_apart
from prehensile.files.limits import MAX_VALUES
from prehensile.files.opened import opened

MOST_STREAMS = 1000
MOST_WORDS = 1000
"""different texts of one stream"""
_MAGIC = b"XDF:"


class XdfStream(NamedTuple):
    """One stream."""

    name: str
    kind: str
    """what the device calls its type: ``MoCap``, ``Force``, ``EEG``, …"""
    rate: float
    """[Hz] as declared; 0 where samples come when they come"""
    time: np.ndarray
    """(N,) [s] by the device's clock"""
    values: np.ndarray
    """(N, C) float64; rows of ``words`` in a stream of text"""
    labels: tuple[str, ...]
    """of C channels; empty texts where there are none"""
    units: tuple[str, ...]
    words: tuple[str, ...]
    """the different texts of a stream of text; none in others"""
    offsets: np.ndarray
    """(K, 2) [s] when a clock was asked, and what was to be added to it then"""
    source: str
    """the device's own identification"""


def read_xdf(path: str | Path) -> tuple[XdfStream, ...]:
    """All streams of a file.

    Raises:
        FileError: missing, too large, damaged, or not an XDF file.
        MissingExtraError: pyxdf is not installed.
    """
    with opened(path, "xdf") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise InputError("it is not an XDF file")
        said, arrays = parsed_apart("prehensile.files.xdf", path, "pyxdf", "capture")
        return tuple(
            XdfStream(
                name=one["name"],
                kind=one["kind"],
                rate=float(one["rate"]),
                time=arrays[f"time_{k}"],
                values=arrays[f"values_{k}"],
                labels=tuple(one["labels"]),
                units=tuple(one["units"]),
                words=tuple(one["words"]),
                offsets=arrays[f"offsets_{k}"],
                source=one["source"],
            )
            for k, one in enumerate(said["streams"])
        )


def parse(path: str, give: Give) -> dict[str, Any]:
    """In the child: what `read_xdf` puts together.

    Raises:
        InputError: more than is read.
    """
    import logging

    import pyxdf

    logging.disable(logging.CRITICAL)
    found, _ = pyxdf.load_xdf(path, synchronize_clocks=False, dejitter_timestamps=False)
    if len(found) > MOST_STREAMS:
        raise InputError(f"it has {len(found)} streams, at most {MOST_STREAMS} are read")
    total = sum(len(s["time_stamps"]) * (1 + _channels(s)) for s in found)
    if total > MAX_VALUES:
        raise InputError(f"it holds {total} numbers, at most {MAX_VALUES} are read")
    return {"streams": [_stream(k, stream, give) for k, stream in enumerate(found)]}


def _channels(stream: Any) -> int:
    return int(stream["info"]["channel_count"][0])


def _stream(k: int, stream: Any, give: Give) -> dict[str, Any]:
    info, count = stream["info"], _channels(stream)
    words: dict[str, int] = {}
    if info["channel_format"][0] == "string":
        rows = stream["time_series"]
        values = np.array(
            [[words.setdefault(text, len(words)) for text in row] for row in rows], float
        ).reshape(len(rows), count)
        if len(words) > MOST_WORDS:
            raise InputError(f"a stream has {len(words)} different texts, at most {MOST_WORDS}")
    else:
        values = np.asarray(stream["time_series"], float).reshape(-1, count)
    give(f"time_{k}", np.asarray(stream["time_stamps"], float))
    give(f"values_{k}", values)
    offsets = [stream["clock_times"], stream["clock_values"]]
    give(f"offsets_{k}", np.array(offsets, float).reshape(2, -1).T)
    channels = _described(info)
    return {
        "name": _word(info, "name"),
        "kind": _word(info, "type"),
        "rate": float(_word(info, "nominal_srate") or 0),
        "labels": [_word(c, "label") for c in channels][:count],
        "units": [_word(c, "unit") for c in channels][:count],
        "words": list(words),
        "source": _word(info, "source_id"),
    }


def _described(info: Any) -> list[Any]:
    """The description of each channel, where there is one."""
    for name in ("desc", "channels"):
        inner = (info.get(name) or [None])[0]
        if not isinstance(inner, dict):
            return []
        info = inner
    return [c if isinstance(c, dict) else {} for c in info.get("channel", [])]


def _word(info: Any, name: str) -> str:
    found = info.get(name) or [""]
    return str(found[0] or "")[:500]
