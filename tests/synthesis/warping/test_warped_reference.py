"""A pinch warped: to its own ball, to larger and smaller ones, to where something else stands."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip
from prehensile.motion.tracked_hand import angles_of
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.setting import Reference
from prehensile.synthesis.warping.pinched_ball import (
    CAPTURED,
    LIFTING,
    ball_on_pin,
    drawn_pinch,
    pinch_clip,
)
from prehensile.synthesis.warping.pushed_out import HandAndObject, pushed_out
from prehensile.synthesis.warping.warped_reference import warped_reference
from prehensile.world.scene import ObjectInScene

PINCH = drawn_pinch(3)
C = assumed_compliance(PINCH.hand).of(PINCH.hand)
CLIP, AT = pinch_clip(PINCH, C)
WAITS = 0.4
"""[s] before the hand sets out"""
CLIP = CLIP.at_times(np.arange(0, 1.6, 0.025))
CLIP = replace(CLIP, time=np.append(0.0, CLIP.time[1:] + WAITS))
CAPTURED_BALL = ball_on_pin(PINCH, CAPTURED, AT)[0]
PRESSED = int(np.searchsorted(CLIP.time, LIFTING + WAITS))


def _pressed(clip: Clip, ball: ObjectInScene) -> np.ndarray:
    """(5,) [N] of the digits on a ball that stands still, just before the lift."""
    q, T = angles_of(clip.hands[0])[PRESSED], clip.hands[0].T_world_forearm[PRESSED]
    step = Reference(np.append(q, np.zeros(3)), se3.from_pose7(T))
    pair = HandAndObject(PINCH.hand, ball)
    return pushed_out(pair, step, C, se3.from_pose7(np.asarray(ball.pose, float))).force


def test_to_its_own_object_nothing_changes() -> None:
    made = warped_reference(CLIP, CAPTURED_BALL, CAPTURED_BALL, C)
    assert np.allclose(made.hands[0].q, CLIP.hands[0].q, atol=0.03)
    way = made.hands[0].T_world_forearm - CLIP.hands[0].T_world_forearm
    assert np.abs(way).max() < 1e-3


@pytest.mark.parametrize("across", [0.03, 0.05])
def test_fingers_press_on_another_ball_as_they_did(across: float) -> None:
    """Wherever it stands; without the warp they do not."""
    ball = ball_on_pin(PINCH, across, AT)[0]
    there = replace(ball, pose=(*(AT + np.array([0.01, -0.01, 0.005])), 1.0, 0.0, 0.0, 0.0))
    made = warped_reference(CLIP, CAPTURED_BALL, there, C)
    assert np.allclose(_pressed(made, there)[:2], PINCH.force, rtol=0.1)
    assert not np.allclose(_pressed(CLIP, there)[:2], PINCH.force, rtol=0.5)
    # as it was long before, and no jerk on the way
    q, T = made.hands[0].q, made.hands[0].T_world_forearm
    assert np.allclose(q[0], CLIP.hands[0].q[0], atol=1e-9)
    assert np.allclose(T[0], CLIP.hands[0].T_world_forearm[0], atol=1e-9)
    assert np.abs(np.diff(q, axis=0)).max() < 0.15
    assert made.meta["warped_from"] == made.meta["warped_to"] == "ball"
    inside = (q >= PINCH.hand.lower - 0.1) & (q <= PINCH.hand.upper + 0.1)
    assert inside.all()


def test_what_is_fixed_was_not_held() -> None:
    """The ball's path is its own track's, not that of the pin that the clip shows first."""
    pin = ball_on_pin(PINCH, CAPTURED, AT)[1]
    bodies = tuple(
        BodyTrack(o.name, o.object.vertices, o.object.faces, np.tile(o.pose, (CLIP.n_frames, 1)))
        for o in (pin, CAPTURED_BALL)
    )
    clip = replace(CLIP, bodies=bodies, meta={**CLIP.meta, "bodies": {pin.name: {"fixed": True}}})
    made = warped_reference(clip, CAPTURED_BALL.object, CAPTURED_BALL, C)
    before = CLIP.time < LIFTING + WAITS
    assert np.allclose(made.hands[0].q[before], CLIP.hands[0].q[before], atol=0.03)


def test_bad_input() -> None:
    ball = CAPTURED_BALL.object
    with pytest.raises(InputError, match="where the captured"):
        warped_reference(CLIP, ball, ball, C)
    away = ObjectInScene(ball, "ball", (1.0, 0.0, 0.3, 1.0, 0.0, 0.0, 0.0))
    with pytest.raises(InputError, match="no finger"):
        warped_reference(CLIP, away, CAPTURED_BALL, C)
