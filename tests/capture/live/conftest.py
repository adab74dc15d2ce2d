"""Streams that stay on this machine."""

import os
import sys

import numpy as np
import pytest

from prehensile.capture.live.lsl import keep_to_this_machine
from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream


@pytest.fixture(scope="session")
def lsl(tmp_path_factory):
    """pylsl, told to talk to this machine only before it is loaded."""
    if "pylsl" not in sys.modules:
        os.environ.update(keep_to_this_machine(tmp_path_factory.mktemp("lsl")))
    return pytest.importorskip("pylsl")


@pytest.fixture
def recording():
    """Half a second of three streams."""
    rng = np.random.default_rng(0)
    fast, slow = np.arange(500) / 1000, np.arange(50) / 100
    return Recording(
        (
            Stream("force", "forces", fast, rng.normal(size=(500, 2)), ("a", "b"), rate_hz=1000,
                   sensor={"bits": 10}, frame="plate"),
            Stream("hand", "markers", slow, rng.normal(size=(50, 3, 3)), ("x", "y", "z"),
                   rate_hz=100),
            Stream("taps", "events", np.array([0.1, 0.3]), np.array([0.0, 1.0]), ("on", "off")),
        )
    )  # fmt: skip


@pytest.fixture
def stopped_clock():
    """A clock that moves when told."""

    class Clock:
        now = 100.0

        def __call__(self):
            return self.now

    return Clock()
