"""Labels that trade places, on markers that swim about evenly."""

import numpy as np
import pytest

from prehensile.kinematics.fit.marker_swaps import LEAP, Swap, swap_at_a_frame
from prehensile.lie import se3

NAMES = ("a", "b", "c", "d")
FRAMES = 60


@pytest.fixture
def swimming(rng):
    """(FRAMES, 4, 3) [m] 3 cm and more apart, a millimetre a frame."""
    time = np.linspace(0, 1, FRAMES)[:, None, None]
    home = 0.03 * np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0.5]])
    points = home + 0.06 * time * rng.uniform(-1, 1, 3) + 0.002 * np.sin(6 * time + home * 100)
    assert np.linalg.norm(np.diff(points, axis=0), axis=-1).max() < LEAP / 3
    return points


def exchanged(points, i, j, start, stop=None):
    points = points.copy()
    points[start:stop, [i, j]] = points[start:stop, [j, i]]
    return points


def test_even_motion_holds_no_swap_however_it_is_turned(swimming, rng):
    assert swap_at_a_frame(NAMES, swimming) is None
    assert swap_at_a_frame(NAMES, se3.apply(se3.exp(rng.normal(size=6)), swimming)) is None


@pytest.mark.parametrize("pair", [(0, 1), (0, 3), (2, 1)])
@pytest.mark.parametrize("frame", [1, 30, FRAMES - 1])
def test_the_pair_and_the_first_frame_are_named(swimming, pair, frame):
    i, j = sorted(pair)
    found = swap_at_a_frame(NAMES, exchanged(swimming, i, j, frame))
    assert found == Swap(NAMES[i], NAMES[j], frame)


def test_the_first_of_several_swaps_is_named(swimming):
    points = exchanged(exchanged(swimming, 2, 3, 40), 0, 1, 20)
    assert swap_at_a_frame(NAMES, points) == Swap("a", "b", 20)
    assert swap_at_a_frame(NAMES, exchanged(swimming, 0, 2, 10, 15)) == Swap("a", "c", 10)


def test_a_hand_that_jumps_as_a_whole_has_kept_its_labels(swimming):
    swimming[30:] += [0.5, 0.1, 0.0]  # the camera was off for a while
    assert swap_at_a_frame(NAMES, swimming) is None


def test_hidden_markers_are_not_taken_for_swapped_ones(swimming):
    gone = swimming.copy()
    gone[20:25, :2] = np.nan
    assert swap_at_a_frame(NAMES, gone) is None
    gone[40:, [2, 3]] = gone[40:, [3, 2]]
    assert swap_at_a_frame(NAMES, gone) == Swap("c", "d", 40)
