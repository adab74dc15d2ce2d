"""A hand without tissue of its own."""

import numpy as np

from prehensile.hand.bare_hand import bare_hand
from prehensile.hand.hand import Hand


def test_no_springs_the_same_bones():
    hand = Hand()
    bare = bare_hand(hand, widened=0.2)
    assert not bare.spec.stiffness.any() and not bare.spec.damping.any()
    np.testing.assert_allclose(bare.lower, hand.lower - 0.2)
    np.testing.assert_allclose(bare.upper, hand.upper + 0.2)
    np.testing.assert_array_equal(bare.spec.bone_lengths, hand.spec.bone_lengths)
    assert bare.mass == hand.mass
