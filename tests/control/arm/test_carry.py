"""Ways of the arm: they begin and end at rest, and their twist is their derivative."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.arm.carry import Arc, Bring, Shake, Turn, lift, pull, reach
from prehensile.lie import se3, so3

START = np.array([0.1, -0.2, 0.3, *so3.to_quat(so3.exp([0.3, -0.8, 0.4]))])
AXIS = np.array([0.2, -0.3, 0.9]) / np.linalg.norm([0.2, -0.3, 0.9])
GOAL = np.array([0.4, 0.1, 0.2, *so3.to_quat(so3.exp([-0.9, 0.2, 1.1]))])
BACK, AFAR = np.array([0.02, 0.0, 0.12]), np.array([-0.25, 0.1, 0.2])
CARRIES = [
    lift(),
    Turn(np.array([0.05, 0.1, 0.0]), AXIS, np.radians(40)),
    pull(AXIS),
    Bring(GOAL, 1.3, "put"),
    Arc(BACK, AFAR, 0.8 * AXIS, 1.4, "come"),
    Arc(BACK, AFAR, 0.8 * AXIS, 1.4, "go", outwards=True),
]


@pytest.mark.parametrize("carry", CARRIES, ids=lambda c: c.name)
def test_twist_is_the_derivative_of_the_pose(carry):
    h = 1e-6
    for t in (0.2, 0.6, 1.0):
        _, twist = carry.forearm(START, t)
        before, after = (se3.from_pose7(carry.forearm(START, t + s)[0]) for s in (-h, h))
        velocity = (after[:3, 3] - before[:3, 3]) / (2 * h)
        omega = so3.log(after[:3, :3] @ before[:3, :3].T) / (2 * h)
        np.testing.assert_allclose(twist, [*velocity, *omega], atol=1e-6)


@pytest.mark.parametrize("carry", CARRIES, ids=lambda c: c.name)
def test_it_rests_before_and_after(carry):
    pose, twist = carry.forearm(START, -1.0)
    np.testing.assert_allclose(pose, START, atol=1e-12)
    assert not twist.any()
    end, twist = carry.forearm(START, 99.0)
    assert not twist.any()
    np.testing.assert_allclose(end, carry.forearm(START, carry.seconds)[0])


def test_a_turn_goes_round_its_axis():
    turn = CARRIES[1]
    end, _ = turn.forearm(START, turn.seconds)
    turned = se3.from_pose7(end)[:3, :3] @ se3.from_pose7(START)[:3, :3].T
    np.testing.assert_allclose(so3.log(turned), np.radians(40) * AXIS, atol=1e-9)
    distances = [np.linalg.norm(np.cross(p[:3] - turn.point, AXIS)) for p in (START, end)]
    assert distances[0] == pytest.approx(distances[1])


@pytest.mark.parametrize("t", [0.0, 0.3, 1.1, 2.39, 2.4, 9.0])
def test_the_twist_of_a_shake_is_the_derivative_of_its_pose(t):
    shake, start, h = Shake(np.array([1.0, 0.0, 0.0])), np.array([0.1, 0.2, 0.3, 1, 0, 0, 0]), 1e-6
    before, after = (shake.forearm(start, t + s)[0] for s in (-h, h))
    velocity = (after - before)[:3] / (2 * h)
    np.testing.assert_allclose(shake.forearm(start, t)[1][:3], velocity, atol=1e-5)
    np.testing.assert_array_equal(shake.forearm(start, shake.seconds)[0], start)


def test_what_is_brought_comes_straight_to_its_goal():
    bring = CARRIES[3]
    end = bring.forearm(START, bring.seconds)[0]
    np.testing.assert_allclose(se3.from_pose7(end), se3.from_pose7(GOAL), atol=1e-12)
    way = bring.forearm(START, 0.4)[0][:3] - START[:3]
    np.testing.assert_allclose(np.cross(way, GOAL[:3] - START[:3]), 0, atol=1e-12)


def test_an_arc_ends_straight_and_leads_back_to_where_it_began():
    come = Arc(BACK, AFAR, 0.8 * AXIS, 1.4, "come")
    end, _ = come.forearm(START, come.seconds)
    np.testing.assert_allclose(end[:3], START[:3] - AFAR, atol=1e-12)
    out = replace(come, outwards=True)
    np.testing.assert_allclose(
        se3.from_pose7(out.forearm(end, out.seconds)[0]), se3.from_pose7(START), atol=1e-12
    )
    way = [come.forearm(START, t)[0] for t in np.linspace(0, come.seconds, 200)]
    near = [pose for pose in way if np.linalg.norm(pose[:3] - end[:3]) < np.linalg.norm(BACK)]
    assert len(near) > 40
    for pose in near:  # on the line, and turned as at the end
        off = pose[:3] - end[:3]
        assert np.linalg.norm(np.cross(off, BACK)) < 1e-12
        assert abs(pose[3:] @ end[3:]) == pytest.approx(1)


def test_a_turned_arc_is_the_same_way_turned():
    come, R = Arc(BACK, AFAR, 0.8 * AXIS, 1.4, "come"), so3.exp([0.2, -0.5, 0.9])
    for share in (0.2, 0.7, 1.0):
        for plain, turned in zip(come.off(share)[:2], come.turned(R).off(share)[:2], strict=True):
            np.testing.assert_allclose(turned, R @ plain, atol=1e-12)


@pytest.mark.parametrize("side", ["right", "left"])
def test_people_reach_from_the_elbow_and_above_with_the_thumb_further_up(side, rng):
    up = np.array([0.0, 0, 1])
    for _ in range(20):
        R, back = so3.random(rng), np.array([0.0, 0, 0.13])
        arc = reach(R, back, up, side)
        assert arc.afar @ up > back @ up
        level = R[:, 0] - up * (R[:, 0] @ up)
        if np.linalg.norm(level) > 0.3:
            assert (arc.afar - back) @ level < 0
        thumb = R[:, 1] if side == "right" else -R[:, 1]
        at_ease = so3.log(so3.exp(arc.turn))
        assert np.linalg.norm(at_ease) <= np.radians(45) + 1e-9
        if thumb @ up > -0.5 and abs(R[:, 0] @ up) < 0.5:
            assert (so3.exp(arc.turn) @ thumb) @ up > thumb @ up - 1e-9


@pytest.mark.parametrize("carry", CARRIES, ids=lambda c: c.name)
def test_the_twist_alone_is_that_of_the_pose(carry):
    for t in (-0.1, 0.0, 0.05, 0.6, 1.3, 2.0):
        np.testing.assert_array_equal(carry.twist(START, t), carry.forearm(START, t)[1])


def test_an_arc_from_another_start_is_another_way():
    arc = Arc(BACK, AFAR, 0.8 * AXIS, 1.4, "come")
    alone = Arc(BACK, AFAR, 0.8 * AXIS, 1.4, "come").forearm(GOAL, 0.7)[0]
    before = arc.forearm(START, 0.7)[0]
    np.testing.assert_array_equal(arc.forearm(GOAL, 0.7)[0], alone)
    np.testing.assert_array_equal(arc.forearm(START, 0.7)[0], before)
