"""Recordings that tests write and read."""

import numpy as np

from prehensile.capture.recording.recording import (
    CapturedObject,
    Clock,
    NamedContact,
    Recording,
    Touch,
)
from prehensile.capture.recording.stream import CLIPPED, Done, Stream


def small_recording(samples: int = 40) -> Recording:
    """A stream of most kinds, gaps, flags, clocks, contacts and all the rest; even times."""
    rng = np.random.default_rng(3)
    fast, slow = np.arange(2 * samples) / 1000, np.arange(samples) / 500
    markers = rng.normal(size=(samples, 3, 3))
    markers[3:6, 1] = np.nan
    volts = rng.uniform(0, 5, (2 * samples, 2))
    flags = np.zeros(volts.shape, np.uint8)
    flags[4, 1] = CLIPPED
    return Recording(
        (
            Stream("motion", "markers", slow, markers, ("a", "b b", "ç"), rate_hz=500.0),
            Stream("nano", "wrenches", fast, rng.normal(size=(2 * samples, 1, 6)), ("tip",),
                   clock="card", rate_hz=1000.0, frame="sensor", delivery="pull",
                   sensor={"model": "Nano17", "bits": 16},
                   history=(Done("calibrated", "somebody", {"gain": 2.5}),)),
            Stream("fsr", "voltages", fast, volts, ("x", "y"), clock="card", flags=flags,
                   rate_hz=1000.0),
            Stream("taps", "events", np.array([0.01, 0.02, 0.03]), np.array([0.0, 1.0, 0.0]),
                   ("tap", "go")),
        ),
        clocks={"card": Clock(0.0, 1.0, "trigger", 1e-4)},
        contacts=(NamedContact("pad", "index-finger-tip", "box", "nano", "tip"),),
        touches=(Touch("pad", 0.01, 0.012, 0.03, "me"),),
        objects=(CapturedObject("box", 0.012, 0.5, "box", np.eye(3), np.array([[0, 1, 2]])),),
        hand={"side": "right"},
        meta={"task": "explore", "subject": 7},
    )  # fmt: skip


def assert_same(one: Recording, other: Recording, atol: float = 0.0) -> None:
    """All streams are the same, numbers within ``atol``."""
    assert one.names == other.names
    for a, b in zip(one.streams, other.streams, strict=True):
        np.testing.assert_allclose(one.time(a.name), other.time(b.name), rtol=0, atol=max(atol, 0))
        np.testing.assert_allclose(a.values, b.values, rtol=0, atol=atol)
        assert (a.kind, a.channels, a.unit, a.rate_hz) == (b.kind, b.channels, b.unit, b.rate_hz)
        if a.kind != "events":
            assert (a.frame, a.delivery, dict(a.sensor)) == (b.frame, b.delivery, dict(b.sensor))
            assert a.history == b.history
