"""A recording is played, listened to, and comes back the same: over liblsl, on this machine."""

import threading
import time

import numpy as np
import pytest

from prehensile.capture.live.lsl import LslSource
from prehensile.capture.live.replay import Replay
from prehensile.capture.live.session import LiveSession
from prehensile.capture.recording.recording import Recording
from prehensile.errors import InputError


def test_what_is_played_is_recorded_to_the_last_sample(lsl, recording, tmp_path):
    player = Replay(recording, speed=1.0)
    source = LslSource(recording.names)
    source.wait(90.0)
    session = LiveSession(source)
    session.record(tmp_path / "a.h5")
    session.start()
    player.run(wait=90.0)
    end = time.monotonic() + 120
    while sum(s.received for s in session.states()) < 552 and time.monotonic() < end:
        time.sleep(0.02)
    assert player.heard and not source.silent
    states = {s.stream.name: s for s in session.states()}
    assert {name: s.received for name, s in states.items()} == player.sent
    assert not any(s.lost for s in states.values())
    made = session.finish()
    player.close()
    session.close()
    for stream in recording.streams:
        found = made[stream.name]
        np.testing.assert_array_equal(found.values, stream.values)
        np.testing.assert_allclose(np.diff(found.time), np.diff(stream.time), atol=1e-9)
        assert (found.kind, found.channels, found.unit) == (
            stream.kind,
            stream.channels,
            stream.unit,
        )
        clock = made.clock(stream.name)
        assert clock.how == "offsets" and abs(clock.to_master(found.time[0]) - found.time[0]) < 0.05
    assert made["force"].sensor["bits"] == 10 and made["force"].frame == "plate"


def test_it_can_be_stopped_and_goes_round(lsl, recording):
    player, stopping = Replay(recording, speed=4.0, loop=True), threading.Event()
    heard = []

    def enough(seconds):
        heard.append(seconds)
        if player.sent["force"] > 1000:  # the third time round
            stopping.set()

    player.run(stopping, progress=enough)
    player.close()
    assert 1000 < player.sent["force"] < 5000 and heard == sorted(heard)


def test_nothing_to_play_is_refused(lsl):
    with pytest.raises(InputError, match="no samples"):
        Replay(Recording(()))
