import math

import numpy as np
import pytest

from prehensile.control.law.grip_range import MOST_GRIP, checked_grip
from prehensile.errors import InputError


@pytest.mark.parametrize("grip", [5, 5.0, np.float32(5), np.int64(5)])
def test_any_number_comes_back_as_a_plain_float(grip):
    found = checked_grip(grip)
    assert type(found) is float and found == 5.0


def test_the_most_is_allowed_and_the_next_number_is_not():
    assert checked_grip(MOST_GRIP) == MOST_GRIP
    with pytest.raises(InputError):
        checked_grip(math.nextafter(MOST_GRIP, math.inf))


def test_anything_above_nothing_is_allowed():
    assert checked_grip(5e-324) == 5e-324
    for nothing in (0.0, -0.0, -5e-324, -math.inf):
        with pytest.raises(InputError, match="more than 0"):
            checked_grip(nothing)


def test_the_message_names_the_number_and_the_limit():
    with pytest.raises(InputError, match=r"grip is 121\.5 N; .* at most 120 N"):
        checked_grip(121.5)
    with pytest.raises(InputError, match="nan"):
        checked_grip(math.nan)
