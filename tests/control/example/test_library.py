"""Neutral pose and limits of several clips."""

import numpy as np
import pytest

from prehensile.control.example.library import example_library
from prehensile.errors import InputError
from prehensile.hand.hand import Hand

HAND = Hand()
TIME = np.arange(0, 2, 0.01)


def test_mean_and_union(make_clip):
    low = np.tile(HAND.lower - 0.1, (200, 1))
    rest = np.tile(HAND.spec.rest, (200, 1))
    library = example_library([make_clip(HAND, TIME, q) for q in (low, rest)], HAND)
    np.testing.assert_allclose(library.neutral, (HAND.lower - 0.1 + HAND.spec.rest) / 2, atol=1e-9)
    np.testing.assert_allclose(library.lower, HAND.lower - 0.1, atol=1e-9)
    np.testing.assert_allclose(library.upper, HAND.upper)  # a grab alone would lock the hand
    assert library.passive_term().neutral == pytest.approx(library.neutral)


def test_no_clips():
    with pytest.raises(InputError, match="at least one"):
        example_library([], HAND)
