"""The mechanisms' scene, driven without a page."""

import time

import numpy as np
import pytest
from tests.stage.test_scenes import Driver

from prehensile.forks.measure.accuracy import full_state
from prehensile.forks.models.shipped import SHIPPED
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.stage import messages as m
from prehensile.stage.scene_table import find_scene
from prehensile.stage.scenes import forks
from prehensile.stage.scenes.forks import FARTHEST, ForksStage


def ready(scene: ForksStage) -> ForksStage:
    """Once the kernels are compiled and the full simulation is built."""
    end = time.monotonic() + 60
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
    right = (arm._stand @ full_state(arm._model, wrench).T_world)[-1, :3, 3]
    tip, ghost = tip_and_ghost(arm, frame)
    assert np.linalg.norm(ghost - right) < 0.01 * np.linalg.norm(way)
    assert np.linalg.norm(tip - right) < 0.03 * np.linalg.norm(way)
    arm.drag("link20", None)
    frame = run(arm, 6)
    assert len(frame.pull) == 0
    assert np.allclose(frame.handles[0], start, atol=1e-3)


def test_a_mouse_far_away_pulls_no_farther_than_allowed(arm):
    start = arm.frame().handles[0]
    radius = arm._mechanism.radius
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
    arm.press("pluck")
    before = arm._full._data.time
    frame = run(arm, 1)
    assert arm._full._data.time - before == pytest.approx(60 / 240)
    assert arm._full.speed == pytest.approx(0.25)
    assert any("of the speed" in text for _, text in arm.notices)
    assert frame.time > 1


def test_pluck_moves_it_and_reset_brings_it_back(arm):
    start = arm.frame().bodies
    arm.press("pluck")
    moved = np.linalg.norm((run(arm, 0.4).bodies - start)[:, :3], axis=1)
    assert moved.max() > 0.03 * arm._mechanism.radius
    arm.reset()
    assert np.allclose(arm.frame().bodies, start, atol=1e-9)


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
