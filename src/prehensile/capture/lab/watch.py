"""Sensors watch a performance: a recording."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from prehensile._version import __version__
from prehensile.capture.lab.config import Watcher, plain, watcher
from prehensile.capture.lab.performance import Performance
from prehensile.capture.recording.recording import Clock, Recording
from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.imperfections import Imperfections
from prehensile.lie import se3


def watched(
    performance: Performance,
    sensors: Sequence[str],
    seed: Sequence[int],
    aligned: bool = True,
    meta: Mapping[str, Any] | None = None,
) -> Recording:
    """What sensors of the configuration recorded.

    Args:
        performance: the truth.
        sensors: names in the configuration.
        seed: each sensor draws from it and from its own name, whoever else watches.
        aligned: whether the clocks' offsets and drifts are known, by the shared trigger.
        meta: of the recording.

    Raises:
        UnknownNameError: no such sensor is in the room.
    """
    streams, clocks = [], {}
    for name in sensors:
        one = watcher(name)
        rng = np.random.default_rng([*seed, zlib.crc32(name.encode())])
        streams.append(_stream(one, name, performance, rng))
        if aligned:
            clocks[name] = known_clock(one.imperfections)
    return Recording(
        streams=tuple(streams),
        clocks=clocks,
        contacts=tuple(c for c in performance.contacts if c.stream in sensors or not c.stream),
        objects=performance.objects,
        hand=performance.subject.hand.spec.to_json(),
        meta={"software": f"prehensile {__version__}", **(meta or {})},
    )


def known_clock(imperfections: Imperfections) -> Clock:
    """The clock of a device started by the shared trigger; its latency stays unknown."""
    faster = 1 + 1e-6 * imperfections.drift_ppm
    if imperfections.offset == 0 and faster == 1:
        return Clock(how="trigger", deviation=imperfections.latency)
    return Clock(-imperfections.offset / faster, 1 / faster, "trigger", imperfections.latency)


def _stream(one: Watcher, name: str, performance: Performance, rng: np.random.Generator) -> Stream:
    sensor = one.sensor(name)
    seen = one.imperfections.laid_on(sensor.observe(performance.clip, rng), rng)
    places = {
        key: value
        for key, value in plain(sensor).items()
        if key in ("reach", "T_body_sensor", "T_body_pad")
    }
    body = getattr(sensor, "body", "")
    if "T_body_sensor" in places and body in {track.name for track in performance.clip.bodies}:
        T = se3.from_pose7(performance.clip.body(body).pose[0])
        T = T @ se3.from_pose7(np.array(places["T_body_sensor"]))
        places["T_world_sensor"] = se3.to_pose7(T).tolist()
    return replace(seen, sensor={**seen.sensor, **places})
