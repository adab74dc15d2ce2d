import numpy as np
import pytest

from prehensile.capture.recording.stream import KINDS, MISSING, Done, Stream
from prehensile.errors import PrehensileError


def forces(**fields):
    given = {"time": np.arange(4) / 10, "values": np.arange(8.0).reshape(4, 2), "channels": "ab"}
    return Stream("arm", "forces", **(given | fields))


def test_what_is_left_out_is_the_kind_s():
    stream = forces()
    assert (stream.unit, stream.clock, stream.n_samples) == ("N", "arm", 4)
    assert stream.measured_rate == pytest.approx(10) and stream.duration == pytest.approx(0.3)
    np.testing.assert_array_equal(stream.channel("b"), [1, 3, 5, 7])
    assert not stream.flags.any() and not stream.values.flags.writeable


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"events"}))
def test_every_kind_has_its_width(kind):
    width = KINDS[kind].width
    stream = Stream("s", kind, np.arange(3.0), np.ones((3, 2, *width)), ("a", "b"))
    assert stream.channel("a").shape == (3, *width)
    with pytest.raises(PrehensileError, match="shape"):
        Stream("s", kind, np.arange(3.0), np.ones((3, 1, *width)), ("a", "b"))


def test_what_is_not_a_number_is_flagged_missing():
    values = np.ones((3, 2, 3))
    values[1, 0, 2] = np.nan
    flags = Stream("m", "markers", np.arange(3.0), values, ("a", "b")).flags
    np.testing.assert_array_equal(flags, [[0, 0], [MISSING, 0], [0, 0]])


def test_events_are_told_by_name():
    taps = Stream("e", "events", [0.5, 0.5, 2.0], [0, 1, 0], ("tap", "start"))
    np.testing.assert_array_equal(taps.event_times("tap"), [0.5, 2.0])


def test_a_change_is_remembered():
    done = Done("filtered", "exponential", {"pole": 0.9})
    stream = forces().changed(done, values=np.zeros((4, 2)))
    assert stream.history == (done,) and not stream.values.any()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"time": [0, 1, 1, 2]}, "must increase"),
        ({"time": [0, 1, 0.5, 2]}, "must increase"),
        ({"values": np.full((4, 2), np.inf)}, "infinite"),
        ({"channels": "aa"}, "different names"),
        ({"flags": np.zeros((4, 2))}, "uint8"),
        ({"delivery": "thrown"}, "push, pull"),
        ({"rate_hz": -1}, "rate"),
    ],
)
def test_what_does_not_fit_is_said(wrong, said):
    with pytest.raises(PrehensileError, match=said):
        forces(**wrong)
