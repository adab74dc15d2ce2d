"""What a stream of the Lab Streaming Layer says about itself, and how we say it about ours.

A description is XML; ``desc/channels/channel`` holds labels and units, as everybody's streams have
them. Our own replays add ``desc/prehensile``, a JSON text of all that a `Stream` says, so that what
is played comes back the same. A stranger's stream is taken by its type and units.
"""

import json
from typing import Any, NamedTuple
from xml.etree import ElementTree

import numpy as np

from prehensile.capture.recording.journal import declaration, empty_stream
from prehensile.capture.recording.stream import KINDS, Stream
from prehensile.capture.recording.xdf import UNITS, USUAL
from prehensile.errors import PrehensileError
from prehensile.files.tekscan import PASCAL_PER_PSI

OURS = "prehensile"
"""name of the part of a description that is ours"""

TYPES = {
    **USUAL,
    "tactile": "pressure",
    "accelerometer": "accelerations",
    "angles": "joint_angles",
    "glove": "joint_angles",
    "quaternions": "rotations",
    "orientation": "rotations",
}
"""content types that others use, in small letters; kinds are known by their own names, and whatever
is neither is read as plain numbers"""

SCALES = {
    **UNITS,
    "deg": ("rad", np.pi / 180),
    "degrees": ("rad", np.pi / 180),
    "mm": ("m", 1e-3),
    "millimeters": ("m", 1e-3),
    "cm": ("m", 1e-2),
    "meters": ("m", 1.0),
    "psi": ("Pa", PASCAL_PER_PSI),
    "g": ("m/s²", 9.80665),
    "mn": ("N", 1e-3),
}
"""units that are turned into ours, and by which factor"""


class Header(NamedTuple):
    """How samples of an LSL stream become a `Stream`'s."""

    stream: Stream
    """without samples"""
    factor: float
    """by which numbers are multiplied"""

    def values(self, numbers: np.ndarray) -> np.ndarray:
        """(n, …) as in `Stream`, of numbers (n, channels) as they came."""
        shape = self.stream.values.shape[1:]
        found = np.asarray(numbers, float) * self.factor
        return found.reshape(len(found), *shape)


def read_header(xml: str) -> Header:
    """What a description says.

    Whatever is missing or odd is left at its default: a device that says little is recorded all the
    same.
    """
    root = ElementTree.fromstring(xml)
    name = _text(root, "name").replace("/", "_").strip() or "stream"
    name = "".join(c for c in name if c.isprintable()) or "stream"
    count = max(int(_text(root, "channel_count") or 1), 1)
    ours = root.findtext(f"desc/{OURS}")
    if ours:
        try:
            stream = empty_stream(**{**json.loads(ours), "name": name})
            if _sent(stream) == count:
                return Header(stream, 1.0)
        except (PrehensileError, ValueError, TypeError):
            pass  # a part of that name by somebody else
    return _strangers(root, name, count)


def describe(stream: Stream, info: Any) -> None:
    """Say in a description (`pylsl.StreamInfo`) what a stream is."""
    told = declaration(stream)
    info.desc().append_child_value(OURS, json.dumps(told))
    if stream.kind == "events":
        return
    channels = info.desc().append_child("channels")
    for label in sent_labels(stream):
        one = channels.append_child("channel")
        one.append_child_value("label", label)
        one.append_child_value("unit", stream.unit)


def sent_labels(stream: Stream) -> list[str]:
    """Names of the numbers of one sample, as they are sent one beside the other."""
    axes = {3: "xyz", 4: "wxyz", 6: "012345", 7: ("x", "y", "z", "qw", "qx", "qy", "qz")}
    width = KINDS[stream.kind].width
    if not width:
        return list(stream.channels)
    return [f"{channel}.{axis}" for channel in stream.channels for axis in axes[width[0]]]


def _sent(stream: Stream) -> int:
    return 1 if stream.kind == "events" else len(sent_labels(stream))


def _strangers(root: ElementTree.Element, name: str, count: int) -> Header:
    kind = _text(root, "type").strip().lower()
    kind = kind if kind in KINDS else TYPES.get(kind, "")
    labels = [one.findtext("label") or "" for one in root.iterfind("desc/channels/channel")]
    labels = [label.strip() for label in labels if label.isprintable()]
    if len(labels) != count or not all(labels) or len(set(labels)) != count:
        labels = [f"{k + 1}" for k in range(count)]
    text = [one.findtext("unit") or "" for one in root.iterfind("desc/channels/channel")]
    unit, factor = (
        SCALES.get(text[0].strip().lower(), (text[0].strip(), 1.0)) if text else ("", 1.0)
    )
    if len({one.strip() for one in text}) > 1:
        unit, factor = "", 1.0  # each channel another: nothing is known of all
    if _text(root, "channel_format") == "string":
        kind = "events"
    elif kind == "events" or not kind:
        kind = {"N": "forces", "Pa": "pressure", "rad": "joint_angles"}.get(unit, "voltages")
    if kind == "voltages":
        unit = unit or "1"
    width = int(np.prod(KINDS[kind].width, dtype=int))
    if kind == "events":
        labels = ["unknown"]
    elif count % width:
        kind = "voltages"
    elif width > 1:
        labels = [f"{k + 1}" for k in range(count // width)]
    rate = float(_text(root, "nominal_srate") or 0.0)
    about = {key: _text(root, key) for key in ("type", "source_id", "hostname", "channel_format")}
    stream = empty_stream(
        name=name,
        kind=kind,
        channels=tuple(labels),
        unit=unit,
        rate_hz=rate if np.isfinite(rate) and rate > 0 else 0.0,
        frame="sensor",
        sensor={key: text for key, text in about.items() if text},
        delivery="push",
    )
    return Header(stream, factor)


def _text(root: ElementTree.Element, name: str) -> str:
    return root.findtext(name) or ""
