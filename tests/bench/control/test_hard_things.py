"""Hard things: closed meshes of the size and mass they are said to have."""

import numpy as np
import pytest

from prehensile.bench.control.hard_things import HARD, Dish, figures
from prehensile.mesh.open_edges import open_edge_count

MADE = [make() for make in HARD]


def test_there_are_sixteen_of_different_names():
    assert len({thing.name for thing in MADE}) == len(MADE) == 16


@pytest.mark.parametrize("thing", MADE, ids=lambda thing: thing.name)
def test_meshes_are_closed_and_parts_fill_them(thing):
    assert open_edge_count(thing.faces) == 0
    assert 0.005 < thing.mass <= 1.5
    low, high = thing.bounds
    for part in thing.parts:
        centre = part.vertices.mean(axis=0) if part.kind == "hull" else np.asarray(part.pos)
        assert np.all(centre >= low - 1e-3) and np.all(centre <= high + 1e-3)


def test_a_dish_weighs_what_is_asked_and_is_hollow():
    dish = Dish(foot=0.05, rim=0.08, high=0.05, wall=0.004).made("dish", 0.3)
    assert dish.mass == pytest.approx(0.3)
    assert dish.extents[2] == pytest.approx(0.05)
    full = np.pi * 0.05 / 3 * (0.05**2 + 0.05 * 0.08 + 0.08**2)  # of a truncated cone
    solid = sum(part.volume for part in dish.parts)
    assert solid < 0.4 * full


def test_held_ones_are_counted_and_all_are_named():
    found = figures([(True, "coin: post"), (False, "card: no")])
    assert found == {"hard_held": 1, "hard_ways": ["coin: post", "card: no"]}
