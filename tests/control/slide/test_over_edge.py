"""What is slid over the edge: how hard, how far, and which things."""

import numpy as np
import pytest

from prehensile.control.place.stand import STAND_HEIGHT, TABLE_FRICTION
from prehensile.control.slide.over_edge import (
    LEAST_HOLD,
    STAYS,
    Profile,
    is_dish,
    is_flat,
    is_thin,
    needed_press,
    over_edge,
)
from prehensile.world.catalogue import load_object
from prehensile.world.objects.primitives import box

THUMB = 0.008


@pytest.mark.parametrize("friction", [0.4, 0.6, 1.0])
@pytest.mark.parametrize("weight", [0.05, 2.0])
def test_the_least_press_is_where_both_frictions_are_equal(weight, friction):
    press = needed_press(weight, friction)
    assert friction * press == pytest.approx(TABLE_FRICTION * (press + weight))


def test_what_the_table_holds_faster_than_skin_cannot_be_dragged():
    assert needed_press(1.0, TABLE_FRICTION) == np.inf
    assert over_edge(box((0.09, 0.05, 0.001), 0.005).with_friction(0.2), THUMB) is None


@pytest.mark.parametrize("deep", [0.05, 0.07, 0.12, 0.2])
@pytest.mark.parametrize("mass", [0.005, 0.4])
def test_the_centre_of_mass_of_what_juts_out_stays_over_the_table(deep, mass):
    way = over_edge(box((0.15, deep, 0.006), mass), THUMB)
    assert way is not None and not way.dragged
    com = way.edge - way.jut + way.depth  # y of it where it is taken
    assert com >= way.edge + STAYS - 1e-9
    assert way.edge - way.jut + way.drag_at > way.edge  # the fingers drag it on the table
    low = way.at if way.from_below else way.thumb_at
    assert way.edge - way.jut + low + THUMB < way.edge  # and what is below is before it
    assert way.thumb_at >= LEAST_HOLD
    assert way.slid == pytest.approx(way.front - way.edge + way.jut)


def test_what_is_narrow_is_dragged_onto_the_thumb():
    way = over_edge(box((0.2, 0.03, 0.002), 0.01), THUMB)
    assert way is not None and way.dragged
    assert way.edge - way.jut + way.thumb_at + THUMB < way.edge


def test_the_couple_of_thumb_and_fingers_bears_the_weight():
    mass, deep = 0.4, 0.15
    way = over_edge(box((0.2, deep, 0.008), mass), THUMB)
    assert way is not None
    moment = mass * 9.81 * (deep / 2 - way.thumb_at)
    assert way.couple * (way.thumb_at - way.at) == pytest.approx(moment)


def test_thin_and_flat_things():
    assert is_thin(box((0.09, 0.05, 0.001), 0.005)) and is_flat(box((0.09, 0.05, 0.001), 0.005))
    thick = box((0.2, 0.12, 0.02), 0.3)
    assert is_flat(thick) and not is_thin(thick)
    assert not is_flat(load_object("mug")) and not is_flat(load_object("dial"))
    # 8 mm × (1 − sin atan μ) is 3 mm at friction 0.8.
    assert is_thin(box((0.1, 0.1, 0.0029), 0.1).with_friction(0.8))
    assert not is_thin(box((0.1, 0.1, 0.0031), 0.1).with_friction(0.8))


def test_the_profile_of_a_box():
    profile = Profile(box((0.1, 0.06, 0.02), 0.1))
    assert profile.front == pytest.approx(-0.03, abs=1e-6)
    assert profile.top(0.01) == pytest.approx(STAND_HEIGHT + 0.02)
    assert profile.bottom(0.01) == pytest.approx(STAND_HEIGHT)
    assert profile.flat_from(0.015) == pytest.approx(0.015)


def test_a_ball_meets_a_level_side_where_its_middle_is():
    profile = Profile(box((0.1, 0.06, 0.02), 0.1))
    above, below = (profile.meets(0.02, 0.008, up) for up in (1.0, -1.0))
    assert above.depth == below.depth == pytest.approx(0.02)
    assert above.middle - below.middle == pytest.approx(0.02 + 2 * 0.008)
    assert not is_dish(box((0.2, 0.12, 0.02), 0.3))
