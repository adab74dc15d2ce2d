import pytest

from prehensile.motion.mocap.length_unit import POINT_UNITS, unit_by_size


@pytest.mark.parametrize(("size", "unit"), [(181, "mm"), (150, "mm"), (21, "cm"), (0.16, "m")])
def test_hands_of_any_size_are_in_one_unit(size, unit):
    metres, note = unit_by_size(size, units=POINT_UNITS)
    assert note.startswith(f"unit taken as {unit}: ")
    assert 0.1 < metres * size < 0.25


def test_the_hand_s_length_is_said_whatever_was_measured():
    assert unit_by_size(100, expected=0.1)[1].endswith("181 mm long")
