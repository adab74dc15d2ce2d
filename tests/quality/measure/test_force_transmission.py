"""The force transmission ratio: a lever in closed form, clamped where it would be infinite."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.quality.measure.force_transmission import MOST, force_transmission


def test_a_lever_turns_a_newton_metre_into_one_over_its_length():
    J = np.array([[0.0], [0.08], [0.0]])
    assert force_transmission(J, [0, 1, 0]) == pytest.approx(12.5)
    assert force_transmission(J, [0, -3, 0]) == pytest.approx(12.5)
    assert force_transmission(J, [1, 1, 0]) == pytest.approx(12.5 * np.sqrt(2))


def test_where_a_point_cannot_move_it_is_clamped():
    J = np.array([[0.0], [0.08], [0.0]])
    assert force_transmission(J, [0, 0, 1]) == MOST
    assert force_transmission(J, [0, 0, 1], most=30) == 30


def test_it_is_the_ellipsoid_of_forces_along_the_direction(rng):
    """The largest f with |Jᵀ f ŝ| ≤ 1."""
    J, s = 0.1 * rng.normal(size=(4, 3, 5)), rng.normal(size=3)
    s /= np.linalg.norm(s)
    found = force_transmission(J, s)
    assert found.shape == (4,)
    np.testing.assert_allclose(np.linalg.norm(J.transpose(0, 2, 1) @ s, axis=-1) * found, 1)


def test_what_makes_no_sense_is_refused():
    with pytest.raises(InputError, match="direction"):
        force_transmission(np.eye(3), [0, 0, 0])
    with pytest.raises(InputError, match="Jacobian"):
        force_transmission(np.eye(4), [0, 0, 1])
    with pytest.raises(InputError, match="not finite"):
        force_transmission(np.full((3, 2), np.nan), [0, 0, 1])
