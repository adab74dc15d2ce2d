"""Sections of an object, where someone wants it taken and where nobody says so."""

import numpy as np
import pytest

from prehensile.control.place.graspable import DEEP
from prehensile.control.place.places import MOST_SECTIONS, hollow_of, places
from prehensile.control.place.sought import Sought
from prehensile.control.place.surroundings import surroundings
from prehensile.control.place.wishes import wished
from prehensile.world.catalogue import load_object


def of(name, **words):
    obj, rng = load_object(name), np.random.default_rng(0)
    scene = surroundings(obj, np.eye(4), rng, "table")
    return obj, places(obj, scene, Sought(obj, wished(**words)))


@pytest.mark.parametrize("point", [(-0.14, 0.0, 0.02), (0.13, 0.05, 0.01), (0.0, 0.0, 0.03)])
def test_the_first_sections_pass_where_it_is_wanted(point):
    obj, found = of("hammer", where=point)
    nearest = obj.vertices[np.linalg.norm(obj.vertices - point, axis=1).argmin()]
    for s in found.sections[:3]:
        assert np.linalg.norm(s.centre - nearest) < s.radius + 0.03
    assert len(found.sections) <= MOST_SECTIONS


def test_a_thin_wall_can_be_taken_through_its_thickness():
    _, found = of("mug", where=(0.0, 0.041, 0.09))
    walls = [s for s in found.sections if s.across is not None and s.radius < 0.004]
    assert any(abs(s.across[1]) > 0.9 for s in walls if s.across is not None)


def test_a_part_has_sections_of_its_own():
    _, found = of("hammer", where="head")
    assert found.sections[0].centre[0] > 0.1


def test_what_is_avoided_is_worth_less():
    _, plain = of("hammer")
    at = tuple(plain.sections[0].centre)
    _, warned = of("hammer", avoid=(*at, 0.05))
    assert np.linalg.norm(warned.sections[0].centre - at) > 0.02


def test_a_finger_behind_the_handle_is_not_in_the_tea():
    hollow = hollow_of(load_object("mug"))
    behind, within = np.array([[0.055, 0.0, 0.045]]), np.array([[0.0, 0.0, 0.06]])
    assert hollow.depth(behind)[0] < DEEP < hollow.depth(within)[0]
