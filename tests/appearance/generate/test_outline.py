"""Outlines: distances are distances."""

import numpy as np
import pytest
from scipy import ndimage

from prehensile.appearance.generate.frame import frame
from prehensile.appearance.generate.outline import finger_inside, nail_of
from prehensile.appearance.generate.person import person_of


@pytest.mark.parametrize("seed", range(6))
def test_distance_from_the_nail_s_outline(seed):
    person, at = person_of(np.random.default_rng([seed, 0])), frame(256)
    inside = nail_of(person, at).inside
    true = ndimage.distance_transform_edt(inside > 0) * at.pixel
    near = (inside > 0.1) & (inside < 1.5)
    assert np.abs(inside - true)[near].mean() < 0.2
    assert (finger_inside(person, at)[inside > 0] > 0).all()  # a nail lies on its finger


@pytest.mark.parametrize("seed", range(6))
def test_a_nail_has_its_size(seed):
    person, at = person_of(np.random.default_rng([seed, 0])), frame(256)
    y, x = np.nonzero(nail_of(person, at).inside > 0)
    tilt = 2 * abs(np.sin(np.radians(person.nail_tilt))) * person.nail_length
    assert np.ptp(x) * at.pixel == pytest.approx(2 * person.nail_half_width, abs=0.3 + tilt)
    assert np.ptp(y) * at.pixel == pytest.approx(person.nail_length, abs=0.3 + tilt)
