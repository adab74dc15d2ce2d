"""Arrays that enter the Lie functions keep their precision and have the shape they claim."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.lie._floats import floats


@pytest.mark.parametrize(
    ("given", "found"),
    [(np.float32, np.float32), (np.float64, np.float64), (np.float16, np.float64),
     (np.int64, np.float64), (np.uint8, np.float64), (bool, np.float64)],
)  # fmt: skip
def test_single_precision_stays_and_all_else_is_double(given, found):
    value = np.ones((2, 3), given)
    result = floats(value, (3,), "v")
    assert result.dtype == found
    np.testing.assert_array_equal(result, value)
    assert (result is value) == (given is found), "no copy where none is needed"


def test_any_leading_axes_will_do():
    for lead in ((), (4,), (2, 0, 5)):
        assert floats(np.zeros((*lead, 3, 3)), (3, 3), "R").shape == (*lead, 3, 3)
    assert floats(1, (), "angle") == 1.0
    assert floats([[1, 2, 3]], (3,), "v").tolist() == [[1.0, 2.0, 3.0]]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([[1, 2], [3]], "v must be an array of numbers, got ragged rows"),
        (["a", "b", "c"], "real numbers, got dtype <U1"),
        ([1j, 2, 3], "real numbers, got dtype complex128"),
        ([None, 1, 2], "real numbers, got dtype object"),
        ([1, 2], r"shape \(..., 3\), got \(2,\)"),
        (np.zeros((3, 4)), r"shape \(..., 3\), got \(3, 4\)"),
        (5.0, r"shape \(..., 3\), got \(\)"),
    ],
)
def test_what_is_no_vector_is_refused_with_its_shape(value, message):
    with pytest.raises(InputError, match=message):
        floats(value, (3,), "v")
