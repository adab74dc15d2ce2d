"""Keys of a slide follow each other without a jump of hand or force."""

import numpy as np
import pytest

from prehensile.control.place.stand import STAND_HEIGHT
from prehensile.control.slide.over_edge import GRAVITY
from prehensile.control.slide.slide_keys import slide_keys
from prehensile.hand.spec import HandSpec
from prehensile.world.objects.primitives import box

CARD = box((0.095, 0.058, 0.0014), 0.007, name="card").with_friction(0.6)


@pytest.mark.parametrize("side", ["right", "left"])
def test_thumb_and_fingers_balance_each_other_and_the_weight(side):
    plan = slide_keys(CARD, HandSpec.mean(side).build(), None, 3.0, put=True)
    assert plan is not None
    hold = next(key for key in plan.keys if key.name == "hold")
    np.testing.assert_allclose(sum(hold.force.values()), [0, 0, CARD.mass * GRAVITY], atol=1e-9)
    assert hold.forearm[2, 3] - plan.pinch.T_world_forearm[2, 3] == pytest.approx(0.15)
    assert hold.seconds == 3.0


def test_the_slide_is_straight_to_the_person():
    plan = slide_keys(CARD, HandSpec.mean("right").build(), None, 3.0, put=False)
    assert plan is not None and plan.keys[-1].name == "hold"
    press = next(key for key in plan.keys if key.name == "press")
    slide = [key for key in plan.keys if key.name == "slide"][1]
    np.testing.assert_allclose(press.forearm[:3, :3], slide.forearm[:3, :3])
    way = slide.forearm[:3, 3] - press.forearm[:3, 3]
    np.testing.assert_allclose(way, [0, -plan.way.slid, 0], atol=1e-12)
    np.testing.assert_array_equal(press.q, slide.q)


def test_what_is_heavy_is_pressed_as_its_moment_asks():
    hand = HandSpec.mean("right").build()
    plan = slide_keys(box((0.2, 0.13, 0.012), 0.3), hand, 4.0, 3.0, put=True)
    assert plan is not None and plan.squeeze == pytest.approx(plan.way.couple)
    light = slide_keys(CARD, hand, 4.0, 3.0, put=True)
    assert light is not None and light.squeeze == pytest.approx(2.0)


def test_a_sliding_hand_is_above_the_table():
    plan = slide_keys(CARD, HandSpec.mean("right").build(), None, 3.0, put=False)
    assert plan is not None
    assert all(k.forearm[2, 3] > STAND_HEIGHT + 0.03 for k in plan.keys if k.name == "slide")
