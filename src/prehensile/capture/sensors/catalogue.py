"""Every sensor by name, with its row of Table 3.1 (Kry 2005): a class is loaded when asked for."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from prehensile.capture.recording.stream import Delivery
from prehensile.capture.sensors.sensor import Sensor
from prehensile.errors import InputError, UnknownNameError


class Entry(NamedTuple):
    """One row."""

    made_by: str
    """``module:function or class`` in this folder"""
    about: str
    rate: str
    absolute: str
    """accuracy"""
    relative: str
    communication: str
    delivery: Delivery


_POOR, _UNKNOWN = "poor", "needs calibration"
_MODULE = "prehensile.capture.sensors"

CATALOGUE: Mapping[str, Entry] = MappingProxyType(
    {
        "markers": Entry(
            "markers:Markers", "optical markers (Vicon)", "60–1000 Hz", "< 1 mm", "< 1 mm",
            "offline or LAN", "push",
        ),
        "body_markers": Entry(
            "bodies.body_markers:BodyMarkers", "optical markers on an object", "60–1000 Hz",
            "< 1 mm", "< 1 mm", "offline or LAN", "push",
        ),
        "cyberglove": Entry(
            "cyberglove:CyberGlove", "joint angles from strain gauges", "100 Hz", "1.0°", "< 0.5°",
            "serial via API", "pull",
        ),
        "aurora": Entry(
            "aurora:Aurora", "magnetic coils in five dimensions", "22–45 Hz", "0.82 mm, 0.5°",
            "0.04 mm, 0.02°", "serial", "pull",
        ),
        "fingernail": Entry(
            "fingernail:Fingernail", "blood under the nails", "60 Hz", _POOR, _POOR, "DAQ API",
            "push",
        ),
        "fsr": Entry(
            "fsr:Fsr", "force sensitive resistors on fingertips", "60 Hz", _UNKNOWN, _UNKNOWN,
            "DAQ API", "push",
        ),
        "zebra": Entry(
            "force_torque:ForceTorque", "force–torque under an object", "1 kHz", "0.1 N", "0.1 N",
            "parallel via API", "pull",
        ),
        "torque_arm": Entry(
            "torque_arm:TorqueArm", "two axes through a plank on the Zebra", "1 kHz", "0.01 N",
            "0.01 N", "parallel via API", "pull",
        ),
        "nano17": Entry(
            "force_torque:nano17", "small force–torque", "> 1 kHz", "< 6 mN", "< 6 mN", "DAQ API",
            "pull",
        ),
        "touch_pad": Entry(
            "touch_pad:TouchPad", "Tactex pad of 12 × 6", "> 60 Hz", _POOR, "good",
            "serial via API", "pull",
        ),
        "tango": Entry(
            "tango:Tango", "ball of 8 × 32 taxels", "100 Hz", _UNKNOWN, _UNKNOWN, "USB via API",
            "push",
        ),
        "tango_accelerometer": Entry(
            "tango:TangoAccelerometer", "inside the ball", "100 Hz", _UNKNOWN, _UNKNOWN,
            "USB via API", "push",
        ),
        "shapehand": Entry(
            "glove:ShapeHand", "rotations of sixteen segments (Andrews 6.1)", "100 Hz", _UNKNOWN,
            _UNKNOWN, "API", "push",
        ),
        "grip": Entry(
            "glove:GripPressure", "pressure of a glove's taxels to 50 psi (Andrews 6.1)",
            "up to 750 Hz", _UNKNOWN, _UNKNOWN, "API", "push",
        ),
    }
)  # fmt: skip
"""Name → what Table 3.1 says of it; the glove's two are from Andrews 2014."""


def sensor(kind: str, **settings: Any) -> Sensor:
    """A sensor of the catalogue; its stream is named after its kind unless settings say otherwise.

    Raises:
        UnknownNameError: there is no such kind.
        InputError: it has no such setting.
    """
    if kind not in CATALOGUE:
        raise UnknownNameError("sensor", kind, CATALOGUE)
    module, _, maker = CATALOGUE[kind].made_by.partition(":")
    try:
        return getattr(import_module(f"{_MODULE}.{module}"), maker)(**settings)
    except TypeError as error:
        raise InputError(f"sensor {kind!r}: {error}.") from None
