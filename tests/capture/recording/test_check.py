"""What is wrong is told, and what is well is not."""

import numpy as np
import pytest

from prehensile.capture.recording.check import problems
from prehensile.capture.recording.recording import Clock, NamedContact, Recording
from prehensile.capture.recording.stream import CLIPPED, Stream

RATE, COUNT = 100.0, 500


def wave(name="force", rng=None, **changes):
    time = np.arange(COUNT) / RATE
    rng = rng or np.random.default_rng(0)
    values = np.sin(3 * time)[:, None] * [1.0, 2.0] + 0.01 * rng.normal(size=(COUNT, 2))
    given = {"time": time, "values": values, "channels": ("a", "b"), "rate_hz": RATE, "clock": "m"}
    return Stream(name, "forces", **{**given, **changes})


def walk(swapped=False):
    rng = np.random.default_rng(1)
    points = np.cumsum(rng.normal(0, 2e-4, (COUNT, 3, 3)), axis=0) + 0.05 * np.eye(3)
    if swapped:
        points[200:, [0, 1]] = points[200:, [1, 0]]
    return Stream("m", "markers", np.arange(COUNT) / RATE, points, tuple("xyz"), clock="m")


def test_a_sound_recording_has_no_problems():
    taps = Stream("taps", "events", np.array([0.5]), np.zeros(1), ("tap",), clock="m")
    assert problems(Recording((wave(), walk(), taps))) == []


def test_samples_that_are_missing():
    one = wave()
    kept = np.r_[0:100, 130:COUNT]
    told = problems(Recording((wave(time=one.time[kept], values=one.values[kept]),)))
    assert told == ["force: about 30 samples are missing from 0.99 s on (0.31 s)"]


def test_many_of_a_kind_are_summed_up():
    one = wave()
    kept = np.flatnonzero(np.arange(COUNT) % 50 > 3)
    told = problems(Recording((wave(time=one.time[kept], values=one.values[kept]),)))
    assert len(told) == 6 and "more like this" in told[-1]


def test_a_burst_of_nan():
    values = wave().values.copy()
    values[100:150, 1] = np.nan
    values[300:303, 0] = np.nan  # short: as cameras do all day
    told = problems(Recording((wave(values=values),)))
    assert told == ["force: b is missing for 0.5 s from 1 s on"]


def test_labels_that_trade_places():
    (told,) = problems(Recording((walk(swapped=True),)))
    assert "the labels of x and y trade places at 2 s" in told


def test_a_sensor_at_its_end():
    values = np.minimum(wave().values, [9.0, 1.9])
    (told,) = problems(Recording((wave(values=values),)))
    assert "b stays at its extreme" in told
    flags = np.zeros((COUNT, 2), np.uint8)
    flags[:5, 0] = CLIPPED
    assert problems(Recording((wave(flags=flags),))) == [
        "force: a is clipped in 1 % of its samples"
    ]


def test_a_sensor_that_nothing_touches_is_not_clipped():
    values = np.zeros((COUNT, 2))
    values[300:320, 0] = np.hanning(20)
    assert problems(Recording((wave(values=values),))) == []


@pytest.mark.parametrize("rate", [1.0, 0.3])
def test_a_slow_peak_that_a_converter_rounds_is_not_clipped(rate):
    values = np.round(20 * np.sin(rate * wave().time)[:, None] * [1.0, 2.0])
    assert problems(Recording((wave(values=values),))) == []


def test_a_stream_that_stops_half_way_or_never_began():
    one = wave()
    half = wave("half", time=one.time[:200], values=one.values[:200])
    none = Stream("none", "forces", np.empty(0), np.empty((0, 1)), ("a",))
    told = problems(Recording((wave(), wave("other"), half, none)))
    assert told == ["none: it has no sample", "half: it stops at 1.99 s, the others at 4.99 s"]


def test_clocks_that_nobody_aligned():
    two = (wave(), wave("other", clock="card"))
    (told,) = problems(Recording(two))
    assert told.startswith("the clocks card, m are not aligned")
    assert problems(Recording(two, clocks={"card": Clock(0.01, 1.0, "events")})) == []
    far = wave("other", time=wave().time + 1e6, clock="card")
    assert any("no instant in common" in t for t in problems(Recording((wave(), far))))


def test_a_rate_that_is_not_the_one_set():
    assert "its samples come at 100 Hz" in problems(Recording((wave(rate_hz=125.0),)))[0]


@pytest.mark.parametrize(
    ("contact", "word"),
    [
        (NamedContact("c", "wrist", stream="x"), "no stream x"),
        (NamedContact("c", "wrist", stream="force", channel="z"), "no channel z"),
        (NamedContact("c", "wrist", object="moon"), "no object moon"),
    ],
)
def test_contacts_that_name_what_is_not_there(contact, word):
    assert word in problems(Recording((wave(),), contacts=(contact,)))[0]
