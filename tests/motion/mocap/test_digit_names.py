"""Names of joints and markers, as programs and people write them."""

import pytest

from prehensile.motion.mocap.digit_names import words_of


@pytest.mark.parametrize(
    ("name", "side", "digit", "rest"),
    [
        ("RightHandIndex2", "right", "index", ("hand", "2")),
        ("mixamorig:LeftHandPinky1", "left", "little", ("hand", "1")),
        ("index_01_r", "right", "index", ("1",)),
        ("f_index.01.L", "left", "index", ("f", "1")),
        ("middle_middle", None, "middle", ("middle",)),
        ("hand_left", None, None, ("hand", "left")),
        ("R_ring_PIP", "right", "ring", ("pip",)),
        ("", None, None, ()),
    ],
)
def test_side_digit_and_the_rest_are_told_apart(name, side, digit, rest):
    assert words_of(name) == (side, digit, rest)
