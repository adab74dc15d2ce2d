"""The lab's sensors and all that is wrong with them: one configuration, printed with every truth.

Written before the estimators; a change needs a line in the changelog, and the test that pins its
digest changes with it. Noise of the sensors themselves is in their classes (Table 3.1, ERRATA);
here are places, and what happens between a sensor and the disk:

- markers are the master clock. Force sensors run on a converter of their own, started by the
  cameras' trigger: its offset and drift (quartz, tens of ppm) are known afterwards, its latency of
  under half a millisecond is not. FSRs are read on the cameras' frames (A.1).
- Serial devices (glove, Aurora, touch pad) and the Tango's USB stamp what arrives: some
  milliseconds late, jittered, and now and then a packet is lost.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from prehensile.capture.lab.plank import ARM, PLANK, SIDES
from prehensile.capture.sensors.catalogue import sensor as find_sensor
from prehensile.capture.sensors.imperfections import Imperfections
from prehensile.capture.sensors.sensor import Sensor
from prehensile.errors import UnknownNameError

OVERHEAD = (0.0, 0.5**0.5, -(0.5**0.5), 0.0)
"""wxyz of gauges that hold the plank's end: +y points along it to the finger, +z down, so that what
presses is positive"""
AT_HINGE = (SIDES[0] / 2, 0.0, 0.0, *OVERHEAD)

CONVERTER = Imperfections(offset=0.012, drift_ppm=20, latency=4e-4, jitter=2e-5, dropout=1e-4)
TRIGGERED = Imperfections(latency=2e-4)
SERIAL = Imperfections(offset=0.05, drift_ppm=30, latency=0.01, jitter=1e-3, dropout=1e-3)
USB = Imperfections(offset=0.03, drift_ppm=40, latency=0.008, jitter=1e-3, dropout=1e-3)


class Watcher(NamedTuple):
    """One sensor in the room."""

    kind: str
    """in the catalogue of sensors"""
    settings: Mapping[str, Any]
    imperfections: Imperfections = Imperfections()

    def sensor(self, name: str) -> Sensor:
        """It, its stream named so."""
        return find_sensor(self.kind, name=name, **self.settings)


CONFIGURATION: Mapping[str, Watcher] = MappingProxyType(
    {
        "markers": Watcher("markers", {}),
        "plank_pose": Watcher("body_markers", {"body": PLANK}),
        "box_pose": Watcher("body_markers", {"body": "box", "spread": 0.015}),
        "glass_pose": Watcher("body_markers", {"body": "glass", "spread": 0.02}),
        "bulb_pose": Watcher("body_markers", {"body": "bulb", "spread": 0.02}),
        "torque_arm": Watcher(
            "torque_arm",
            {"body": PLANK, "reach": ARM, "T_body_sensor": AT_HINGE},
            CONVERTER,
        ),
        "torque_arm_500": Watcher(
            "torque_arm",
            {"body": PLANK, "reach": ARM, "T_body_sensor": AT_HINGE, "rate_hz": 500.0},
            CONVERTER,
        ),
        "zebra": Watcher("zebra", {"body": PLANK, "T_body_sensor": AT_HINGE}, CONVERTER),
        "nano17": Watcher("nano17", {"body": PLANK}, CONVERTER),
        "touch_pad": Watcher("touch_pad", {"body": PLANK}, SERIAL),
        "fsr": Watcher("fsr", {}, TRIGGERED),
        "fingernail": Watcher("fingernail", {}, TRIGGERED),
        "cyberglove": Watcher("cyberglove", {}, SERIAL),
        "aurora": Watcher("aurora", {}, SERIAL),
        "shapehand": Watcher("shapehand", {}, SERIAL),
        "grip": Watcher("grip", {}, USB),
        "tango": Watcher("tango", {"radius": 0.04}, USB),
        "tango_accelerometer": Watcher("tango_accelerometer", {}, USB),
    }
)
"""By the name of the stream."""


def watcher(name: str) -> Watcher:
    """One of the configuration.

    Raises:
        UnknownNameError: no such sensor is in the room.
    """
    if name not in CONFIGURATION:
        raise UnknownNameError("sensor of the lab", name, CONFIGURATION)
    return CONFIGURATION[name]


def printed() -> dict[str, Any]:
    """The whole configuration as JSON holds it: every number of every sensor."""
    return {
        name: {
            "kind": one.kind,
            "sensor": plain(one.sensor(name)),
            "imperfections": plain(one.imperfections),
        }
        for name, one in CONFIGURATION.items()
    }


def plain(value: Any) -> Any:
    """A value as JSON holds it: what a frozen dataclass is made of, by name."""
    if is_dataclass(value):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, tuple | list):
        return [plain(entry) for entry in value]
    return value


def digest() -> str:
    """Sixteen digits that change with any number of it."""
    return hashlib.sha256(json.dumps(printed(), sort_keys=True).encode()).hexdigest()[:16]
