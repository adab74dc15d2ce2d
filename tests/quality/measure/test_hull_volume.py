"""Volume of the hull: a closed form, how it scales, and where the origin is does not matter."""

import numpy as np
import pytest

from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.hull_volume import hull_volume
from prehensile.quality.measure.random_grasp import RADIUS, random_contacts


def test_of_the_cube_it_is_two_to_the_sixth():
    corners = np.array(np.meshgrid(*[[-1.0, 1]] * 6)).reshape(6, -1).T
    assert hull_volume(corners) == pytest.approx(64)


def test_another_origin_changes_nothing_and_half_the_length_makes_it_eightfold(rng):
    pos, normal = random_contacts(rng, 6)

    def volume(origin, length):
        return hull_volume(contact_wrenches(pos, normal, 0.6, origin, length).wrench)

    here = volume(np.zeros(3), RADIUS)
    assert volume(0.02 * rng.normal(size=3), RADIUS) == pytest.approx(here, rel=1e-9)
    assert volume(np.zeros(3), RADIUS / 2) == pytest.approx(8 * here, rel=1e-9)


def test_two_hard_fingers_span_none():
    normal = np.array([[-1.0, 0, 0], [1, 0, 0]])
    assert hull_volume(contact_wrenches(-normal, normal, 0.5, np.zeros(3), 1.0).wrench) == 0
