"""How to read, where the file does not say."""

import numpy as np
import pytest

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.fit.keypoints import FIT_SIDES
from prehensile.motion.mocap.options import Options


def test_every_side_that_a_fit_takes_is_an_option():
    for side in FIT_SIDES:
        assert Options(side=side).side == side
    with pytest.raises(UnknownNameError, match="right, left, auto"):
        Options(side="upper")


def test_the_rate_that_is_given_goes_before_the_recorded_times():
    recorded = np.array([0.0, 0.5, 0.7])
    np.testing.assert_allclose(Options(rate_hz=10).times(3, recorded), [0, 0.1, 0.2])
    assert Options().times(3, recorded) is recorded
    with pytest.raises(InputError, match="give its frame rate"):
        Options().times(3, None)


def test_units_of_angles_are_no_lengths():
    assert Options(unit="cm").metres() == 0.01 and Options().metres() is None
    with pytest.raises(InputError, match="expected a length"):
        Options(unit="deg").metres()


def test_the_hand_is_the_one_given_or_a_mean_one():
    own = HandSpec.sample(3, "left").build()
    assert Options(hand=own).own_hand("right") is own
    assert Options().own_hand().side == "right"
    assert Options().own_hand("left").side == "left"
    assert Options(side="left").own_hand("right").side == "left"
    with pytest.raises(InputError, match="but the hand is a left one"):
        Options(hand=own, side="right")
