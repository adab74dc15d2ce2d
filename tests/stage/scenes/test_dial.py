"""The scene dial: the goal is dragged, a policy works, the verdict says how it went."""

import time

import numpy as np
import pytest
from tests.stage.idle import idle_policy

from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.parse import parse_hand
from prehensile.manipulate import judging
from prehensile.manipulate.shipped import shipped_names
from prehensile.manipulate.tasks.dial import PLATE
from prehensile.stage.choices import NamedHand
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scenes.dial import HEIGHT, RIM, DialStage


@pytest.fixture(scope="module")
def idle(tmp_path_factory):
    return str(idle_policy("dial", tmp_path_factory.mktemp("policy")))


@pytest.fixture
def scene(idle, monkeypatch):
    limits = judging.LIMITS["dial"]
    monkeypatch.setitem(judging.LIMITS, "dial", type(limits)(1.0, 0.05, 0.05, held=0.2))
    scene = DialStage(SceneOptions(policy=idle))
    yield scene
    scene.close()


def ready(scene):
    end = time.monotonic() + 120
    while scene._warming is not None:
        assert time.monotonic() < end
        scene.step()
        time.sleep(0.005)
    return scene


def run(scene):
    ready(scene)
    for _ in range(4000):
        if all(s.state != "running" for s in scene.steps()):
            return scene
        scene.step()
    raise AssertionError("a step never ends")


def dial_angle(scene):
    x, y = scene.frame().bodies[1, [3, 6]]
    return 2 * np.arctan2(y, x)


def on_plate(angle):
    return (RIM * np.cos(angle), RIM * np.sin(angle), PLATE + HEIGHT)


def wrapped(angle):
    return (angle + np.pi) % (2 * np.pi) - np.pi


def test_it_waits_for_its_first_step_with_the_goal_marked(scene):
    assert [s.state for s in scene.steps()] == ["ready", "locked", "locked"]
    ready(scene)
    before = scene.frame()
    for _ in range(10):
        scene.step()
    after = scene.frame()
    assert after.time == before.time and after.phase == "ready"
    np.testing.assert_array_equal(after.q[0], before.q[0])
    assert [b.name for b in scene.bodies()] == ["dial_plate", "dial", "goal", "now"]
    assert before.bodies.shape == (4, 7) and before.plotted.shape == (2,)
    goal = scene.hand.goal[0]
    np.testing.assert_allclose(before.handles, [on_plate(goal)])
    assert 1.0 <= abs(goal - scene.hand.state.thing[0, 0]) <= np.pi
    np.testing.assert_allclose(before.bodies[3, 3:], before.bodies[1, 3:])  # turns with the dial


def test_a_goal_dragged_to_where_the_dial_stands_is_reached_at_once(scene):
    now = dial_angle(scene)
    scene.drag("goal", on_plate(now))
    scene.drag("goal", None)
    assert wrapped(scene.hand.goal[0] - now) == pytest.approx(0, abs=1e-9)
    assert scene.steps()[0].state == "running"
    run(scene)
    verdict = scene.verdict()
    assert verdict.ok and verdict.line.startswith("The dial stands where you want it, 0.0")
    assert verdict.line.endswith("cycle.") and scene.frame().phase == "holding"
    assert [s.state for s in scene.steps()] == ["done", "ready", "ready"]
    scene.drag("goal", on_plate(now + 0.3))
    assert scene.verdict() is None and scene.steps()[0].state == "running"


def test_what_is_dragged_lies_on_the_plate_behind_the_point(scene):
    eye = np.array(scene.look_from)
    for angle in (0.5, 2.0, -2.5):
        meant = np.array(on_plate(angle))
        scene.drag("goal", tuple(eye + 0.9 * (meant - eye)))
        assert wrapped(scene.hand.goal[0] - angle) == pytest.approx(0, abs=1e-9)


def test_turns_add_up_and_the_slider_shows_them(scene):
    start = scene.hand.goal[0]
    for k in range(1, 9):
        scene.drag("goal", on_plate(start + k * np.pi / 4))
    assert scene.hand.goal[0] - start == pytest.approx(2 * np.pi)
    scene.set("goal", 45.0)
    assert scene.hand.goal[0] == pytest.approx(np.pi / 4)
    assert scene.controls()[0].value == 45


def test_a_goal_that_is_missed_is_said_to_be(scene):
    scene.press("turn")
    run(scene)
    assert not scene.verdict().ok and "is still" in scene.verdict().line
    scene.press("elsewhere")
    assert scene.verdict() is None and scene.steps()[1].state == "running"
    run(scene)
    assert scene.verdict() is not None
    figures = {c.name: c.value for c in scene.controls() if c.kind == "figure"}
    assert figures["states_now"] == "1" and float(figures["off_now"]) > 0.5
    pose = scene.frame().q[0]
    scene.press("again")
    assert scene.verdict() is None and not np.allclose(scene.frame().q[0], pose)


def test_a_take_is_a_clip_of_the_hand_at_work(scene):
    scene.begin_take()
    scene.drag("goal", on_plate(dial_angle(scene)))
    run(scene)
    clip = scene.end_take()
    assert clip is not None and clip.duration > 0.1


def test_another_hand_task_or_name_is_refused(idle, tmp_path):
    other = NamedHand("left", parse_hand("left"))
    with pytest.raises(InputError, match="another hand"):
        DialStage(SceneOptions(policy=idle, hand=other))
    with pytest.raises(UnknownNameError, match="policy"):
        DialStage(SceneOptions(policy="knob"))
    with pytest.raises(InputError, match="'ball', not 'dial'"):
        DialStage(SceneOptions(policy=str(idle_policy("ball", tmp_path))))


@pytest.mark.long
def test_what_ships_turns_it():
    if "dial" not in shipped_names():
        pytest.skip("no policy for the dial ships yet")
    scene = DialStage()
    scene.press("turn")
    run(scene)
    assert scene.verdict().ok, scene.verdict().line
    scene.press("elsewhere")
    run(scene)
    assert scene.verdict().ok, scene.verdict().line
