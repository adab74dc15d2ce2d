"""The built-in session, on a clock that goes as told."""

import signal

import numpy as np
import pytest

from prehensile.capture.live.built_in import built_in_session
from prehensile.capture.live.recorded_source import RecordedSource
from prehensile.capture.live.session import LiveSession
from prehensile.capture.recording.recording import Recording
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.play.live import Live
from prehensile.synthesis.play.stream_player import PATIENCE, play_streams
from prehensile.synthesis.play.streamed import StreamedReference
from prehensile.synthesis.setting import Reference
from prehensile.world.catalogue import load_object
from prehensile.world.scene import ObjectInScene


class Streams:
    """A session whose clock goes on whenever somebody sleeps."""

    def __init__(self, recording: Recording, until: float = np.inf):
        self.now, self.until = 0.0, until
        self.session = LiveSession(RecordedSource(recording, now=lambda: self.now))
        hand = Hand()
        self.reference = StreamedReference(hand, assumed_compliance(hand).of(hand))

    def sleep(self, seconds: float) -> None:
        self.now += max(seconds, 0.02)
        if self.now > self.until:
            raise KeyboardInterrupt
        self.session.poll()

    def begin(self, first: Reference, now: float) -> Live:
        cube = ObjectInScene(load_object("box"), pose=(1.0, 0.0, 0.035, 1, 0, 0, 0))
        return Live(Hand(), cube, None, first, now)

    def play(self, seconds: float | None = None) -> Live:
        return play_streams(self.session, self.reference, self.begin, seconds, sleep=self.sleep)


def test_it_follows_the_streams_until_the_time_is_over() -> None:
    streams = Streams(built_in_session())
    live = streams.play(0.5)
    assert live.play.simulation.time == pytest.approx(0.5, abs=0.03)
    shown = streams.session.samples()[1]["angles"].values
    assert np.abs(live.play.simulation.state.theta[:-3] - shown).max() < 0.1
    assert 0.01 < live.latency < 0.06


def test_whoever_interrupts_gets_what_there_is() -> None:
    live = Streams(built_in_session(), until=0.3).play()
    assert 0.1 < live.clip().duration < 0.3
    with pytest.raises(KeyboardInterrupt):
        Streams(built_in_session(), until=0.0).play()


def test_ctrl_c_does_not_break_a_step() -> None:
    """It is noted while a step runs, and raised nowhere else than between two beats."""
    streams, before = Streams(built_in_session()), signal.getsignal(signal.SIGINT)

    def each(live: Live) -> None:
        if live.play.simulation.time > 0.2:
            signal.raise_signal(signal.SIGINT)

    live = play_streams(streams.session, streams.reference, streams.begin, 5.0, each, streams.sleep)
    assert 0.15 < live.clip().duration < 0.4
    assert signal.getsignal(signal.SIGINT) is before


def test_streams_that_show_no_hand_are_not_waited_for_ever() -> None:
    whole = built_in_session()
    blind = Recording(tuple(s for s in whole.streams if s.name == "switch"))
    with pytest.raises(InputError, match=f"within {PATIENCE:g} s"):
        Streams(blind).play()
