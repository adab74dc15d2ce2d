"""The scene `grasp` with the controller from one example: every number acts while it runs."""

import json
import time
from threading import Event
from unittest.mock import create_autospec, patch

import numpy as np
import pytest
from tests.stage.planned import first_grasps

from prehensile.control.arm.carry import Shake
from prehensile.control.attempt.job import default_grip
from prehensile.control.example.style import load_style
from prehensile.control.law.setpoints import NAMES
from prehensile.control.live.live_stand import waiting_pose
from prehensile.control.place.sought import NEAR
from prehensile.errors import FileError, InputError, PrehensileError
from prehensile.lie import se3, so3
from prehensile.stage import messages as m
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scenes.grasp import GraspStage
from prehensile.stage.shows import grasp_planner
from prehensile.stage.shows.grasp_controls import ANYWHERE
from prehensile.stage.shows.grasp_plans import MOST_WAYS, find_grasps
from prehensile.world.catalogue import load_object

GRIP = default_grip(load_object("ball"))


def run(stage, seconds):
    for _ in range(round(seconds / stage.timestep)):
        stage.step()
    return stage.frame()


def until(stage, phase, seconds=10.0):
    left, patience = round(seconds / stage.timestep), time.monotonic() + 120
    while left > 0 and time.monotonic() < patience:
        stage.step()
        if stage.phase == phase:
            return
        if stage.phase == "planning":
            time.sleep(0.005)
        else:
            left -= 1
    raise AssertionError(f"it never came to {phase!r}; it is {stage.phase!r}")


def control(stage, name) -> m.Control:
    return next(c for c in stage.controls() if c.name == name)


def states(stage):
    return {step.name: step.state for step in stage.steps()}


def force(frame):
    return frame.group_force.sum()


def height(stage):
    return stage.world.object_pose("ball")[2]


def settings(stage):
    return stage._live._settings


def lifted(stage):
    """Approach, grasp and lift."""
    stage.press("approach")
    until(stage, "hold")
    stage.press("carry")
    until(stage, "lift")
    until(stage, "hold")
    return stage


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    """A ball and a plan; every test begins it anew."""
    with patch.object(
        grasp_planner, "find_grasps", create_autospec(find_grasps, side_effect=first_grasps)
    ):
        stage = GraspStage(SceneOptions(object="ball", folder=tmp_path_factory.mktemp("out")))
        assert stage.phase == "planning"  # nobody waited for the plan
        until(stage, "ready")
        yield stage


@pytest.fixture
def ready(planned):
    planned.set("newtons", False)
    for name in ("passive", "active", "arm", "gravity"):
        planned.set(name, True)
    for name, value in (("alpha", 0.0), ("open", 30.0), ("close", 5.0), ("strength", 60.0)):
        planned.set(name, value)
    planned.set("grip", GRIP)
    planned.reset()
    return planned


@pytest.mark.long
def test_it_has_the_controls_of_the_method(ready):
    names = [c.name for c in ready.controls()]
    assert {"alpha", "grip", "newtons", "open", "close", "example", "controller"} <= set(names)
    assert {"strength", "stiffness", "damping", "limit"} <= set(names)
    assert {"passive", "active", "arm", "gravity"} <= set(names)
    assert control(ready, "setpoint").choices == ("by distance", *NAMES)
    assert "leap_grab" in control(ready, "example").choices
    assert len(set(names)) == len(names)


def test_it_grasps_by_its_states_lifts_and_lets_go(ready):
    phases = []
    ready.press("approach")
    while ready.phase != "hold" and ready.world.time < 10:
        ready.step()
        phases.append(ready.phase)
    assert list(dict.fromkeys(phases)) == ["opening", "closing", "gripping", "hold"]
    before = height(ready)
    ready.press("carry")
    run(ready, 2.0)
    above = height(ready)
    assert above - before == pytest.approx(0.15, abs=0.012)
    ready.press("let_go")
    phases = []
    for _ in range(round(2.5 / ready.timestep)):
        ready.step()
        phases.append(ready.phase)
    assert list(dict.fromkeys(phases))[:3] == ["releasing", "opening", "relaxing"]
    assert force(ready.frame()) == 0
    assert height(ready) < above - 0.1


@pytest.mark.long
def test_more_alpha_presses_harder_and_newtons_are_newtons(ready):
    lifted(ready)
    assert force(ready.frame()) == pytest.approx(GRIP, rel=0.4)  # and its weight came after
    forces = []
    for alpha in (0.0, 0.4, 0.8):
        ready.set("alpha", alpha)
        assert not control(ready, "newtons").value
        forces.append(force(run(ready, 1.0)))
    at = height(ready)
    assert forces[1] > forces[0] + 3 and forces[2] > forces[1] + 3
    for newtons in (12.0, 30.0):
        ready.set("grip", newtons)
        assert control(ready, "newtons").value
        assert force(run(ready, 1.6)) == pytest.approx(newtons, rel=0.25)
    assert height(ready) > at - 0.03  # it was never dropped


def test_the_hand_opens_where_the_slider_says(ready):
    ready.set("open", 16.0)
    ready.set("close", 10.0)
    ready.reset()
    ready.press("approach")
    seen = {}
    while ready.phase != "gripping" and ready.world.time < 10:
        ready.step()
        seen.setdefault(ready.phase, ready._live.distance)
    assert seen["closing"] == pytest.approx(0.10, abs=0.01)


def test_setpoints_are_switched_by_hand(ready):
    run(ready, 1.5)
    tip = ready.world.hands[0].hand.joint_index("index_mcp_flex")
    angle = {}
    for name in ("grip", "open"):
        ready.set("setpoint", name)
        assert ready.phase == name
        angle[name] = run(ready, 0.8).q[0][tip]
    assert angle["grip"] > angle["open"] + 0.3
    ready.set("setpoint", "by distance")
    assert ready.phase == "ready"
    ready.set("setpoint", "grip")
    ready.press("again")
    assert control(ready, "setpoint").value == "by distance"


def test_without_the_active_term_it_drops_what_it_holds(ready):
    lifted(ready)
    at = height(ready)
    ready.set("active", False)
    run(ready, 1.0)
    assert height(ready) < at - 0.05


def test_without_the_arm_term_the_fingers_lag_behind_a_shaking_arm(ready):
    def wave():
        ready.set("alpha", 0.0)
        ready.set("strength", 1.0)
        ready.reset()
        run(ready, 2.0)
        rest = ready.frame().q[0]
        ready._live.told.move(Shake(np.array([0.0, 0.0, 1.0])), ready.world.time)
        ways = np.array([run(ready, 1 / 30).q[0] for _ in range(60)])
        return np.sqrt(np.mean((ways - rest)[:, 3:] ** 2))

    with_it = wave()
    ready.set("arm", False)
    assert wave() > 2 * with_it


@pytest.mark.long
def test_gains_act_at_once(ready):
    ready.set("alpha", 0.0)
    lifted(ready)
    before = force(ready.frame())
    ready.set("strength", 90.0)
    assert force(run(ready, 0.3)) > 1.2 * before


def test_a_grip_that_the_springs_cannot_give_is_refused_and_nothing_changes(ready):
    ready.set("grip", 20.0)
    with pytest.raises(InputError, match="stiffer"):
        ready.set("strength", 1.0)
    assert control(ready, "strength").value == 60.0
    assert settings(ready).gains.strength == 60.0


def test_what_is_mounted_is_left_to_the_sequence(tmp_path):
    stage = GraspStage(SceneOptions(object="jar", folder=tmp_path))
    try:
        assert control(stage, "controller").value == "sequence"
        assert not control(stage, "controller").enabled
        assert "alpha" not in [c.name for c in stage.controls()]
    finally:
        stage.close()


def test_a_clip_that_shows_no_grasp_is_refused_and_nothing_changes(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text("{}")
    stage = GraspStage(SceneOptions(object="ball", folder=tmp_path, clip=path))
    try:
        with pytest.raises(FileError):
            stage.set("example", str(path))
        assert control(stage, "example").value == "any"
    finally:
        stage.close()


def test_a_clip_from_the_command_line_is_an_example(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(load_style("leap_grab").to_json()))
    stage = GraspStage(SceneOptions(object="ball", folder=tmp_path, clip=path))
    try:
        assert control(stage, "example").choices[-1] == str(path)
        stage.set("example", str(path))
        assert control(stage, "example").value == str(path)
    finally:
        stage.close()


def above(stage):
    """A place of the ball [m], in its frame: on its top."""
    return tuple(float(x) for x in stage._thing.vertices[stage._thing.vertices[:, 2].argmax()])


def test_a_click_says_where_and_it_is_played(ready):
    """The mark goes with the ball; the verdict says whether it was met, in the library's words."""
    ready.point("ball", above(ready))
    assert ready.phase == "planning" and control(ready, ANYWHERE).enabled
    assert states(ready)["approach"] == "running"
    while ready.phase == "planning":
        ready.step()
        time.sleep(0.002)
    waits = se3.from_pose7(waiting_pose(ready._built_hand))
    away, _ = se3.apart(waits, se3.from_pose7(ready.frame().forearm[0]))
    assert away < 0.01  # it sets out from where every hand waits, not from its last plan
    until(ready, "hold", 12)  # nobody pressed a step
    run(ready, 3.0)
    verdict, frame = ready.verdict(), ready.frame()
    met = verdict.figures["where"].value <= 1e3 * NEAR
    assert "Held" in verdict.line
    assert verdict.line.endswith("; where: met." if met else ").") and verdict.ok == met
    T = se3.from_pose7(ready.world.object_pose("ball"))
    np.testing.assert_allclose(frame.marks, [se3.apply(T, np.array(above(ready)))], atol=0.002)
    assert height(ready) > 0.2


def test_a_click_elsewhere_and_a_button_forget_it(ready):
    for forget in (lambda: ready.point(None, None), lambda: ready.press(ANYWHERE)):
        ready.point("ball", above(ready))
        assert len(ready.frame().marks) == 1
        forget()
        assert ready.frame().marks.shape == (0, 3) and not control(ready, ANYWHERE).enabled
        until(ready, "ready")  # at the start, with the plan that was there before
        assert states(ready)["approach"] == "ready"


def test_a_click_elsewhere_means_nothing_without_a_wish(ready):
    ready.press("approach")
    until(ready, "closing")
    ready.point("table", (0.0, 0.0, 0.0))
    ready.point(None, None)
    assert ready.phase == "closing"


def test_a_point_far_from_the_object_is_refused_and_nothing_changes(ready):
    ready.press("approach")
    until(ready, "closing")
    with pytest.raises(InputError, match="give a point near it"):
        ready.point("ball", (1.0, 0.0, 0.0))
    assert ready.phase == "closing" and not len(ready.frame().marks)


def test_a_way_is_chosen_and_kept(ready):
    """The second is planned once; going back and forth needs no planner."""
    assert control(ready, "way").choices == tuple("123456")
    first = ready._live._candidate
    ready.set("way", "2")
    assert ready.phase == "planning"
    until(ready, "lift", 12)
    second = ready._live._candidate
    assert second is not first and control(ready, "way").value == "2"
    for number, wanted in (("1", first), ("2", second)):
        ready.set("way", number)
        assert ready.phase != "planning" and ready._live._candidate is wanted
        assert states(ready)["approach"] == "running"
    ready.set("way", "1")
    ready.reset()


def test_a_way_that_there_is_not_is_said_and_the_last_is_taken(planned):
    def two(thing, hand, wanted, *rest):
        return first_grasps(thing, hand, wanted.of_way(min(wanted.way, 2)), *rest)

    with patch.object(grasp_planner, "find_grasps", two):
        planned.set("way", str(MOST_WAYS))
        until(planned, "lift", 12)
    assert control(planned, "way").value == "2" and control(planned, "way").choices == ("1", "2")
    assert ("bad", "No more than 2 different ways were found.") in planned.notices
    planned.set("way", "1")
    planned._planner._ways.clear()


def test_what_is_tried_is_seen_while_somebody_waits_for_it(ready):
    """The hand is drawn where the planner lays it, and its words are the step's."""
    go_on, pose = Event(), np.array([0.1, 0.2, 0.3, 1, 0, 0, 0])
    q = np.full(23, 0.1)

    def slow(thing, hand, wanted, seed, tries):
        tries.tell("3 ways tried, 2 would hold")
        tries.now = q, pose
        go_on.wait(60)
        return first_grasps(thing, hand, wanted, seed, tries)

    assert not ready.frame().tried
    with patch.object(grasp_planner, "find_grasps", slow):
        ready.point("ball", (0.0, above(ready)[2] / 2, above(ready)[2] / 2))
        end = time.monotonic() + 60
        while ready._planner.tried is None and time.monotonic() < end:
            ready.step()
        seen, hint = ready.frame(), ready.steps()[0].hint
        go_on.set()
        until(ready, "hold", 12)
    assert seen.tried and hint == "Planning: 3 ways tried, 2 would hold."
    np.testing.assert_array_equal(seen.q, [q])
    np.testing.assert_array_equal(seen.forearm, [pose])
    assert not ready.frame().tried
    ready.point(None, None)


def test_a_grasp_that_cannot_be_planned_leaves_the_one_before(ready):
    def none(*asked):
        raise PrehensileError("no way.")

    kept = ready._live._candidate
    with patch.object(grasp_planner, "find_grasps", none):
        ready.point("ball", (0.001, 0.0, above(ready)[2]))
        until(ready, "ready")
    assert ("bad", "no way.") in ready.notices
    assert ready._live._candidate is kept and not len(ready.frame().marks)
    assert states(ready)["approach"] == "ready"


def test_the_slip_reflex_is_a_switch(ready):
    """It acts at once, and is off at first."""
    grasp = ready._live.told._grasp
    assert control(ready, "reflex").value is False and grasp.reflex is None
    ready.set("reflex", True)
    assert control(ready, "reflex").value is True and grasp.reflex is not None
    ready.set("reflex", False)
    assert grasp.reflex is None


@pytest.mark.long
def test_the_first_look_is_across_the_forearm(store):
    """At what the Stage shows first: nobody sees a grasp from behind the elbow."""
    clip = store.grasped("mug")
    k = clip.last_frame_of("hold")
    fingers = so3.from_quat(clip.hands[0].T_world_forearm[k, 3:])[:, 0]
    eye = np.subtract(GraspStage.look_from, GraspStage.look_at)
    assert fingers @ eye / np.linalg.norm(eye) > -np.cos(np.radians(60))
