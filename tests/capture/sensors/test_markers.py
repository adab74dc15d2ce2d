"""Markers: noise, gaps, ghosts and slip as their figures say; nothing else when all are nought."""

import numpy as np
import pytest

from prehensile.capture.recording.stream import MISSING
from prehensile.capture.sensors.markers import Markers, glued_sites
from prehensile.capture.sensors.trials import range_trial
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.fit.marker_site import site_offset
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.tracked_hand import angles_of, hand_of

CLIP = range_trial(np.random.default_rng(4), 4.0, 100)
PLAIN = Markers(rate_hz=100, noise=0, gaps_per_s=0, ghosts_per_s=0, slip=0, glue=0)


def test_without_errors_markers_are_where_they_were_glued(rng) -> None:
    found = PLAIN.observe(CLIP, rng)
    track = CLIP.hands[0]
    hand = hand_of(track)
    poses = segment_transforms(hand, angles_of(track), se3.from_pose7(track.T_world_forearm))
    for name, site in PLAIN.sites.items():
        expected = se3.apply(poses[site.segment], site_offset(hand, site))
        assert found.channel(name) == pytest.approx(expected, abs=1e-12)
    assert found.channels == tuple(PLAIN.sites) and found.rate_hz == 100


def test_stilts_stand_above_the_last_segments() -> None:
    low, high = glued_sites(0.0), glued_sites(0.016)
    hand = hand_of(CLIP.hands[0])
    for name, site in high.items():
        lift = site_offset(hand, site) - site_offset(hand, low[name])
        tip = site.segment in TIP_SEGMENT.values()
        assert (lift[2] > 0.008) == tip and lift[:2] == pytest.approx(0)


def test_noise_is_as_large_as_it_says(rng) -> None:
    noisy = Markers(rate_hz=100, gaps_per_s=0, ghosts_per_s=0, slip=0, glue=0)
    off = noisy.observe(CLIP, rng).values - PLAIN.observe(CLIP, rng).values
    assert off.std() == pytest.approx(0.3e-3, rel=0.02)


def test_gaps_are_flagged_and_of_the_stated_length(rng) -> None:
    gappy = Markers(rate_hz=100, gaps_per_s=1.0, ghosts_per_s=0)
    found = gappy.observe(CLIP, rng)
    hidden = np.isnan(found.values).any(-1)
    assert (hidden == (found.flags == MISSING)).all()
    runs = np.diff(np.flatnonzero(np.diff(np.pad(hidden[:, 0], 1).astype(int))))[::2]
    assert len(runs) and (runs >= 1).all() and np.median(runs) <= 11
    assert 0.02 < hidden.mean() < 0.1


def test_ghosts_have_their_own_labels_or_take_a_marker(rng) -> None:
    shown = Markers(rate_hz=100, noise=0, gaps_per_s=0, ghosts_per_s=3, confused=0, slip=0, glue=0)
    found = shown.observe(CLIP, rng)
    ghosts = [name for name in found.channels if name.startswith("ghost_")]
    seen = np.isfinite(found.values[:, len(PLAIN.sites) :, 0])
    assert 1 <= len(ghosts) <= 6 and 4 < (np.diff(seen.astype(int), axis=0) == 1).sum() < 25
    assert found.values[:, : len(PLAIN.sites)] == pytest.approx(PLAIN.observe(CLIP, rng).values)
    taken = Markers(rate_hz=100, noise=0, gaps_per_s=0, ghosts_per_s=3, confused=1, slip=0, glue=0)
    off = taken.observe(CLIP, rng)
    assert off.channels == tuple(PLAIN.sites)
    far = np.linalg.norm(off.values - PLAIN.observe(CLIP, rng).values, axis=-1)
    assert far.max() > 0.005 and (far > 1e-9).mean() < 0.05


def test_skin_slips_along_the_segment_with_the_bend(rng) -> None:
    slippy = Markers(rate_hz=100, noise=0, gaps_per_s=0, ghosts_per_s=0, slip=0.002, glue=0)
    off = slippy.observe(CLIP, rng).values - PLAIN.observe(CLIP, rng).values
    bend = angles_of(CLIP.hands[0])[:, hand_of(CLIP.hands[0]).joint_names.index("index_pip_flex")]
    marker = list(PLAIN.sites).index("index_intermediate")
    assert np.linalg.norm(off[:, marker], axis=-1) == pytest.approx(0.002 * np.abs(bend), abs=1e-12)
    assert not off[:, 0].any()
