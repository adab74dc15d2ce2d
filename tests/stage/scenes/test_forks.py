"""The mechanisms' scene, driven without a page."""

import time

import numpy as np
import pytest
from tests.stage.driver import Driver

from prehensile.errors import UnknownNameError
from prehensile.forks.measure.accuracy import full_state
from prehensile.forks.measure.pull_run import usual_pull
from prehensile.forks.models.shipped import SHIPPED
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.stage import messages as m
from prehensile.stage.mouse_force import FARTHEST
from prehensile.stage.scene_table import find_scene
from prehensile.stage.scenes import forks
from prehensile.stage.scenes.forks import ForksStage


def ready(scene: ForksStage) -> ForksStage:
    """Once the kernels are compiled and the full simulation is built."""
    end = time.monotonic() + 300
    while scene.frame().phase == "building":
        scene.step()
        assert time.monotonic() < end
        time.sleep(0.01)
    return scene


def run(scene: ForksStage, seconds: float):
    for _ in range(round(60 * seconds)):
        scene.step()
    return scene.frame()


@pytest.fixture
def arm():
    scene = ForksStage()
    scene.set("mechanism", "arm")
    yield ready(scene)
    scene.close()


def tip_and_ghost(scene: ForksStage, frame) -> tuple[np.ndarray, np.ndarray]:
    """Where the first end effector is, and where the full simulation has it."""
    names = [body.name for body in scene.bodies()]
    tip = scene.handles()[0]
    at = [frame.bodies[names.index(name), :3] for name in (tip, f"full {tip}")]
    return at[0], at[1]


def test_it_is_on_the_list():
    assert isinstance(find_scene("forks").start(None), ForksStage)


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_every_mechanism_stands_on_the_floor_with_its_ghost(name):
    scene = ForksStage()
    scene.set("mechanism", name)
    frame, bodies = scene.frame(), scene.bodies()
    assert len({b.name for b in bodies}) == len(bodies) == len(frame.bodies)
    assert len(frame.handles) == len(scene.handles())
    lowest = min(
        se3.apply(se3.from_pose7(pose), b.vertices)[:, 2].min()
        for pose, b in zip(frame.bodies, bodies, strict=True)
    )
    assert lowest == pytest.approx(0, abs=1e-9)
    tip, ghost = tip_and_ghost(scene, frame)
    assert np.allclose(tip, ghost)
    scene.close()


def test_a_dragged_end_effector_comes_to_the_mouse_and_the_ghost_with_it(arm):
    start = arm.frame().handles[0]
    way = 0.05 * np.array([0.1, 0.9, 0.2])
    arm.drag("link20", tuple(start + way))
    frame = run(arm, 6)
    assert np.linalg.norm(frame.handles[0] - start - way) < 0.15 * np.linalg.norm(way)
    # Where the full mechanism rests under the same force, by Newton's method.
    wrench = np.zeros((1, 6))
    wrench[0, :3] = frame.pull[2]
    right = (arm._show.T_stand @ full_state(arm._show.model, wrench).T_world)[-1, :3, 3]
    tip, ghost = tip_and_ghost(arm, frame)
    assert np.linalg.norm(ghost - right) < 0.01 * np.linalg.norm(way)
    assert np.linalg.norm(tip - right) < 0.03 * np.linalg.norm(way)
    arm.drag("link20", None)
    frame = run(arm, 6)
    assert len(frame.pull) == 0
    assert np.allclose(frame.handles[0], start, atol=1e-3)


def test_a_mouse_far_away_pulls_no_farther_than_allowed(arm):
    start = arm.frame().handles[0]
    radius = arm._show.model.mechanism.radius
    arm.drag("link20", tuple(start + np.array([0, 100.0, 0])))
    frame = run(arm, 6)
    assert np.isfinite(frame.bodies).all()
    assert np.linalg.norm(frame.handles[0] - start) < 1.2 * FARTHEST * radius
    assert any("estimate" in text for _, text in arm.notices)


def test_both_step_times_are_on_screen(arm):
    text = run(arm, 0.6).phase
    ours, full = (
        float(part.split(" µs")[0].split()[-1].replace(",", "")) for part in text.split(", ")
    )
    assert 0 < ours < full < 1e5
    arm.set("full", False)
    assert "full" not in run(arm, 1.1).phase


def test_without_the_ghost_there_are_only_links(arm):
    cast = arm.cast
    arm.set("full", False)
    assert arm.cast == cast + 1
    assert len(arm.bodies()) == len(arm.frame().bodies) == 21


def test_a_slow_full_simulation_gets_its_time_and_no_more(arm, monkeypatch):
    """With no time at all it makes one step of four in every frame, and the scene says so."""
    monkeypatch.setattr(forks, "FULL_TIME", 0.0)
    before = arm._show.full.data.time
    frame = run(arm, 1)
    assert arm._show.full.data.time - before == pytest.approx(60 / 240)
    assert arm._show.full.speed == pytest.approx(0.25)
    assert any("of the speed" in text for _, text in arm.notices)
    assert frame.time > 1


def states(scene: ForksStage) -> dict[str, str]:
    return {step.name: step.state for step in scene.steps()}


def pull(scene: ForksStage, seconds: float = 20.0) -> None:
    """Press the first step, and wait until it is done."""
    scene.press("pull")
    for _ in range(round(60 * seconds)):
        scene.step()
        if states(scene)["pull"] == "done":
            return
    raise AssertionError(f"not over after {seconds} s")


def test_pulled_and_let_go_it_swings_back_and_can_be_pulled_again(arm):
    start = arm.frame().bodies
    assert states(arm) == {"pull": "ready", "let_go": "locked"} and arm.verdict() is None
    arm.press("pull")
    assert states(arm) == {"pull": "running", "let_go": "locked"}
    pull(arm)
    assert states(arm) == {"pull": "done", "let_go": "ready"}
    run(arm, 1)  # held for as long as one likes
    moved = np.linalg.norm((arm.frame().bodies - start)[:, :3], axis=1)
    assert moved.max() == pytest.approx(0.08 * arm._show.model.mechanism.radius, rel=0.2)
    arm.press("let_go")
    assert states(arm) == {"pull": "done", "let_go": "running"}
    run(arm, 4)
    assert states(arm) == {"pull": "ready", "let_go": "locked"}
    left = np.linalg.norm((arm.frame().bodies - start)[:, :3], axis=1)
    assert left.max() < 0.1 * moved.max()


def test_the_verdict_is_how_close_and_how_much_faster(arm):
    pull(arm)
    found = arm.verdict()
    assert found.ok and found.reason == found.advice == ""
    # Where the full mechanism rests under the same force, by Newton's method.
    model, row = arm._show.model, arm._show.model.linearisation.rows[0]
    com = model.mechanism.com[row]
    right = full_state(model, usual_pull(model)).T_world[row]
    way = 1e3 * np.linalg.norm(se3.apply(right, com) - se3.apply(model.T_rest[row], com))
    assert found.figures["full moved"].value == pytest.approx(way, rel=0.02)
    assert found.figures["moved"].value == pytest.approx(way, rel=0.04)
    assert 0 < found.figures["apart"].value < 4
    faster = found.figures["full step"].value / found.figures["step"].value
    assert found.figures["faster"].value == pytest.approx(faster) and faster > 1
    assert f"{faster:,.0f} times faster" in found.line and "link20" in found.line


def test_a_full_simulation_that_is_slow_is_waited_for(arm, monkeypatch):
    monkeypatch.setattr(forks, "FULL_TIME", 0.0)
    arm.press("pull")
    run(arm, 7.5)
    assert states(arm)["pull"] == "running" and arm.verdict() is None
    run(arm, 0.6)  # two seconds of its own, at a quarter of the speed
    assert states(arm)["pull"] == "done" and arm.verdict().figures["apart"].value < 4


def test_without_the_full_simulation_the_verdict_says_what_to_do(arm):
    arm.set("full", False)
    pull(arm)
    found = arm.verdict()
    assert found.ok and set(found.figures) == {"moved"} and "full simulation" in found.advice


def test_reset_leads_back_to_the_first_step(arm):
    start = arm.frame().bodies
    pull(arm)
    arm.reset()
    assert states(arm) == {"pull": "ready", "let_go": "locked"} and arm.verdict() is None
    assert np.allclose(arm.frame().bodies, start, atol=1e-9)


@pytest.mark.long
def test_a_pull_asked_for_too_early_begins_when_all_is_built():
    scene = ForksStage()
    scene.set("mechanism", "arm")
    assert "built" in scene.steps()[0].hint
    scene.press("pull")
    assert states(scene)["pull"] == "running"
    ready(scene)
    assert states(scene)["pull"] == "running"
    run(scene, 15)
    assert scene.verdict() is not None
    scene.close()


def test_a_step_that_is_not_there_is_refused_and_one_that_is_locked_does_nothing(arm):
    with pytest.raises(UnknownNameError, match="pluck"):
        arm.press("pluck")
    arm.press("let_go")
    assert states(arm) == {"pull": "ready", "let_go": "locked"}


@pytest.mark.long
def test_thirty_presses_never_leave_one_without_a_step(arm):
    rng = np.random.default_rng(5)
    labels = [c.label for c in arm.controls()] + [s.label for s in arm.steps()]
    assert len(set(labels)) == len(labels) and all(text.isascii() for text in labels)
    for _ in range(30):
        arm.press(rng.choice([step.name for step in arm.steps()]))
        run(arm, rng.uniform(0, 1.5))
        assert {"ready", "running"} & set(states(arm).values())
        assert len(arm.steps()) == 2


def test_a_page_can_choose_pull_and_record(tmp_path):
    driver = Driver(tmp_path, "forks")
    driver.do(m.SetControl("mechanism", "y"))
    ready(driver.simulation.scene)
    names = driver.simulation.scene.handles()
    assert names == ("left10", "right10")
    start = driver.run(0.1).handles.copy()
    driver.do(m.DragHandle("right10", tuple(float(v) for v in start[1] + [0.0, 0.05, 0])))
    recording, last = driver.recorded(0.5)
    assert np.linalg.norm(last.handles[1] - start[1]) > 0.005
    name = next(f for f in recording.files if f.endswith(".npz")).removeprefix("takes/")
    clip = Clip.load(driver.simulation._takes.file(name))
    assert len(clip.bodies) == 31 and clip.n_frames == recording.frames
    with pytest.raises(AssertionError, match="nowhere"):
        driver.do(m.DragHandle("nowhere", (0.0, 0.0, 0.0)))
    driver.simulation.scene.close()
