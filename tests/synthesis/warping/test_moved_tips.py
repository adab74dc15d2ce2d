"""Fingertips that are moved land, and what is not moved stays as it was."""

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.synthesis.warping.moved_tips import MovedTips

rng = np.random.default_rng(2)
HAND = Hand()
MIDDLE = 0.5 * (HAND.lower + HAND.upper)
UNEVEN = MIDDLE + 0.15 * rng.uniform(-1, 1, (20, HAND.dof)) * (HAND.upper - HAND.lower)
T = np.tile(np.eye(4), (20, 1, 1))


def test_where_they_are_is_where_they_were() -> None:
    tips = MovedTips(HAND, range(5))
    assert np.allclose(tips.moved(UNEVEN, T, tips.pads(UNEVEN, T)), UNEVEN, atol=1e-9)


def test_pads_land_and_other_digits_do_not_move() -> None:
    tips = MovedTips(HAND, [0, 1])
    goals = tips.pads(UNEVEN, T) + rng.uniform(-0.004, 0.004, (20, 2, 3))
    q = tips.moved(UNEVEN, T, goals)
    missed = np.linalg.norm(tips.pads(q, T) - goals, axis=-1)
    assert np.median(missed) < 1e-5 and (q >= HAND.lower).all() and (q <= HAND.upper).all()
    other = [k for k in range(HAND.dof) if k not in tips.columns]
    assert np.array_equal(q[:, other], UNEVEN[:, other])


def test_angles_follow_smoothly() -> None:
    tips = MovedTips(HAND, [1])
    q = np.tile(UNEVEN[:1], (50, 1))
    way = np.linspace(0, 0.01, 50)[:, None, None] * np.array([-1.0, 0.3, 0.2])
    found = tips.moved(q, np.tile(np.eye(4), (50, 1, 1)), tips.pads(q, T[:1]) + way)
    assert np.abs(np.diff(found, axis=0)).max() < 0.03
