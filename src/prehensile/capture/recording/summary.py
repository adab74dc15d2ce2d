"""What a recording holds, in a page."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import CLIPPED, EDITED, FILLED, MISSING

MOST_NAMES = 6
"""channels that a line names"""


def summary(recording: Recording) -> dict[str, Any]:
    """Streams, clocks, contacts, touches and objects, as JSON holds them."""
    streams = []
    for s in recording.streams:
        time = recording.time(s.name)
        flags = np.asarray(s.flags)
        streams.append(
            {
                "name": s.name,
                "kind": s.kind,
                "unit": s.unit,
                "samples": s.n_samples,
                "channels": list(s.channels),
                "rate_hz": s.rate_hz,
                "measured_rate_hz": s.measured_rate,
                "start_s": float(time[0]) if len(time) else None,
                "duration_s": float(time[-1] - time[0]) if len(time) else 0.0,
                "clock": s.clock,
                "frame": s.frame,
                "delivery": s.delivery,
                "sensor": dict(s.sensor),
                "flags": {
                    word: float(np.mean((flags & bit) > 0)) if flags.size else 0.0
                    for word, bit in FLAGS.items()
                },
                "history": [[d.what, d.by, dict(d.settings)] for d in s.history],
            }
        )
    return {
        "streams": streams,
        "clocks": {name: clock._asdict() for name, clock in recording.clocks.items()},
        "contacts": [contact._asdict() for contact in recording.contacts],
        "touches": [touch._asdict() for touch in recording.touches],
        "objects": [
            {"name": o.name, "mass": o.mass, "friction": o.friction, "source": o.source}
            for o in recording.objects
        ],
        "hand": recording.hand is not None,
        "meta": dict(recording.meta),
    }


FLAGS = {"missing": MISSING, "filled": FILLED, "clipped": CLIPPED, "edited": EDITED}
"""Words for the bits of flags."""


def summary_lines(said: Mapping[str, Any]) -> list[str]:
    """A `summary` for people."""
    lines = []
    for s in said["streams"]:
        rate = s["measured_rate_hz"]
        names = ", ".join(s["channels"][:MOST_NAMES])
        more = len(s["channels"]) - MOST_NAMES
        lines.append(
            f"{s['name']}: {s['kind']} [{s['unit']}], {s['samples']} samples"
            + (f" at {rate:.4g} Hz, {s['duration_s']:.4g} s" if rate else "")
            + f"; {names}{f' and {more} more' if more > 0 else ''}"
        )
        marks = [f"{100 * share:.2g} % {word}" for word, share in s["flags"].items() if share]
        marks += [f"{what} by {by}" for what, by, _ in s["history"]]
        if s["sensor"].get("model"):
            marks.insert(0, str(s["sensor"]["model"]))
        if marks:
            lines.append(f"    {'; '.join(marks)}")
    for name, clock in said["clocks"].items():
        lines.append(
            f"clock {name}: {1e3 * clock['offset']:+.4g} ms, {1e6 * (clock['scale'] - 1):+.3g} ppm "
            f"(by {clock['how']})"
        )
    for contact in said["contacts"]:
        felt = f", felt by {contact['stream']}" if contact["stream"] else ""
        touched = sum(touch["contact"] == contact["name"] for touch in said["touches"])
        lines.append(
            f"contact {contact['name']}: {contact['segment']} on {contact['object'] or 'the room'}"
            f"{felt}; {touched} touches"
        )
    lines += [f"object {o['name']}: {1e3 * o['mass']:.4g} g" for o in said["objects"]]
    return lines
