"""Where a hand waits that has no plan yet."""

import numpy as np
import pytest

from prehensile.control.live.live_stand import waiting_pose
from prehensile.hand.parse import parse_hand
from prehensile.lie import se3


@pytest.mark.parametrize("side", ["right", "left"])
def test_the_waiting_hand_points_at_the_stand_with_its_thumb_up(side):
    hand = parse_hand(side).build()
    T = se3.from_pose7(waiting_pose(hand))
    np.testing.assert_allclose(T[:3, 0], (0, 1, 0), atol=1e-12)
    thumb = T[:3, 1] if side == "right" else -T[:3, 1]  # +y is the thumb's side of a right hand
    np.testing.assert_allclose(thumb, (0, 0, 1), atol=1e-12)
