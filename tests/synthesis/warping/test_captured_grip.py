"""Where a reference holds its object: the pinch it was made of, as it was made."""

from itertools import pairwise

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.lie import se3
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.setting import Reference
from prehensile.synthesis.warping.captured_grip import CapturedGrip, captured_grip
from prehensile.synthesis.warping.pinched_ball import (
    CAPTURED,
    CLOSED,
    LIFTING,
    ball_on_pin,
    drawn_pinch,
    pinch_clip,
)
from prehensile.synthesis.warping.pushed_out import HandAndObject

PINCH = drawn_pinch(5)
C = assumed_compliance(PINCH.hand).of(PINCH.hand)
CLIP, AT = pinch_clip(PINCH, C)
TIMES = np.arange(0.9, 2.5, 0.05)
BALL = ball_on_pin(PINCH, CAPTURED, AT)[0]


def _grip(ball: np.ndarray) -> CapturedGrip:
    track = CLIP.at_times(TIMES).hands[0]
    steps = [
        Reference(np.append(q, np.zeros(3)), T)
        for q, T in zip(track.q, se3.from_pose7(track.T_world_forearm), strict=True)
    ]
    path = np.tile(ball, (len(TIMES), 1, 1))
    return captured_grip(PINCH.hand, HandAndObject(PINCH.hand, BALL), steps, C, path, False)


def test_thumb_and_index_hold_it_from_both_sides_and_carry_it() -> None:
    grip = _grip(se3.from_pose7(np.array(BALL.pose)))
    assert CLOSED < TIMES[grip.frame] <= LIFTING + 0.1
    assert grip.digits.tolist() == [0, 1]
    names = list(PINCH.hand.segments)
    assert all("distal" in names[k] for k in grip.link)
    way = (grip.point - AT) / (0.5 * CAPTURED)
    assert np.allclose(np.linalg.norm(way, axis=1), 1, atol=0.01)
    assert way[0] @ way[1] < -0.98
    # the reference is made with these forces, and holds on
    assert np.allclose(grip.force[grip.frame :, :2], PINCH.force, rtol=0.03)
    assert not grip.force[:2].any() and grip.near[0] > 0
    height = grip.path[:, 2, 3]
    assert all(a <= b + 1e-4 for a, b in pairwise(height)) and height[-1] > height[0] + 0.15


def test_a_ball_elsewhere_is_not_held() -> None:
    with pytest.raises(InputError, match="no finger"):
        _grip(se3.exp(np.array([0.5, 0, 0, 0, 0, 0])))
