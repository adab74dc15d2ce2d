"""Recordings of LabRecorder (XDF), for all that speaks Lab Streaming Layer.

A stream whose type is one of our kinds (``joint_angles``, ``wrenches``, …) is of that kind, as
`prehensile capture live` and `replay` name them; some usual types are known; text becomes events;
all else is what a converter read, in the unit that the stream gives.
"""

from pathlib import Path

import numpy as np

from prehensile.capture.recording.recording import Clock, Recording
from prehensile.capture.recording.stream import KINDS, Done, Stream
from prehensile.errors import InputError
from prehensile.files.opened import parsing
from prehensile.files.xdf import XdfStream, read_xdf

USUAL = {"force": "forces", "pressure": "pressure", "emg": "voltages", "eeg": "voltages"}
"""Types that others use, in lower letters → ours, where each channel is one number."""
UNITS = {
    "volts": ("V", 1.0), "v": ("V", 1.0), "millivolts": ("V", 1e-3), "mv": ("V", 1e-3),
    "microvolts": ("V", 1e-6), "uv": ("V", 1e-6), "µv": ("V", 1e-6), "newtons": ("N", 1.0),
    "newton": ("N", 1.0), "n": ("N", 1.0), "pascal": ("Pa", 1.0), "kpa": ("Pa", 1e3),
}  # fmt: skip
"""Units that become ours; others stay as they are."""
FEW_OFFSETS = 5
"""With fewer measurements of a clock there is an offset, and no drift."""
MOST_DRIFT = 1e-2
"""No clock of a computer is as bad: what looks so is not a drift."""


def load(path: str | Path) -> Recording:
    """Read an XDF file. Safe on a stranger's.

    Raises:
        FileError: missing, damaged, not XDF, or with times that run backwards.
        MissingExtraError: pyxdf is not installed.
    """
    found = read_xdf(path)
    with parsing(path, "xdf"):
        streams: list[Stream] = []
        clocks: dict[str, Clock] = {}
        for one in found:
            if not len(one.time):
                continue
            name = _free_name(one.name, [s.name for s in streams])
            streams.append(_events(one, name) if one.words else _numbers(one, name))
            if len(one.offsets):
                clocks[name] = measured_clock(one.offsets)
        if not streams:
            raise InputError("none of its streams has a sample")
        return Recording(tuple(streams), clocks=clocks, meta={"source": Path(path).name})


def measured_clock(offsets: np.ndarray) -> Clock:
    """The clock through measured offsets (K, 2) [s]: a line, outliers left out.

    The network delays some answers; those further than three deviations (by the median) from a
    first line are not asked again.
    """
    at, off = offsets[np.isfinite(offsets).all(axis=1)].T
    if not len(at):
        return Clock()
    middle, slope, level = float(np.median(at)), 0.0, float(np.median(off))
    kept, residual = np.ones(len(at), bool), off - level
    for _ in range(2):
        if kept.sum() >= FEW_OFFSETS and np.ptp(at[kept]) > 0:
            slope, level = (float(v) for v in np.polyfit(at[kept] - middle, off[kept], 1))
        residual = off - level - slope * (at - middle)
        spread = 1.4826 * float(np.median(np.abs(residual[kept] - np.median(residual[kept]))))
        kept = np.abs(residual - np.median(residual[kept])) <= 3 * spread + 1e-9
    if abs(slope) > MOST_DRIFT:
        slope, level = 0.0, float(np.median(off))
    deviation = float(np.std(residual[kept]) / np.sqrt(max(kept.sum(), 1)))
    return Clock(level - slope * middle, 1.0 + slope, "offsets", deviation)


def _numbers(one: XdfStream, name: str) -> Stream:
    kind = one.kind if one.kind in KINDS else USUAL.get(one.kind.lower(), "voltages")
    width = KINDS[kind].width
    each = int(np.prod(width))
    count = one.values.shape[1]
    if count % each or kind == "events":
        raise InputError(f"the stream {name!r} of type {kind!r} has {count} channels")
    unit, scale = _unit(one.units, kind if one.kind in KINDS else "")
    time, done = _increasing(one, name)
    values = np.where(np.isfinite(one.values), scale * one.values, np.nan)
    return Stream(
        name=name,
        kind=kind,
        time=time,
        values=values.reshape(len(time), count // each, *width),
        channels=_channel_names(one.labels, count // each, each),
        unit=unit,
        rate_hz=one.rate,
        frame="sensor" if kind in ("voltages", "forces", "pressure") else "world",
        sensor={"type": one.kind, "source": one.source},
        delivery="push",
        history=done,
    )


def _events(one: XdfStream, name: str) -> Stream:
    """Text of the first channel; order of equal or reversed stamps is mended by sorting."""
    order = np.argsort(one.time, kind="stable")
    words = tuple(dict.fromkeys(word or "event" for word in one.words))
    numbers = np.array([words.index(one.words[int(v)] or "event") for v in one.values[:, 0]], float)
    return Stream(name, "events", one.time[order], numbers[order], words, delivery="push",
                  sensor={"type": one.kind, "source": one.source})  # fmt: skip


def _increasing(one: XdfStream, name: str) -> tuple[np.ndarray, tuple[Done, ...]]:
    """Times, evened by a straight line where a regular stream's stamps stand still or go back.

    Raises:
        InputError: they do, and the stream has no rate.
    """
    if (np.diff(one.time) > 0).all():
        return one.time, ()
    if not one.rate:
        raise InputError(f"time of the stream {name!r} runs backwards, and it has no rate")
    count = np.arange(len(one.time))
    slope, start = np.polyfit(count, one.time, 1)
    if slope <= 0:
        raise InputError(f"time of the stream {name!r} runs backwards")
    return start + slope * count, (Done("dejittered", "capture.recording.xdf"),)


def _unit(units: tuple[str, ...], kind: str) -> tuple[str, float]:
    given = {unit.strip() for unit in units if unit.strip()}
    if len(given) != 1:
        return (KINDS[kind].unit if kind else "1"), 1.0
    one = given.pop()
    return UNITS.get(one.lower(), (one, 1.0))


def _channel_names(labels: tuple[str, ...], count: int, each: int) -> tuple[str, ...]:
    """One for each channel of ours; of wider kinds the first label's words before its axis."""
    names: dict[str, None] = {}
    for k in range(count):
        given = labels[k * each].strip() if k * each < len(labels) else ""
        name = given if each == 1 else given.rpartition(".")[0] or given
        names[name if name and name not in names else f"channel {k + 1}"] = None
    return tuple(names)


def _free_name(given: str, taken: list[str]) -> str:
    plain = "".join(c if c.isprintable() and c != "/" else " " for c in given).strip(" .")
    name, k = plain or "stream", 2
    while name in taken:
        name, k = f"{plain or 'stream'} {k}", k + 1
    return name
