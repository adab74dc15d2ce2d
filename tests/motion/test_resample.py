from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.interpolate import interp1d
from scipy.spatial.transform import Rotation, Slerp

from prehensile.errors import InputError
from prehensile.lie import so3
from prehensile.motion.located import SNAP


def rotations(pose):
    return Rotation.from_quat(pose[:, 3:], scalar_first=True)


def regular(clip, step):
    """The clip on a clock that adds up its steps, as simulators do."""
    return replace(clip, time=np.cumsum(np.full(clip.n_frames, step)) - step)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_equals_scipy(make_clip, seed):
    clip = make_clip(seed)
    rng = np.random.default_rng(seed)
    times = np.sort(rng.uniform(clip.time[0], clip.time[-1], 11))
    got = clip.at_times(times)
    np.testing.assert_array_equal(got.time, times)
    hand, body = clip.hands[0], clip.bodies[0]
    np.testing.assert_allclose(
        got.hands[0].q, interp1d(clip.time, hand.q, axis=0)(times), atol=1e-5
    )
    for mine, source in (
        (got.hands[0].T_world_forearm, hand.T_world_forearm),
        (got.bodies[0].pose, body.pose),
    ):
        want = interp1d(clip.time, source[:, :3], axis=0)(times)
        np.testing.assert_allclose(mine[:, :3], want, atol=1e-5)
        want = Slerp(clip.time, rotations(source))(times)
        angle = (want.inv() * rotations(mine)).magnitude()
        assert angle.max() < 1e-5  # SNAP times half a turn
        assert np.abs(np.linalg.norm(mine[:, 3:], axis=1) - 1).max() < 1e-12


def test_contacts_and_forces_are_those_of_the_nearest_earlier_frame(clip):
    times = (clip.time[:-1] + clip.time[1:]) / 2 + 0.4 * np.diff(clip.time)
    got = clip.at_times(times)
    np.testing.assert_array_equal(got.finger_force, clip.finger_force[:-1])
    np.testing.assert_array_equal(got.palm_force, clip.palm_force[:-1])
    for k in range(got.n_frames):
        for mine, source in zip(got.contacts.frame(k), clip.contacts.frame(k), strict=True):
            np.testing.assert_array_equal(mine, source)


def test_recorded_times_give_the_recorded_frames_bit_for_bit(clip, arrays_of):
    again = arrays_of(clip.at_times(clip.time))
    for name, array in arrays_of(clip).items():
        np.testing.assert_array_equal(again[name], array, err_msg=name)


def test_rate_gives_exact_times_up_to_the_last_frame(make_clip):
    clip = regular(make_clip(0, frames=241), 1 / 120)
    got = clip.resample(60)
    np.testing.assert_array_equal(got.time, np.arange(121) / 60)
    # Every second frame, contacts too, although the summed clock is off by rounding.
    assert (clip.time[::2] != got.time).any()
    np.testing.assert_allclose(got.hands[0].q, clip.hands[0].q[::2], atol=1e-9)
    np.testing.assert_array_equal(got.finger_force, clip.finger_force[::2])
    np.testing.assert_array_equal(
        np.diff(got.contacts.offsets), np.diff(clip.contacts.offsets)[::2]
    )


@pytest.mark.parametrize("start", [0.0, 1e3, 1.7e9])
@pytest.mark.parametrize("rate", [1, 30, 60, 120])
def test_no_clock_loses_a_frame_to_rounding(make_clip, start, rate):
    clip = make_clip(0, frames=241)
    clip = replace(clip, time=start + np.cumsum(np.full(241, 1 / 120)))
    got = clip.resample(rate)
    np.testing.assert_array_equal(got.finger_force, clip.finger_force[:: 120 // rate])
    assert clip.at_times(got.time).allclose(got, atol=0)


def test_rate_leaves_out_a_last_frame_that_is_no_whole_period_away(make_clip):
    clip = replace(make_clip(0, frames=3), time=[5.0, 5.5, 6.1])
    np.testing.assert_array_equal(clip.resample(2).time, [5.0, 5.5, 6.0])
    np.testing.assert_array_equal(clip.resample(0.1).time, [5.0])


def test_a_time_within_rounding_of_a_frame_is_that_frame(clip):
    times = clip.time - 0.5 * SNAP * np.diff(clip.time).min()
    got = clip.at_times(times)
    np.testing.assert_array_equal(got.finger_force, clip.finger_force)
    np.testing.assert_array_equal(got.time, times)


def test_opposite_quaternions_do_not_turn_the_long_way(make_clip):
    turn = so3.to_quat(so3.exp([0, 0, 0.2]))
    pose = np.array([[0, 0, 0, 1, 0, 0, 0], [0, 0, 0, *-turn]])
    clip = make_clip(0, frames=2)
    clip = replace(clip, time=[0, 1], bodies=(replace(clip.bodies[0], pose=pose),))
    middle = clip.at_times([0.5]).bodies[0].pose[0, 3:]
    np.testing.assert_allclose(so3.log(so3.from_quat(middle)), [0, 0, 0.1], atol=1e-15)


def test_a_single_frame_resamples_to_itself(make_clip):
    clip = make_clip(0, frames=1)
    assert clip.resample(30).allclose(clip)


def test_everything_else_is_kept(clip):
    got = clip.resample(100)
    assert got.meta == clip.meta
    assert got.hands[0].model == clip.hands[0].model
    assert got.bodies[0].vertices is clip.bodies[0].vertices


@pytest.mark.parametrize("rate", [0, -1, float("nan"), float("inf"), "fast", None])
def test_a_rate_that_is_none_is_refused(clip, rate):
    with pytest.raises(InputError, match="the rate must be"):
        clip.resample(rate)


def test_an_absurd_rate_is_refused_before_anything_is_allocated(clip):
    with pytest.raises(InputError, match="choose a lower rate"):
        clip.resample(1e300)


def test_times_outside_or_out_of_order_are_refused(clip):
    for time in (clip.time[0] - 1e-3, clip.time[-1] + 1e-3):
        with pytest.raises(InputError, match="outside the clip, which runs from"):
            clip.at_times([time])
    for times, message in (
        (clip.time[::-1], "strictly increasing"),
        ([np.nan], "not finite"),
        ([], "at least one frame"),
        ([[0.0]], r"has shape \(1, 1\); expected \(n,\)"),
    ):
        with pytest.raises(InputError, match=message):
            clip.at_times(times)
