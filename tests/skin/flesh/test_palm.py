"""The palm's flesh: it covers the bones, and all of it scales with the hand."""

import numpy as np
import pytest

from prehensile.hand.joints import FINGERS
from prehensile.hand.skeleton import metacarpal_ends
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.skin.flesh.palm import (
    _towards,
    adductor,
    finger_webs,
    heel,
    palm_core,
    palm_lines,
    palm_relief,
    rays,
    thumb_ball,
    thumb_web,
    wrist_relief,
)
from prehensile.skin.flesh.rest import RestFlesh

FLESH = RestFlesh(HandSpec.mean().build())
B = FLESH.hand.spec.breadth
THUMB = FLESH.digits["thumb"]
FINGER_AXES = {finger: FLESH.digits[finger] for finger in FINGERS}


def flat_skin(xy: np.ndarray, side: int) -> np.ndarray:
    """A hand as flat as a board."""
    return np.column_stack([xy, np.full(len(xy), 0.1 * side * B)])


def test_frames_point_where_they_should(rng: np.random.Generator) -> None:
    start, end = rng.normal(size=(2, 3))
    T = _towards(start, end)
    np.testing.assert_allclose(T[:3, :3].T @ T[:3, :3], np.eye(3), atol=1e-12)
    assert np.linalg.det(T[:3, :3]) == pytest.approx(1)
    along = [[0, 0, 0], [np.linalg.norm(end - start), 0, 0]]
    np.testing.assert_allclose(se3.apply(T, np.array(along)), [start, end], atol=1e-12)
    # Of all directions square to the bone none is nearer to the back.
    turns = np.linspace(0, 2 * np.pi, 100)
    others = np.outer(np.cos(turns), T[:3, 1]) + np.outer(np.sin(turns), T[:3, 2])
    assert (others[:, 2] <= T[2, 2] + 1e-12).all()


def test_metacarpals_lie_inside_their_rays() -> None:
    for finger, ray in zip(FINGERS, rays(FLESH.hand), strict=True):
        base, head = metacarpal_ends(FLESH.hand.spec, finger)
        inner = base + np.linspace(0.3, 0.95, 20)[:, None] * (head - base)
        assert (ray.distance(inner) < -0.05 * B).all(), finger


def test_the_core_is_as_large_as_the_hand_is_broad(rng: np.random.Generator) -> None:
    points = rng.uniform(-0.6 * B, 0.9 * B, (300, 3))
    one, two = palm_core(B).distance(points), palm_core(2 * B).distance(2 * points)
    np.testing.assert_allclose(two, 2 * one, atol=1e-9)
    assert (one < 0).any() and (one > 0).any()


def test_the_balls_stand_out_of_the_palm_on_either_side() -> None:
    """Of the thumb towards it, of the little finger away; both on the palmar side."""
    ball = thumb_ball(FLESH.hand, THUMB)
    edge = heel(B, FINGER_AXES["little"].T[:3, 3])
    for tube, side in ((ball, 1), (edge, -1)):
        low, high = tube.bounds()
        middle = 0.5 * (low + high)
        assert np.sign(middle[1]) == side and middle[2] < 0
        assert palm_core(B).distance(np.array([[middle[0], middle[1], low[2]]]))[0] > 0


def test_webs_hang_between_their_neighbours() -> None:
    webs = finger_webs(B, FINGER_AXES)
    assert len(webs) == len(FINGERS) - 1
    for web, first, second in zip(webs, FINGERS[:-1], FINGERS[1:], strict=True):
        y = [FINGER_AXES[f].T[1, 3] for f in (first, second)]
        assert min(y) < web.corners[2, 1] < max(y)
        for corner, finger in zip(web.corners, (first, second), strict=False):
            local = se3.apply(se3.inverse(FINGER_AXES[finger].T), corner)
            assert 0 < local[0] < FINGER_AXES[finger].joints[1] and abs(local[1]) < 1e-9
    for sheet in (thumb_web(FLESH.hand, THUMB), adductor(FLESH.hand, THUMB)):
        on_thumb = se3.apply(se3.inverse(THUMB.T), sheet.corners[0])
        assert np.linalg.norm(on_thumb) < 0.1 * B  # at the thumb's knuckle
        assert (sheet.corners[1:, 2] < 0).all()


@pytest.mark.parametrize("grow", [0.5, 2.0])
def test_lines_and_creases_scale(grow: float) -> None:
    def scaled(xy: np.ndarray, side: int) -> np.ndarray:
        return grow * flat_skin(xy / grow, side)

    small = palm_lines(B, 0.09, flat_skin) + wrist_relief(B, flat_skin)
    large = palm_lines(grow * B, grow * 0.09, scaled) + wrist_relief(grow * B, scaled)
    for one, other in zip(small, large, strict=True):
        np.testing.assert_allclose(other.line, grow * one.line, atol=1e-12)
        assert other.width == pytest.approx(grow * one.width)
        assert other.height == pytest.approx(grow * one.height)


def test_great_lines_are_furrows_of_the_palm() -> None:
    for line in palm_lines(B, 0.09, flat_skin):
        assert line.height < 0 and (line.line[:, 2] < 0).all()


def test_knuckles_rise_over_the_heads_of_the_metacarpals() -> None:
    strokes = palm_relief(FLESH.hand, FINGER_AXES, flat_skin)
    back = [s for s in strokes if s.height > 0 and (s.line[:, 2] > 0).all()]
    for finger in FINGERS:
        head = metacarpal_ends(FLESH.hand.spec, finger)[1]
        at = flat_skin(head[None, :2], 1)
        assert min(np.sqrt(s.nearest(at)[0][0]) for s in back) < 0.03 * B, finger


def test_a_tendon_leads_from_every_knuckle_to_the_wrist() -> None:
    strokes = palm_relief(FLESH.hand, FINGER_AXES, flat_skin)
    tendons = [s.line for s in strokes if s.height > 0 and np.ptp(s.line[:, 0]) > 0.5 * B]
    assert len(tendons) == len(FINGERS)
    for line, finger in zip(tendons, FINGERS, strict=True):
        base, head = metacarpal_ends(FLESH.hand.spec, finger)
        np.testing.assert_allclose(line[0, :2], head[:2] - [0.1 * B, 0], atol=0.01 * B)
        assert 0 < line[-1, 0] < 0.2 * B and abs(line[-1, 1]) <= abs(base[1])
        assert (line[:, 2] > 0).all()
