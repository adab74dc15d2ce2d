"""Frames along a section's axis, all round it or across what is not round."""

import numpy as np
import pytest

from prehensile.control.place.graspable import Section
from prehensile.control.place.turns import TURNS, SectionFrames, basis

AXIS = np.array([0.6, 0.0, 0.8])
ROUND = Section(AXIS, np.zeros(3), 0.02, 0.1)
FLAT = ROUND._replace(across=np.array([0.0, 1.0, 0.0]))


def test_a_basis_is_right_handed_and_begins_as_asked(rng):
    first, second = rng.normal(size=(2, 3))
    R = basis(first, second)
    np.testing.assert_allclose(R.T @ R, np.eye(3), atol=1e-12)
    assert np.linalg.det(R) == pytest.approx(1)
    np.testing.assert_allclose(R[:, 0], first / np.linalg.norm(first))
    assert R[:, 1] @ second > 0


def test_what_is_round_is_met_evenly_from_all_sides_either_way_up():
    frames = np.array(SectionFrames().of(ROUND))
    assert len(frames) == 2 * TURNS
    np.testing.assert_allclose(np.linalg.det(frames), 1)
    for sign in (1, -1):
        same = frames[frames[:, :, 0] @ AXIS * sign > 0]
        np.testing.assert_allclose(same[:, :, 0], np.tile(sign * AXIS, (TURNS, 1)), atol=1e-12)
        towards = same[:, :, 1]
        np.testing.assert_allclose(towards @ AXIS, 0, atol=1e-12)
        # Neighbours on the circle are 2π / TURNS apart, and nobody stands there twice.
        angles = np.arctan2(towards @ np.cross(AXIS, towards[0]), towards @ towards[0])
        np.testing.assert_allclose(
            np.sort(angles % (2 * np.pi) + 1e-9) // (2 * np.pi / TURNS), np.arange(TURNS)
        )


def test_what_is_flat_is_met_across_from_either_side():
    frames = np.array(SectionFrames().of(FLAT))
    assert len(frames) == 4
    signs = {(round(f[:, 0] @ AXIS), round(f[:, 1] @ FLAT.across)) for f in frames}
    assert signs == {(1, 1), (1, -1), (-1, 1), (-1, -1)}


def test_frames_are_made_once_for_every_section():
    frames = SectionFrames()
    first = frames.of(ROUND)
    assert frames.of(ROUND) is first
    assert len(frames.of(FLAT)) == 4 and frames.of(ROUND) is first
