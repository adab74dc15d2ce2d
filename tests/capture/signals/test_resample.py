import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from prehensile.capture.recording.recording import Clock, Recording
from prehensile.capture.recording.stream import CLIPPED, FILLED, MISSING, Stream
from prehensile.capture.signals.resample import at_times, onto, resampled
from prehensile.errors import InputError
from prehensile.motion.located import SNAP

TIME = np.arange(100) / 50


def forces(values=None, **fields):
    values = np.sin(TIME)[:, None] if values is None else values
    return Stream("f", "forces", TIME, values, ("z",), **fields)


@given(st.lists(st.floats(-1, 3), min_size=1, max_size=20, unique=True))
@settings(max_examples=40, deadline=None)
def test_it_is_numpy_s_interpolation_and_nothing_outside(times):
    times = np.sort(times)
    if (np.diff(times) <= 1e-9).any():
        return
    found = at_times(forces(), times)
    inside = (times >= 0) & (times <= TIME[-1])
    outside = (times < -SNAP) | (times > TIME[-1] + SNAP)  # between them is rounding, and snaps
    np.testing.assert_allclose(
        found.values[inside, 0], np.interp(times[inside], TIME, np.sin(TIME)), atol=1e-6
    )
    assert np.isnan(found.values[outside]).all() and (found.flags[outside] == MISSING).all()


def test_its_own_times_give_it_back_bit_for_bit():
    made = forces()
    np.testing.assert_array_equal(resampled(made, 50).values, made.values)


def test_gaps_and_holes_stay_open():
    values = np.sin(TIME)[:, None].copy()
    values[20:30] = np.nan
    found = resampled(forces(values), 170)
    t = found.time
    assert (np.isnan(found.values[:, 0]) == ((t > TIME[19] + 1e-9) & (t < TIME[30] - 1e-9))).all()
    kept = np.ones(100, bool)
    kept[40:60] = False
    holed = Stream("f", "forces", TIME[kept], values[kept], ("z",))
    assert np.isnan(at_times(holed, np.array([1.0])).values).all()


def test_flags_of_both_samples_are_kept():
    flags = np.zeros((100, 1), np.uint8)
    flags[10], flags[11] = FILLED, CLIPPED
    found = at_times(forces(flags=flags), np.array([TIME[10], 0.5 * (TIME[10] + TIME[11])]))
    assert found.flags[:, 0].tolist() == [FILLED, FILLED | CLIPPED]


def test_rotations_turn():
    key = Rotation.random(100, rng=0)
    made = Stream("r", "rotations", TIME, key.as_quat(scalar_first=True)[:, None], ("a",))
    times = np.linspace(0.01, 1.9, 37)
    found = Rotation.from_quat(at_times(made, times).values[:, 0], scalar_first=True)
    assert (found * Slerp(TIME, key)(times).inv()).magnitude().max() < 1e-6


def test_what_the_new_rate_cannot_show_may_be_removed_first():
    time = np.arange(2000) / 1000
    made = Stream("f", "forces", time, np.sin(2 * np.pi * 49 * time)[:, None], ("z",))
    assert np.abs(resampled(made, 50).values[5:-5]).max() > 0.9
    assert np.abs(resampled(made, 50, anti_alias=True).values[5:-5]).max() < 0.05


def test_a_stream_comes_onto_another_s_clock():
    other = Stream("m", "joint_angles", np.arange(40) / 20, np.zeros((40, 1)), ("q",))
    taps = Stream("e", "events", [0.3, 0.9], [0, 0], ("tap",), clock="f")
    recording = Recording((forces(), other, taps), {"f": Clock(0.5, 1.001)})
    found = onto(recording, "f", "m")
    own = (other.time - 0.5) / 1.001
    seen = (own >= 0) & (own <= TIME[-1])
    np.testing.assert_allclose(found.values[seen, 0], np.interp(own[seen], TIME, np.sin(TIME)))
    assert np.isnan(found.values[~seen]).all() and found.clock == "m"
    moved = onto(recording, "e", "m")
    np.testing.assert_allclose(moved.time, 0.5 + 1.001 * np.array([0.3, 0.9]))
    assert moved.history[-1].what == "resampled"


def test_events_are_not_resampled_and_bad_rates_refused():
    events = Stream("e", "events", [0.0, 1.0], [0, 0], ("tap",))
    assert resampled(events, 10) is events and at_times(events, np.array([0.5])) is events
    for rate in (0, -1, np.nan, 1e12):
        with pytest.raises(InputError):
            resampled(forces(), rate)
