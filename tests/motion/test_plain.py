"""Sums over contacts, both twins, on pads whose moments are known in closed form."""

import numpy as np
import pytest

from prehensile.motion import _kernels, _plain

TWINS = pytest.mark.parametrize("twin", [_plain, _kernels], ids=["plain", "compiled"])
BACK = np.array([0.0, 0.0, 1.0])


def summed(twin, places, forces, frame=None, digit=0, swapped=False, mirror=1.0, turned=None):
    """Pads of two digits, their frames at the origin, pressed at places (N, 2) with forces (N,)."""
    n, frames = len(places), 3
    pos = np.column_stack([places, np.zeros(n)])
    T = np.tile(np.eye(4), (frames, 2, 1, 1))
    normal = np.tile(-BACK, (n, 1)) if turned is None else turned
    pad, other = np.full(n, 1 + digit), np.zeros(n, int)
    a, b = (other, pad) if swapped else (pad, other)
    if swapped:
        normal = -normal
    total, center, spread = np.zeros((frames, 2)), np.zeros((frames, 2, 2)), np.zeros((frames, 2))
    frame = np.zeros(n, int) if frame is None else np.array(frame)
    middle = np.array([[0.01, 0.0], [0.0, 0.002]])
    twin.pad_sums(
        np.array([-1, 0, 1]), a, b, pos, normal, np.asarray(forces)[:, None] * normal, frame, T,
        middle, mirror, 0.2, total, center, spread,
    )  # fmt: skip
    return total, center, spread


@TWINS
@pytest.mark.parametrize("swapped", [False, True])
def test_two_places_are_a_lever_about_their_centre(twin, swapped):
    """3 N and 1 N, 4 mm apart: the centre is 1 mm from the first, the spread √3 mm."""
    places = [[0.012, 0.001], [0.016, 0.001]]
    total, center, spread = summed(twin, places, [3.0, 1.0], [1, 1], swapped=swapped)
    assert total[1, 0] == pytest.approx(4) and total.sum() == pytest.approx(4)
    np.testing.assert_allclose(center[1, 0], [0.003, 0.001], atol=1e-12)
    assert spread[1, 0] == pytest.approx(1e-3 * np.sqrt(3))


@TWINS
def test_sides_that_are_not_palmar_and_pulls_do_not_count(twin):
    tilted = np.array([[0.0, np.sqrt(1 - c * c), -c] for c in (1.0, 0.21, 0.19, -1.0)])
    places = np.zeros((4, 2))
    total, _, _ = summed(twin, places, np.ones(4), turned=tilted)
    assert total[0, 0] == pytest.approx(2), "two of the four lie within the angle"
    total, center, spread = summed(twin, places, -np.ones(4))
    assert not total.any() and not center.any() and not spread.any()


@TWINS
def test_a_left_hand_is_mirrored_and_digits_are_apart(twin):
    places = [[0.0, 0.005], [0.0, 0.005]]
    total, center, _ = summed(twin, places, [1.0, 1.0], [0, 2], digit=1, mirror=-1.0)
    assert total[:, 1].tolist() == [1, 0, 1] and not total[:, 0].any()
    np.testing.assert_allclose(center[[0, 2], 1], [[0.0, -0.003]] * 2, atol=1e-12)
