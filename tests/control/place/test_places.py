"""Sections of an object, where someone wants it taken and where nobody says so."""

import numpy as np
import pytest
from tests.control.place.test_handle import made_of
from tests.control.place.test_rim import vessel, walls_of

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


@pytest.mark.parametrize(
    ("radius", "height", "below", "within"),
    [
        (0.04, 0.09, 0.015, True),
        (0.075, 0.09, 0.015, False),
        (0.075, 0.09, 0.045, True),
        (0.075, 0.055, 0.015, False),
        (0.075, 0.055, 0.04, True),
    ],
)  # fmt: skip
def test_people_reach_farther_into_a_wide_vessel_than_into_a_cup(radius, height, below, within):
    hollow = hollow_of(vessel(radius, height, 0.004))
    points = np.array([[0.0, 0.0, height - below], [0.0, 0.02, height - below]])
    assert hollow.holds(points).tolist() == [within] * 2


def centres_of(obj, walls):
    """Of all its sections."""
    scene = surroundings(obj, np.eye(4), np.random.default_rng(0), "table")
    return {tuple(s.centre) for s in places(obj, scene, walls=walls).sections}


def test_the_wall_of_a_bowl_is_among_the_places_where_fingertips_are_asked_for():
    bowl = vessel(0.075, 0.055, 0.004)
    plain, with_walls = centres_of(bowl, False), centres_of(bowl, True)
    assert plain < with_walls
    own, more = np.array([s.centre for s in walls_of(bowl)]), np.array([*(with_walls - plain)])
    assert len(more) == len(own) / 2, "each is held along the rim and upright"
    assert np.linalg.norm(more[:, None] - own, axis=2).min(axis=1).max() < 0.001


def test_a_pot_has_a_handle_and_is_not_held_by_its_wall():
    import trimesh  # here: it takes a while to load

    bowl = vessel(0.06, 0.09, 0.004)
    ring = trimesh.creation.torus(0.033, 0.006).apply_transform(
        trimesh.transformations.rotation_matrix(np.pi / 2, [1, 0, 0])
    )
    ring.apply_translation([0.085, 0, 0.05])
    mesh = trimesh.util.concatenate([trimesh.Trimesh(bowl.vertices, bowl.faces), ring])
    pot = made_of("pot", mesh, 0.4)
    assert walls_of(pot)
    np.testing.assert_array_equal(centres_of(pot, True), centres_of(pot, False))
