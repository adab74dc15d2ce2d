"""Whence a hand came: straight ways made by hand."""

from dataclasses import replace

import numpy as np
import pytest
from tests.gripped_clip import TIME, gripped_clip

from prehensile.quality.judge.came_from import came_from, degrees_between

BACK = np.array([0.3, -0.8, 0.5])


def coming(back: np.ndarray):
    """A clip whose hand comes from ``back`` [m] during the approach."""
    clip = gripped_clip()
    track = clip.hands[0]
    forearm = track.T_world_forearm.copy()
    forearm[:, :3] += np.clip(1 - TIME / 0.5, 0, 1)[:, None] * back
    return replace(clip, hands=(replace(track, T_world_forearm=forearm),))


@pytest.mark.parametrize("length", [0.5, 0.05])
def test_the_direction_is_that_of_the_way(length: float) -> None:
    unit = BACK / np.linalg.norm(BACK)
    np.testing.assert_allclose(came_from(coming(length * unit)), unit, atol=1e-9)


def test_angles_between_directions() -> None:
    assert degrees_between(np.array([2.0, 0, 0]), np.array([0, 0, 0.1])) == pytest.approx(90)
    assert degrees_between(BACK, 3 * BACK) == pytest.approx(0, abs=1e-5)
