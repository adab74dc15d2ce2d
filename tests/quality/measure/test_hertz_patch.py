"""The patch of a soft finger: Hertz' law, and the hand's own torsion as one of its values."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.model import FRICTION
from prehensile.quality.measure.hertz_patch import (
    MODULUS,
    PAD_CURVATURE,
    PAD_TORSION,
    patch_radius,
    patch_torsion,
)


def test_force_and_indentation_agree_with_hertz():
    """F = 4/3 E √R d^(3/2) with d = a² / R, the other form of the law."""
    R, force = 1 / PAD_CURVATURE, np.array([0.1, 1.0, 10.0])
    depth = patch_radius(force) ** 2 / R
    np.testing.assert_allclose(4 / 3 * MODULUS * np.sqrt(R) * depth**1.5, force)


def test_the_hands_torsion_is_that_of_one_force():
    assert FRICTION[1] == PAD_TORSION
    radius = PAD_TORSION / (2 / 3 * FRICTION[0])
    assert radius == pytest.approx(0.0056, abs=5e-5)
    force = 4 / 3 * MODULUS * PAD_CURVATURE * radius**3
    assert force == pytest.approx(3.6, abs=0.05)
    assert patch_torsion(force, FRICTION[0]) == pytest.approx(PAD_TORSION)


def test_torsion_grows_with_force_and_in_a_hollow():
    grown = patch_torsion([1.0, 8.0], 0.8)
    assert grown[1] / grown[0] == pytest.approx(2)  # cube root
    assert patch_torsion(1.0, 0.8, -60.0) > patch_torsion(1.0, 0.8) > patch_torsion(1.0, 0.8, 60.0)
    assert patch_torsion(0.0, 0.8) == 0


def test_what_cannot_be_is_refused():
    with pytest.raises(InputError, match="force"):
        patch_radius(-1.0)
    with pytest.raises(InputError, match="force"):
        patch_radius(np.nan)
    with pytest.raises(InputError, match="hollow"):
        patch_radius(1.0, -PAD_CURVATURE)
