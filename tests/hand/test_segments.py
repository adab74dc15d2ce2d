import numpy as np
import pytest

from prehensile.errors import UnknownNameError
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import (
    GROUP_OF_SEGMENT,
    GROUPS,
    SEGMENT_NAMES,
    TIP_SEGMENT,
    Capsule,
    digit_segments,
)


def test_segments_have_webxr_names_and_a_group_each():
    assert len(SEGMENT_NAMES) == len(set(SEGMENT_NAMES)) == 2 + 5 * 3
    assert digit_segments("little")[0] == "pinky-finger-phalanx-proximal"
    assert digit_segments("thumb")[0] == "thumb-metacarpal"
    assert set(GROUP_OF_SEGMENT) == set(SEGMENT_NAMES)
    assert set(GROUP_OF_SEGMENT.values()) == set(GROUPS)
    assert tuple(TIP_SEGMENT) == DIGITS


def test_an_unknown_digit_lists_the_valid_ones():
    with pytest.raises(UnknownNameError, match="thumb, index, middle, ring, little"):
        digit_segments("pinky")


def test_a_shape_keeps_a_read_only_copy():
    start = np.zeros(3)
    capsule = Capsule(start, np.array([0.01, 0, 0]), 0.005)
    start[0] = 1.0
    assert capsule.start[0] == 0
    with pytest.raises(ValueError, match="read-only"):
        capsule.end[0] = 1.0
