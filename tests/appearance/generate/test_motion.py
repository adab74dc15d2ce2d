"""Motion between photographs: within its limits, and inverted."""

import numpy as np
from scipy import ndimage

from prehensile.appearance.generate.motion import (
    MOST_BEND,
    MOST_SHIFT,
    MOST_TURN_DEG,
    drawn_motion,
    nodes_of,
    shown_at,
)

SIZE = 128


def _parts(motion):
    """Shift of the middle, turn [deg], and the largest of what is left."""
    place = np.arange(SIZE) - (SIZE - 1) / 2
    x, y = np.meshgrid(place, place)
    ones = np.ones(x.size)
    flat = motion.reshape(-1, 2).astype(float)
    known = np.column_stack([ones, x.ravel(), y.ravel()])
    fit = np.linalg.lstsq(known, flat, rcond=None)[0]
    turn = np.degrees((fit[1, 1] - fit[2, 0]) / 2)
    return fit[0], turn, flat - known @ fit


def test_it_stays_within_its_limits(rng):
    scale = SIZE / 512
    for _ in range(10):
        shift, turn, rest = _parts(drawn_motion(rng, SIZE))
        assert np.hypot(*shift) <= (MOST_SHIFT + MOST_BEND) * scale
        assert abs(turn) <= MOST_TURN_DEG + 2
        assert np.hypot(*rest.T).max() <= 2 * MOST_BEND * scale
    assert not drawn_motion(rng, SIZE, 0.0).any()


def test_motion_is_smooth(rng):
    motion = drawn_motion(rng, SIZE)
    assert np.abs(np.diff(motion, n=2, axis=0)).max() < 0.05


def test_where_things_are_shown_is_the_inverse(rng):
    motion = drawn_motion(rng, SIZE)
    warp = shown_at(motion)
    inner = slice(12, -12)
    y, x = np.mgrid[:SIZE, :SIZE].astype(float)
    at = [y + warp[..., 1], x + warp[..., 0]]
    back = np.stack([ndimage.map_coordinates(motion[..., k], at, order=1) for k in (0, 1)], -1)
    np.testing.assert_allclose((back + warp)[inner, inner], 0, atol=0.02)
    nodes = nodes_of(motion, 5)
    last = SIZE - 1
    np.testing.assert_allclose(nodes[2, 2], warp[last // 2 : last // 2 + 2, last // 2 :
                               last // 2 + 2].mean(axis=(0, 1)), atol=0.02)  # fmt: skip
