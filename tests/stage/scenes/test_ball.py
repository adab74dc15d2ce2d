"""The scene ball: rods are dragged, what falls is said to have fallen."""

import time

import numpy as np
import pytest
from tests.stage.idle import idle_policy

from prehensile.lie import so3
from prehensile.manipulate import judging
from prehensile.manipulate.shipped import shipped_names
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scenes.ball import REACH, RODS, BallStage


@pytest.fixture(scope="module")
def idle(tmp_path_factory):
    return str(idle_policy("ball", tmp_path_factory.mktemp("policy")))


@pytest.fixture
def scene(idle, monkeypatch):
    limits = judging.LIMITS["ball"]
    short = type(limits)(1.0, 0.3, distance=0.01, held=0.2, untouched=0.3)
    monkeypatch.setitem(judging.LIMITS, "ball", short)
    scene = BallStage(SceneOptions(policy=idle))
    yield scene
    scene.close()


def run(scene):
    end = time.monotonic() + 120
    while scene._warming is not None:
        assert time.monotonic() < end
        scene.step()
        time.sleep(0.005)
    for _ in range(5000):
        if all(s.state != "running" for s in scene.steps()):
            return scene
        scene.step()
    raise AssertionError("a step never ends")


def turns(scene):
    """(3, 3) of the goal and of the ball, world."""
    goal, now = so3.from_quat(scene.frame().bodies[1:, 3:])
    return goal, now


def test_red_rods_stand_out_of_the_hand_and_yellow_ones_have_handles(scene):
    frame = scene.frame()
    assert [b.name for b in scene.bodies()] == ["ball", "goal", "now"]
    assert scene.bodies()[0].movable and scene.bodies()[0].opacity < 1
    goal, now = turns(scene)
    np.testing.assert_allclose(now, np.eye(3), atol=1e-9)
    np.testing.assert_allclose(
        frame.handles - frame.bodies[1, :3], REACH[:, None] * (RODS @ goal.T), atol=1e-9
    )
    off = np.linalg.norm(so3.log(goal @ now.T))
    assert 0.6 <= off <= np.pi / 2 and off == pytest.approx(scene.hand.off[1])


def test_rods_are_dragged_onto_each_other_and_the_goal_is_reached(scene):
    centre = scene.frame().bodies[1, :3]
    for _ in range(2):
        for name, way in zip(scene.handles(), RODS, strict=True):
            scene.drag(name, tuple(centre + 0.05 * way))
    scene.drag(scene.handles()[0], None)
    assert scene.hand.off[1] < 0.05
    run(scene)
    assert scene.verdict().ok
    assert scene.verdict().line.startswith("The ball is turned as you want it, 0.")


def test_a_goal_stays_within_a_quarter_of_how_the_ball_is_turned(scene):
    centre = scene.frame().bodies[1, :3]
    scene.drag(scene.handles()[0], tuple(centre - [0.0, 0.0, 0.1]))  # upside down
    assert scene.hand.off[1] == pytest.approx(np.pi / 2, abs=1e-6)


def test_other_goals_are_turned_about_the_chosen_axis(scene):
    scene.set("axis", "upright")
    scene.press("turn")
    run(scene)
    assert not scene.verdict().ok and "is still" in scene.verdict().line
    scene.press("elsewhere")
    goal, now = turns(scene)
    way = so3.log(goal @ now.T)
    np.testing.assert_allclose(way[:2], 0, atol=1e-2)
    assert abs(way[2]) >= 0.59


def test_what_is_pulled_out_of_the_hand_has_fallen(scene):
    scene.press("turn")
    centre = scene.frame().bodies[0, :3]
    scene.pull("ball", (0.0, 0.0, 0.0), (centre[0] + 0.4, centre[1], centre[2] + 0.3))
    run(scene)
    assert scene.verdict().line.startswith("The ball fell out of the hand")
    assert [s.state for s in scene.steps()] == ["done", "locked", "ready"]
    goal = scene.hand.goal
    scene.drag(scene.handles()[0], (0.0, 0.0, 1.0))
    np.testing.assert_array_equal(scene.hand.goal, goal)
    scene.let_go()
    scene.press("again")
    assert scene.steps()[0].state == "ready" and scene.verdict() is None


@pytest.mark.long
def test_what_ships_is_judged_in_the_end():
    if "ball" not in shipped_names():
        pytest.skip("no policy for the ball ships yet")
    scene = BallStage()
    scene.press("turn")
    run(scene)
    assert scene.verdict() is not None
