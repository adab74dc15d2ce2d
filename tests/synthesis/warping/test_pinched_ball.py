"""The pinch that everything is warped from."""

import numpy as np

from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.warping.pinched_ball import (
    CAPTURED,
    CLOSED,
    HIGH,
    PIN,
    TIP_RADIUS,
    ball_on_pin,
    drawn_pinch,
    opposed_tips,
    pinch_clip,
)


def test_fingertips_face_each_other_within_limits() -> None:
    hand = drawn_pinch(0).hand
    for apart in (0.03, 0.052, 0.08):
        q = opposed_tips(hand, apart)
        points, normals = pad_positions(hand, q)
        tips = points - TIP_RADIUS * normals
        assert abs(np.linalg.norm(tips[0] - tips[1]) - apart) < 2e-4
        assert (q >= hand.lower).all() and (q <= hand.upper).all()
        assert normals[0] @ normals[1] < -0.6


def test_the_ball_is_between_them_as_they_close() -> None:
    pinch = drawn_pinch(1)
    clip, at = pinch_clip(pinch, assumed_compliance(pinch.hand).of(pinch.hand))
    k, track = round(100 * CLOSED), clip.hands[0]
    points, normals = pad_positions(
        pinch.hand, track.q[k], se3.from_pose7(track.T_world_forearm[k])
    )
    tips = (points - TIP_RADIUS * normals)[:2]
    assert np.allclose(tips.mean(axis=0), at, atol=1e-6)
    assert np.allclose(np.linalg.norm(tips - at, axis=1), 0.5 * CAPTURED + TIP_RADIUS, atol=2e-4)


def test_a_seed_is_a_pinch() -> None:
    one, same, other = (drawn_pinch(k) for k in (2, 2, 3))
    assert one[1:] == same[1:] and one[1:] != other[1:]
    assert np.array_equal(one.hand.lower, same.hand.lower)


def test_the_ball_stands_on_its_pin() -> None:
    ball, pin = ball_on_pin(drawn_pinch(0), 0.01, np.array([0.1, 0.0, HIGH]))
    top = pin.pose[2] + 0.5 * pin.object.extents[2]
    assert np.isclose(top, ball.pose[2] - 0.005) and np.allclose(pin.object.extents[:2], PIN)
