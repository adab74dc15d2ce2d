"""Bones and marker places of a hand that forward kinematics moved."""

import numpy as np
import pytest
from tests.motion.marked_hand import NAMES, MarkedHand

from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoint_chain import DIGIT_COLUMNS, KeypointChain
from prehensile.kinematics.fit.marker_calibration import (
    MOST_DEVIATIONS,
    calibrate,
    marker_pull,
)
from prehensile.kinematics.fit.marker_site import site_offset
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.mocap.marker_names import marker_places

SITES = tuple(marker_places(NAMES).sites.values())


@pytest.fixture(scope="module")
def marked():
    return MarkedHand(frames=12)


@pytest.fixture(scope="module")
def seen(marked):
    return np.ones(marked.points.shape[:2], dtype=bool)


@pytest.fixture(scope="module")
def known(marked, seen):
    return calibrate(SITES, marked.points, seen, marked.spec, quick=True)


def true_offsets(marked):
    poses = segment_transforms(marked.hand, marked.q, marked.T)
    return np.array(
        [
            se3.apply(se3.inverse(poses[site.segment][0]), marked.points[0, m])
            for m, site in enumerate(SITES)
        ]
    )


def test_with_known_bones_the_markers_are_found_nearer_than_their_names_tell(marked, known):
    assert known.spec is marked.spec and known.rms < 1e-3
    moving = [m for m, site in enumerate(SITES) if not site.on_palm]
    named = np.array([site_offset(marked.hand, site) for site in SITES])
    off, before = (
        np.linalg.norm((offsets - true_offsets(marked))[moving], axis=1)
        for offsets in (known.offsets, named)
    )
    assert np.median(off) < 0.75 * np.median(before)


def test_its_readout_shows_the_markers_that_were_recorded(marked, known):
    readout = known.readout()
    # At the true angles, up to what two markers a finger leave open of the offsets.
    own = readout.points(readout.chain.place(marked.q[:, DIGIT_COLUMNS]))
    off = np.linalg.norm(se3.apply(marked.T[:, None], own) - marked.points, axis=-1)
    assert np.median(off) < 5e-3
    assert readout.chain.hand.spec == marked.spec


def test_a_recording_that_is_moved_as_a_whole_gives_the_same(marked, seen, known, rng):
    T = se3.exp(rng.normal(size=6))
    moved = calibrate(SITES, se3.apply(T, marked.points), seen, marked.spec, quick=True)
    np.testing.assert_allclose(moved.offsets, known.offsets, atol=1e-6)
    assert moved.rms == pytest.approx(known.rms, rel=1e-3)


def test_offsets_stay_near_what_names_tell_even_for_nonsense(marked, seen, rng):
    points = marked.points[:4] + rng.normal(scale=0.03, size=marked.points[:4].shape)
    found = calibrate(SITES, points, seen[:4], quick=True)
    named = np.array([site_offset(HandSpec.mean().build(), site) for site in SITES])
    spread = np.array([site.spread for site in SITES])
    assert (np.abs(found.offsets - named) <= MOST_DEVIATIONS * spread * (1 + 1e-9)).all()
    assert found.rms > 5e-3 and found.strain > found.rms


def test_the_pull_vanishes_for_the_relaxed_hand_with_coupled_joints():
    chain = KeypointChain(HandSpec.mean().build())
    pull, relaxed = marker_pull(chain), chain.rest.copy()
    relaxed[1:, 3] = 2 / 3 * relaxed[1:, 2]
    np.testing.assert_allclose(pull.off(relaxed[None]), 0, atol=1e-15)
    bent = relaxed.copy()
    bent[2, 3] += 0.1  # one last joint off the coupling
    assert np.linalg.norm(pull.off(bent[None])) == pytest.approx(0.1 * 0.015)


def test_a_weaker_pull_is_weaker_throughout():
    chain = KeypointChain(HandSpec.mean().build())
    whole, weak = marker_pull(chain), marker_pull(chain, 0.03)
    np.testing.assert_allclose(
        weak.off(0 * chain.rest[None]), 0.03 * whole.off(0 * chain.rest[None])
    )
