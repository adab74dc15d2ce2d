"""Poses of a slide: fingertips where the way wants them, within the joints' limits."""

import numpy as np
import pytest

from prehensile.control.slide.fingertip_pose import tip_ball
from prehensile.control.slide.over_edge import over_edge
from prehensile.control.slide.slide_poses import SlidePoses
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.hand.spec import HandSpec
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.world.objects.primitives import box


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("deep", [0.03, 0.06, 0.14])
def test_what_is_below_is_before_the_edge_and_deepest_under_what_is_heavy(side, deep):
    hand, thing = HandSpec.mean(side).build(), box((0.15, deep, 0.004), 0.05)
    way = over_edge(thing, tip_ball(hand, "thumb")[1])
    assert way is not None
    pinch = SlidePoses(thing, hand, way).pinch()
    assert pinch.miss < 0.002
    assert (pinch.q >= hand.lower).all() and (pinch.q <= hand.upper).all()
    found = segment_transforms(hand, pinch.q, pinch.T_world_forearm)
    at = {
        digit: se3.apply(found[TIP_SEGMENT[digit]], tip_ball(hand, digit)[0])
        for digit in ("thumb", *way.fingers)
    }
    for finger in way.fingers:
        low, high = (finger, "thumb") if way.from_below else ("thumb", finger)
        assert at[low][1] + tip_ball(hand, low)[1] < way.edge
        assert at[high][2] > at[low][2] + 0.012
        assert not way.from_below or at[low][1] > at[high][1] + 0.004
    assert np.degrees(np.arcsin(pinch.T_world_forearm[2, 0])) < 15  # the elbow is hardly below
