import numpy as np
import pytest

from prehensile.forks.reduced.series import REACH, sine_lag, versine


@pytest.mark.parametrize("square", [1e-3, 0.5, 3.0, REACH])
def test_series_are_their_closed_forms_as_far_as_they_are_used(square: float) -> None:
    angle = np.sqrt(square)
    assert versine(square) == pytest.approx((1 - np.cos(angle)) / square, rel=1e-11)
    assert sine_lag(square) == pytest.approx((angle - np.sin(angle)) / angle**3, rel=1e-9)


def test_at_rest_they_are_their_limits() -> None:
    assert versine(0.0) == 0.5 and sine_lag(0.0) == 1 / 6
