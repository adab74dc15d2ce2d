"""Rigs of any hand, made once."""

import numpy as np
from tests.skin.made_eigenskin import made_eigenskin

from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec
from prehensile.skin.hand_rig import hand_rig


def test_equal_hands_share_one_rig() -> None:
    """A rig belongs to a shape, not to the object that has it."""
    assert hand_rig(Hand(), 0) is hand_rig(HandSpec.mean().build(), 0)
    assert hand_rig(Hand(), 0) is not hand_rig(HandSpec.at_percentile(80).build(), 0)


def test_a_fitted_model_replaces_the_shipped_one() -> None:
    fitted = made_eigenskin()
    shipped, own = hand_rig(Hand(), 0), hand_rig(Hand(), 0, fitted=fitted)
    assert shipped.corrections is not None and own.corrections is not None
    assert not np.array_equal(own.corrections.shift, shipped.corrections.shift)
    assert own is hand_rig(Hand(), 0, fitted=fitted)


def test_without_corrections_no_model_matters() -> None:
    plain = hand_rig(Hand(), 0, corrected=False, fitted=made_eigenskin())
    assert plain.corrections is None
    np.testing.assert_array_equal(plain.vertices, hand_rig(Hand(), 0).vertices)
