"""What is preferred, on things whose handle is known from how they were made."""

import numpy as np
import pytest

from prehensile.control.place.places import places
from prehensile.control.place.sought import Sought
from prehensile.control.place.surroundings import surroundings
from prehensile.control.place.wishes import Wishes
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import ball, box, cylinder


def of(obj, purpose=None, seed=0):
    rng = np.random.default_rng(seed)
    scene = surroundings(obj, np.eye(4), rng, "table")
    return scene, places(obj, scene, Sought(obj, Wishes(purpose=purpose)))


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_hammer_is_taken_by_its_handle_away_from_the_head(seed):
    obj = load_object("hammer")
    scene, found = of(obj, seed=seed)
    assert found.preferred.purpose == "use"
    best = found.sections[0]
    assert best.centre[0] < 0.06 < obj.com[0] and abs(best.centre[1]) < 0.01
    on_handle = np.flatnonzero(scene.points[:, 0] < 0.0)
    at_head = np.flatnonzero(np.abs(scene.points[:, 1]) > 0.03)
    assert found.preferred.touched(on_handle) > found.preferred.touched(at_head) + 1


def test_a_mug_has_a_handle_and_it_is_left_free_when_handed_over():
    obj = load_object("mug")
    scene, found = of(obj)
    assert found.preferred.handle is not None
    handle = scene.points[found.preferred.handle.limb.members]
    assert np.linalg.norm(handle[:, :2], axis=1).min() > 0.035
    _, given = of(obj, "hand-over")
    beyond = np.linalg.norm(scene.points[:, :2], axis=1) > 0.05
    on_it, elsewhere = np.flatnonzero(beyond), np.flatnonzero(~beyond)
    assert given.preferred.touched(on_it) < given.preferred.touched(elsewhere) - 1


@pytest.mark.parametrize("name", ["bottle", "banana", "apple", "jar", "pen"])
def test_what_has_no_handle_is_carried_near_its_centre_of_mass(name):
    obj = load_object(name)
    _, found = of(obj)
    assert found.preferred.purpose == "carry"
    assert np.linalg.norm(found.sections[0].centre - obj.com) < 0.03


@pytest.mark.parametrize(
    "obj", [box((0.06, 0.06, 0.06), mass=0.1), ball(0.03, mass=0.1), cylinder(0.03, 0.12, mass=0.1)]
)
def test_plain_shapes_have_no_handle(obj):
    assert of(obj)[1].preferred.handle is None


def test_what_is_carried_is_not_taken_by_a_handle_for_its_own_sake():
    obj = load_object("hammer")
    _, found = of(obj, "carry")
    assert np.linalg.norm(found.sections[0].centre - obj.com) < 0.03


def test_sections_are_ranked_and_bounded():
    _, found = of(load_object("hammer"))
    worth = [s.worth for s in found.sections]
    assert worth == sorted(worth, reverse=True) and len(worth) <= 36


def test_what_presses_on_the_handle_is_worth_its_share():
    _, found = of(load_object("hammer"))
    at = np.array([[-0.1, 0.016, 0.013], [0.136, -0.06, 0.013]])
    whole = found.preferred.worth_of_pressing(at, np.array([5.0, 0.0]))
    assert whole > 3
    half = found.preferred.worth_of_pressing(at, np.array([5.0, 5.0]))
    assert half == pytest.approx(whole / 2)
    assert found.preferred.worth_of_pressing(at[:0], np.zeros(0)) == 0


def test_a_handle_is_left_free_for_a_hand_over():
    _, found = of(load_object("hammer"), "hand-over")
    at = np.array([[-0.1, 0.016, 0.013], [0.136, -0.06, 0.013]])
    assert found.preferred.will_do(at[1:]) and not found.preferred.will_do(at[:1])
    assert of(load_object("hammer"))[1].preferred.will_do(at[:1])


def test_how_far_off_the_handle_something_presses():
    """Nothing where nine tenths lie on it, 1 and more from there, 2 where half does."""
    at = np.array([[-0.1, 0.016, 0.013], [0.136, -0.06, 0.013]])
    hammer = of(load_object("hammer"))[1].preferred

    def missed(on_it):
        return hammer.misses(at, np.array([on_it, 1 - on_it]))

    assert missed(1.0) == missed(0.91) == 0
    assert missed(0.5) == pytest.approx(2.0) and missed(0.7) == pytest.approx(1.5)
    assert of(load_object("hammer"), "carry")[1].preferred.misses(at[1:], np.ones(1)) == 0
    assert np.isinf(of(load_object("hammer"), "hand-over")[1].preferred.misses(at[:1], np.ones(1)))
