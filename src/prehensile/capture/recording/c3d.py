"""Recordings as C3D: markers, analog signals, force platforms and events.

What `write_c3d` wrote comes back as the streams that it was.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import KINDS, Done, Stream
from prehensile.capture.recording.write_c3d import PER_METRE
from prehensile.errors import InputError
from prehensile.files.bounded_text import parse_json
from prehensile.files.c3d import C3dArrays, C3dPlatform, read_c3d_arrays
from prehensile.files.opened import parsing
from prehensile.motion.mocap.c3d import metres_of

UNITS = {"v": ("V", 1.0), "mv": ("V", 1e-3), "uv": ("V", 1e-6), "n": ("N", 1.0), "kn": ("N", 1e3)}
"""Units of analog signals that become ours; others stay as they are."""
TORQUES = {"nm": 1.0, "n.m": 1.0, "nmm": 1e-3, "n.mm": 1e-3, "ncm": 1e-2}
"""[Nm]"""


def load(path: str | Path) -> Recording:
    """Read a C3D file; markers stay as they were measured. Safe on a stranger's file.

    Analog signals are one stream for each unit (``forces`` for N, ``voltages`` else), a force
    platform is a stream of wrenches in the world's frame, about its origin.

    Raises:
        FileError: as `prehensile.files.c3d.read_c3d_arrays`.
        MissingExtraError: ezc3d is not installed.
    """
    found = read_c3d_arrays(path)
    with parsing(path, "c3d"):
        if found.notes:
            return _noted(found)
        rates = (found.rate,) if found.labels else ()
        rates += (found.analog_rate,) if found.analog_labels else ()
        if not all(rate > 0 and np.isfinite(rate) for rate in rates):
            raise InputError(f"its rates are {rates} Hz; expected numbers above 0")
        streams = [*_markers(found), *_signals(found)]
        for k, platform in enumerate(found.platforms):
            streams.append(_wrenches(platform, f"platform {k + 1}", found.analog_rate))
        if found.events:
            streams.append(_events(found.events))
        meta: dict[str, Any] = {"source": Path(path).name, "first_frame": found.first_frame}
        if found.platforms_left:
            meta["force_platforms_left"] = found.platforms_left
        return Recording(tuple(streams), meta=meta)


def _noted(found: C3dArrays) -> Recording:
    """The streams that were written."""
    notes = parse_json("".join(line[1:-1] for line in found.notes))
    streams, column, marker = [], 0, 0
    start = float(notes["start"])
    events = [(name, start + at) for name, at in found.events]
    for head in notes["streams"]:
        channels = tuple(str(name) for name in head["channels"])
        if head["kind"] == "events":
            mine, events = events[: head["count"]], events[head["count"] :]
            streams.append(_events(mine, head["name"], channels))
            continue
        if head["kind"] == "markers":
            rate = float(notes["rate"])
            values = found.points[:, marker : marker + len(channels)] / PER_METRE
            values[found.hidden[:, marker : marker + len(channels)]] = np.nan
            marker += len(channels)
        else:
            rate, width = float(notes["analog_rate"]), KINDS[head["kind"]].width
            count = len(channels) * int(np.prod(width))
            values = found.analog[:, column : column + count].reshape(-1, len(channels), *width)
            column += count
        there = np.isfinite(values).reshape(len(values), -1).any(-1)
        last = int(np.flatnonzero(there)[-1]) + 1 if there.any() else 0
        streams.append(
            Stream(
                head["name"],
                head["kind"],
                start + np.arange(last) / rate,
                values[:last],
                channels,
                unit=head["unit"],
                rate_hz=head["rate_hz"],
                frame=head["frame"],
                sensor=head["sensor"],
                clock="c3d",
                delivery=head["delivery"],
                history=tuple(Done(*entry) for entry in head["history"]),
            )
        )
    return Recording(tuple(streams))


def _markers(found: C3dArrays) -> list[Stream]:
    if not found.labels:
        return []
    points = metres_of(found.unit) * found.points
    points[(found.points == 0).all(-1) | found.hidden] = np.nan
    time = np.arange(len(points)) / found.rate
    return [Stream("markers", "markers", time, points, found.labels, "m", rate_hz=found.rate,
                   clock="c3d")]  # fmt: skip


def _signals(found: C3dArrays) -> list[Stream]:
    """One stream for each unit of the analog signals."""
    known = [UNITS.get(u.strip().lower(), (_plain(u), 1.0)) for u in found.analog_units]
    time = np.arange(len(found.analog)) / (found.analog_rate or 1.0)
    streams = []
    for unit in dict.fromkeys(unit for unit, _ in known):
        columns = [k for k, (one, _) in enumerate(known) if one == unit]
        scale = np.array([known[k][1] for k in columns])
        streams.append(
            Stream(
                name="forces" if unit == "N" else f"analog {unit.replace('/', ' per ')}".strip(),
                kind="forces" if unit == "N" else "voltages",
                time=time,
                values=_finite(scale * found.analog[:, columns]),
                channels=tuple(found.analog_labels[k] for k in columns),
                unit=unit or "1",
                clock="c3d",
                rate_hz=found.analog_rate,
                frame="sensor",
            )
        )
    return streams


def _plain(unit: str) -> str:
    return "".join(letter for letter in unit if letter.isprintable()).strip()


def _wrenches(platform: C3dPlatform, name: str, rate: float) -> Stream:
    """(f, τ) about the world's origin; signs of the file (often the load on the plate)."""
    metre = metres_of(platform.length_unit)
    torque = TORQUES.get(platform.moment_unit.strip().lower().replace(" ", ""), 1e-3)
    force = UNITS.get(platform.force_unit.strip().lower(), ("N", 1.0))[1] * platform.force
    corners = metre * platform.corners
    # For plates of type 1, ezc3d has the moment with the other sign than for the others.
    moment = (-torque if platform.kind == 1 else torque) * platform.moment
    moment = moment + np.cross(corners.mean(axis=0), force)
    values = _finite(np.concatenate([force, moment], axis=1))[:, None]
    sensor = {
        "model": f"C3D force platform of type {platform.kind}",
        "corners_m": corners.round(6).tolist(),
        "origin_m": (metre * platform.origin).round(6).tolist(),
    }
    return Stream(name, "wrenches", np.arange(len(values)) / rate, values, (name,), "N, Nm",
                  clock="c3d", rate_hz=rate, sensor=sensor)  # fmt: skip


def _events(
    events: Sequence[tuple[str, float]], name: str = "events", channels: Sequence[str] = ()
) -> Stream:
    ordered = sorted(((what or "event", at) for what, at in events), key=lambda event: event[1])
    names = tuple(dict.fromkeys((*channels, *(what for what, _ in ordered))))
    numbers = np.array([float(names.index(what)) for what, _ in ordered])
    return Stream(name, "events", np.array([at for _, at in ordered]), numbers, names, clock="c3d")


def _finite(values: np.ndarray) -> np.ndarray:
    """Infinite numbers are no measurements."""
    return np.where(np.isfinite(values), values, np.nan)
