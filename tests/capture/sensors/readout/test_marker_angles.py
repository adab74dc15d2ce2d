"""Angles back from markers: within the figure; jumps found; other streams refused."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.recording.stream import Stream
from prehensile.capture.sensors.markers import Markers
from prehensile.capture.sensors.readout.marker_angles import angle_rms, marker_angles, without_jumps
from prehensile.capture.sensors.trials import range_trial
from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.motion.contacts import ContactTrack
from prehensile.motion.tracked_hand import angles_of, hand_of


def test_a_known_hand_comes_back_within_a_degree_and_a_half() -> None:
    rng = np.random.default_rng(3)
    clip, markers = range_trial(rng, 2.0, 200), Markers(rate_hz=200)
    hand = hand_of(clip.hands[0])
    found = marker_angles(markers.observe(clip, rng), markers.sites, hand, rate_hz=50)
    true = angles_of(clip.at_times(found.time).hands[0])
    assert len(found.time) == 101
    assert np.degrees(angle_rms(found, true, tuple(range(3, 23)))) < 1.5


def test_a_left_hand_comes_back_too() -> None:
    rng = np.random.default_rng(3)
    clip, markers = range_trial(rng, 1.0, 100), Markers(rate_hz=100, gaps_per_s=0, ghosts_per_s=0)
    left = HandSpec.mean("left").build()
    track = clip.hands[0]
    other = replace(track, name="left", model=left.spec.to_json(), joint_names=left.joint_names)
    clip = replace(clip, hands=(other,), contacts=ContactTrack.empty(clip.n_frames))
    found = marker_angles(markers.observe(clip, rng), markers.sites, left, rate_hz=50)
    true = angles_of(clip.at_times(found.time).hands[0])
    assert found.fit.hand.side == "left"
    assert np.degrees(angle_rms(found, true, tuple(range(3, 23)))) < 2.0


def test_the_rms_leaves_constant_offsets_out(rng) -> None:
    class Fit:
        q = rng.normal(size=(50, 4))

    class Found:
        fit = Fit

    shake = rng.normal(0, 0.01, (50, 4))
    true = Fit.q + np.array([0.3, -0.2, 0.1, 5.0]) + shake
    expected = np.sqrt(((shake - shake.mean(0))[:, 1:] ** 2).mean())
    assert angle_rms(Found, true, (1, 2, 3)) == pytest.approx(expected)  # type: ignore[arg-type]


def test_what_jumps_away_and_back_is_left_out_and_nothing_else(rng) -> None:
    time = np.arange(500) / 500
    points = np.stack([0.05 * np.sin(6 * time), 0.1 * time, 0 * time], axis=1)[:, None]
    points = points + rng.normal(0, 0.0003, points.shape)
    assert without_jumps(points, time)[1] == 0
    ghost = points.copy()
    ghost[100:120] += [0.01, 0, 0]
    found, count = without_jumps(ghost, time)
    assert count == 20 and np.isnan(found[100:120]).all()
    assert np.isfinite(np.delete(found, np.s_[100:120], axis=0)).all()


def test_a_marker_that_moves_for_good_is_believed() -> None:
    time = np.arange(100) / 500
    points = np.zeros((100, 1, 3))
    points[40:] += 0.02
    assert without_jumps(points, time)[1] == 0


def test_other_streams_are_refused() -> None:
    volts = Stream("v", "voltages", np.arange(3.0), np.zeros((3, 1)), ("a",))
    with pytest.raises(InputError, match="not markers"):
        marker_angles(volts, {})
