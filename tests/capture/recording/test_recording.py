import numpy as np
import pytest

from prehensile.capture.recording.recording import Clock, NamedContact, Recording, Touch
from prehensile.capture.recording.stream import Stream
from prehensile.errors import PrehensileError

INDEX = NamedContact("index", "index-finger-phalanx-distal")


def stream(name, clock=""):
    return Stream(name, "forces", np.arange(5.0), np.zeros((5, 1)), ("z",), clock=clock)


def test_streams_of_one_device_share_a_clock():
    clocks = {"daq": Clock(offset=0.02, scale=1 + 5e-5, how="events")}
    recording = Recording((stream("a", "daq"), stream("b", "daq"), stream("c")), clocks)
    np.testing.assert_allclose(recording.time("a"), 0.02 + (1 + 5e-5) * np.arange(5))
    np.testing.assert_array_equal(recording.time("a"), recording.time("b"))
    np.testing.assert_array_equal(recording.time("c"), np.arange(5))


def test_a_clock_there_and_back():
    clock = Clock(-3.2, 1.0001)
    time = np.linspace(0, 1e4, 7)
    np.testing.assert_allclose(clock.from_master(clock.to_master(time)), time, atol=1e-9)


def test_streams_are_replaced_by_name_or_added():
    recording = Recording((stream("a"), stream("b")))
    more = recording.with_streams(stream("b", "other"), stream("c"))
    assert more.names == ("a", "b", "c") and more["b"].clock == "other"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Recording((stream("a"), stream("a"))),
        lambda: Recording((stream("a"),), {"b": Clock()}),
        lambda: Recording((stream("a"),), {"a": Clock(scale=0)}),
        lambda: Recording((stream("a"),))["b"],
        lambda: Recording((stream("a"),), touches=(Touch("index", 0, 0, 1),)),
        lambda: Recording((stream("a"),), contacts=(INDEX,), touches=(Touch("index", 1, 0, 2),)),
    ],
)
def test_what_does_not_fit_is_said(wrong):
    with pytest.raises(PrehensileError):
        wrong()


def test_touches_come_in_order():
    touches = (Touch("index", 2, 2.1, 3), Touch("index", 0, 0.1, 1))
    recording = Recording((stream("a"),), contacts=(INDEX,), touches=touches)
    assert [touch.onset for touch in recording.touches] == [0, 2]
