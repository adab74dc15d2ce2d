"""Teichmann's radius: no origin is better, and it does not matter where one began."""

import numpy as np
import pytest

from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.epsilon import epsilon
from prehensile.quality.measure.invariant_radius import invariant_radius
from prehensile.quality.measure.random_grasp import RADIUS, random_contacts


def wrenches(pos, normal, origin):
    return contact_wrenches(pos, normal, 0.8, origin, RADIUS).wrench


@pytest.fixture
def contacts(rng):
    return random_contacts(rng, 6)


def test_it_does_not_matter_where_one_begins(contacts, rng):
    here = invariant_radius(wrenches(*contacts, np.zeros(3)), RADIUS)
    assert here.radius > 0
    for _ in range(3):
        origin = RADIUS * rng.normal(size=3)
        there = invariant_radius(wrenches(*contacts, origin), RADIUS)
        assert there.radius == pytest.approx(here.radius, rel=1e-6)


def test_it_is_epsilon_about_the_origin_that_it_names_and_none_is_better(contacts, rng):
    best = invariant_radius(wrenches(*contacts, np.zeros(3)), RADIUS)
    assert epsilon(wrenches(*contacts, best.origin)).radius == pytest.approx(best.radius, rel=1e-6)
    for size in (0.01, 0.1, 1.0):
        for _ in range(8):
            elsewhere = best.origin + size * RADIUS * rng.normal(size=3)
            assert epsilon(wrenches(*contacts, elsewhere)).radius <= best.radius * (1 + 1e-6)


def test_symmetric_grasps_are_best_about_their_middle():
    turn = np.radians([0, 90, 180, 270])
    normal = -np.stack([np.cos(turn), np.sin(turn), np.zeros(4)], axis=1)
    found = invariant_radius(contact_wrenches(-normal, normal, 0.5, [0.3, 0.1, 0], 1.0)[0], 1.0)
    known = epsilon(contact_wrenches(-normal, normal, 0.5, np.zeros(3), 1.0).wrench).radius
    assert found.radius == pytest.approx(known, rel=1e-6)


def test_an_open_grasp_has_none(rng):
    pos, normal = random_contacts(rng, 2)
    assert invariant_radius(wrenches(pos, normal, np.zeros(3)), RADIUS).radius == 0
