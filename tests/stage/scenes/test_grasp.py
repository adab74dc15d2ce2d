"""The scene `grasp` with the controller from one example: every number acts while it runs."""

import json
from types import SimpleNamespace
from unittest.mock import create_autospec, patch

import numpy as np
import pytest

from prehensile.control.arm.carry import Shake
from prehensile.control.attempt.job import default_grip
from prehensile.control.example.style import load_style
from prehensile.control.law.setpoints import NAMES
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.errors import FileError, InputError
from prehensile.lie import se3, so3
from prehensile.stage import messages as m
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scenes import grasp
from prehensile.stage.scenes.grasp import GraspStage
from prehensile.world.catalogue import load_object

GRIP = default_grip(load_object("ball"))


def run(stage, seconds):
    for _ in range(round(seconds / stage.timestep)):
        stage.step()
    return stage.frame()


def until(stage, phase, seconds=10.0):
    for _ in range(round(seconds / stage.timestep)):
        stage.step()
        if stage.phase == phase:
            return
    raise AssertionError(f"it never came to {phase!r}; it is {stage.phase!r}")


def control(stage, name) -> m.Control:
    return next(c for c in stage.controls() if c.name == name)


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


def first_way(style, obj, hand, *rest, **more):
    """What `grasp_like` would play first; it goes on to rehearse, which takes seconds."""
    T_world_object = se3.from_pose7(stand_pose(obj))
    rng = np.random.default_rng(0)
    found = style_candidates(style.on(hand), hand, obj, T_world_object, rng, most=1)
    return SimpleNamespace(candidate=found[0])


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    """A ball and a plan; every test begins it anew."""
    with patch.object(
        grasp, "grasp_like", create_autospec(grasp.grasp_like, side_effect=first_way)
    ):
        stage = GraspStage(SceneOptions(object="ball", folder=tmp_path_factory.mktemp("out")))
        assert stage.phase == "planning"  # nobody waited for the plan
        stage._planning._thread.join(120)
    stage.step()
    assert stage.phase == "ready"
    return stage


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
        assert control(stage, "example").value == "sphere"
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
