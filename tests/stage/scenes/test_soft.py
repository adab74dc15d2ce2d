"""The scene soft: a push, what it says, sliders that act, and fingertips to drag."""

import numpy as np
import pytest
from tests.stage.driver import Driver, is_same_state

from prehensile.errors import InputError
from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip
from prehensile.stage import messages as m
from prehensile.stage.choices import HANDS, NamedHand
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scenes.soft import SoftStage


@pytest.fixture
def scene():
    return SoftStage()


def run(scene, name):
    scene.press(name)
    for _ in range(300):
        scene.step()
        if next(s for s in scene.steps() if s.name == name).state == "done":
            return
    raise AssertionError(f"{name} never ended")


def test_a_push_is_judged_and_springs_back(scene):
    assert [s.state for s in scene.steps()] == ["ready", "locked", "locked"]
    at_rest = scene.frame()
    assert at_rest.phase == "at rest" and len(at_rest.pointers) == 0
    run(scene, "push")
    verdict, pushed = scene.verdict(), scene.frame()
    assert verdict.ok and verdict.line.startswith("The index fingertip gave way by")
    low, way, high = (verdict.figures[n].value for n in ("at least", "gave way", "at most"))
    assert low < way < high and pushed.plotted[0] == pytest.approx(way, rel=1e-3)
    assert pushed.pointers[0, 5] == pytest.approx(2.0, rel=2e-3) and len(pushed.pull) == 0
    assert pushed.group_force[0] == pytest.approx([0, 1, 0, 0, 0, 0], abs=2e-3)
    run(scene, "let_go")
    assert scene.verdict() is verdict
    np.testing.assert_allclose(scene.frame().handles, at_rest.handles, atol=1e-4)
    scene.press("again")
    assert scene.verdict() is None and scene.steps()[0].state == "ready"


def test_a_finger_that_was_not_measured_is_said_to_be_a_guess(scene):
    scene.set("finger", "little")
    run(scene, "push")
    assert not scene.verdict().ok and "not measured" in scene.verdict().line
    assert "prehensile estimate" in scene.verdict().advice


def test_a_stiffer_joint_shrinks_yield_and_ellipsoid_and_again_takes_it_back(scene):
    run(scene, "push")
    before, way = scene.frame().ellipsoids, scene.frame().plotted[0]
    joint = next(c for c in scene.controls() if c.name == "index_mcp_flex")
    scene.set("index_mcp_flex", joint.high)
    assert scene.verdict() is None  # it was of another hand
    for _ in range(60):
        scene.step()
    after = scene.frame()
    assert after.plotted[0] < way
    assert scene.verdict().figures["gave way"].value == pytest.approx(after.plotted[0], rel=1e-3)
    sizes = [np.linalg.norm(e[0, 1:], axis=1).prod() for e in (before, after.ellipsoids)]
    assert sizes[1] < sizes[0]
    scene.reset()
    np.testing.assert_array_equal(scene.frame().ellipsoids, before)


def test_what_is_set_by_hand_is_not_measured(scene):
    run(scene, "push")
    measured = scene.verdict().figures["measured"].value
    scene.set("wrist_flex", 0.7)
    scene.step()
    assert scene.verdict().figures["measured"].value < measured - 10 and not scene.verdict().ok


def test_the_ellipsoid_is_as_large_as_the_push(scene):
    one = scene.frame().ellipsoids[0]
    scene.set("force", 2.0)
    two = scene.frame().ellipsoids[0]
    np.testing.assert_allclose(two[1:], 2 * one[1:])
    np.testing.assert_array_equal(two[0], one[0])
    assert two[0] == pytest.approx(scene.frame().handles[1])


def test_a_dragged_fingertip_follows_and_springs_back(scene):
    rest = scene.frame().handles[3]
    target = rest + np.array([0.0, 0.0, 0.01])
    scene.drag("ring", tuple(target))
    for _ in range(120):
        scene.step()
    shown = scene.frame()
    assert next(c for c in scene.controls() if c.name == "finger").value == "ring"
    np.testing.assert_allclose(shown.pull[1], target)
    assert np.linalg.norm(shown.handles[3] - target) < 0.006 and len(shown.pointers) == 0
    scene.drag("ring", None)
    for _ in range(120):
        scene.step()
    np.testing.assert_allclose(scene.frame().handles[3], rest, atol=1e-4)


def test_a_drag_takes_the_place_of_a_push(scene):
    run(scene, "push")
    scene.drag("index", (0.0, 0.0, 0.1))
    assert scene.verdict() is None and scene.steps()[0].state == "ready"
    scene.let_go()
    for _ in range(120):
        scene.step()
    assert scene.frame().phase == "at rest"


def test_ones_own_hand_and_no_other():
    hand = Hand()
    own = HandCompliance.assumed(hand, np.full(hand.dof, 0.5))
    scene = SoftStage(SceneOptions(compliance=own))
    assert all(c.likely is None for c in scene.controls())
    left = NamedHand("left", HANDS["left"])
    with pytest.raises(InputError, match="right hand's"):
        SoftStage(SceneOptions(hand=left, compliance=own))
    assert SoftStage(SceneOptions(hand=left)).hands()[0].name == "left"  # the example fits both


def test_a_page_gets_intervals_and_the_ellipsoid_and_moves_a_joint(tmp_path):
    driver = Driver(tmp_path, "soft")
    started = next(x for x in driver.opening if isinstance(x, m.SceneStarted))
    likely = {c.name: c.likely for c in started.controls if c.likely is not None}
    assert "index_mcp_flex" in likely and "wrist_dev" not in likely
    before = driver.now.ellipsoids
    assert before.shape == (1, 4, 3)
    frame = driver.do(m.SetControl("index_mcp_flex", likely["index_mcp_flex"][1]))
    assert not np.allclose(frame.ellipsoids, before)


@pytest.mark.long
def test_a_recording_keeps_the_force(tmp_path):
    driver = Driver(tmp_path, "soft")
    driver.do(m.PressButton("push"))
    recording, last = driver.recorded(0.5)
    name = next(f for f in recording.files if f.endswith(".npz")).removeprefix("takes/")
    clip = Clip.load(driver.simulation._takes.file(name))
    assert clip.finger_force[-1, 0, 1] > 0.1
    is_same_state(last, clip)
