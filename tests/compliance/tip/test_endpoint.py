"""Endpoint stiffness against springs in a row, and against what holds of any."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from prehensile.compliance.tip.endpoint import endpoint


def test_springs_in_a_row_add_their_compliances() -> None:
    lever = np.array([[0.0, 0, 0], [0, 0, 0], [0.2, 0.1, 0.05]])
    c = np.array([0.3, 1.0, 2.0])
    k = 1 / (0.04 * 0.3 + 0.01 * 1 + 0.0025 * 2)
    assert endpoint(lever, np.array([0, 0, 2.0]), c).free == pytest.approx(k)
    # Nothing gives way sideways but the root, which gives way upwards too.
    held = endpoint(lever, np.array([0, 0, 1.0]), c).held
    assert held == pytest.approx(1 / (1 / k + 1e-3))


@given(st.integers(0, 1000))
def test_a_held_fingertip_is_never_softer(seed: int) -> None:
    rng = np.random.default_rng(seed)
    lever, n = rng.normal(0, 0.1, (3, 7)), rng.normal(size=3)
    found = endpoint(lever, n, rng.uniform(0.3, 2, 7))
    assert found.held > 0 and found.free > 0
    C = (lever * 1.0) @ lever.T
    one = endpoint(lever, n, np.ones(7))
    inverse = n @ np.linalg.inv(C + 1e-3 * np.eye(3)) @ n / (n @ n)
    assert one.held == pytest.approx(inverse)
    assert one.held >= 1 / (1 / one.free + 1e-3) * (1 - 1e-9)
