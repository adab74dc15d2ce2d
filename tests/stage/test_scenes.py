"""Grasping and dropping, driven beat by beat as a page would drive them."""

import time

import numpy as np
import pytest
from tests.stage.driver import Driver, is_same_state

from prehensile.control.place.stand import stand_pose
from prehensile.errors import InputError, PrehensileError
from prehensile.motion.clip import Clip
from prehensile.stage import messages as m
from prehensile.stage.shows import grasp_planner
from prehensile.stage.shows.grasp_plans import WantedGrasp
from prehensile.world.catalogue import load_object


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """A ball that has been grasped in sequence; tests leave it held."""
    driver = Driver(tmp_path_factory.mktemp("out"), "grasp", object="ball")
    driver.do(m.SetControl("controller", "sequence"))
    first = driver.now
    assert first.phase == "planning"  # nobody waited for the plan
    assert len(first.joints) == 25
    driver.until("ready", 120)
    driver.do(m.PressButton("approach"))
    driver.until("hold")
    driver.run(1.5)
    return driver


@pytest.mark.long
@pytest.mark.parametrize("newtons", [8.0, 30.0, 15.0])
def test_the_grip_slider_is_the_force_that_is_measured(held, newtons):
    held.do(m.SetControl("grip", newtons))
    assert held.run(2.0).group_force.sum() == pytest.approx(newtons, rel=0.1)


@pytest.mark.long
def test_moving_the_slider_up_raises_the_force_at_once(held):
    held.do(m.SetControl("grip", 10.0))
    before = held.run(2.0).group_force.sum()
    held.do(m.SetControl("grip", 40.0))
    assert held.run(0.25).group_force.sum() > before + 3


@pytest.mark.long
def test_arrows_push_outwards_and_add_up_to_the_finger_forces(held):
    held.do(m.SetControl("grip", 20.0))
    frame = held.run(2.0)
    mine = frame.contact_group < 6  # not those of the object with its table
    sizes = np.linalg.norm(frame.contact_force[mine], axis=1)
    by_group = np.bincount(frame.contact_group[mine], sizes, 6)
    # Friction adds to the normal force, up to the coefficient.
    assert (by_group >= frame.group_force[0] - 0.2).all()
    assert (by_group <= 1.5 * frame.group_force[0] + 0.2).all()


@pytest.mark.long
def test_it_lifts_shakes_and_still_holds(held):
    held.do(m.SetControl("grip", 20.0))
    held.run(1.5)
    row = [x.body for x in held.opening if isinstance(x, m.BodyMesh)].index("ball")
    before = held.now.bodies[row, 2]
    held.do(m.PressButton("carry"))
    held.run(1.6)
    assert held.now.bodies[row, 2] - before == pytest.approx(0.15, abs=0.01)
    assert held.now.phase == "hold"
    held.do(m.PressButton("shake"))
    path = np.array([held.run(0.05).bodies[row, :3] for _ in range(50)])
    assert np.ptp(path[:, 0]) > 0.03
    assert held.now.bodies[row, 2] - before == pytest.approx(0.15, abs=0.01)


@pytest.mark.long
def test_the_mouse_spring_pulls_and_shows_its_force(held):
    row = [x.body for x in held.opening if isinstance(x, m.BodyMesh)].index("ball")
    place = held.now.bodies[row, :3].copy()
    target = tuple(float(v) for v in place + np.array([0.0, -0.08, 0.0]))
    held.do(m.Pull("ball", (0.0, 0.0, 0.0), target))
    frame = held.run(0.5)
    anchor, shown_target, force = frame.pull
    np.testing.assert_allclose(anchor, frame.bodies[row, :3], atol=1e-6)
    np.testing.assert_allclose(shown_target, target, atol=1e-6)
    assert force[1] < -0.1
    assert frame.bodies[row, 1] < place[1] - 1e-4
    held.do(m.Pull("ball", (0.0, 0.0, 0.0), None))
    assert held.run(0.1).pull.shape == (0, 3)


@pytest.mark.long
def test_a_recording_ends_with_what_pages_saw_last(held):
    recording, last = held.recorded(0.5)
    held.do(m.Transport(running=True))
    names = [file.removeprefix("takes/") for file in recording.files]
    assert {name.split(".")[1] for name in names} >= {"npz"}
    for name in names:
        if name.endswith(".npz"):
            clip = Clip.load(held.simulation._takes.file(name))
            assert clip.n_frames == recording.frames
            assert clip.time[-1] == pytest.approx(last.time, abs=1e-12)
            is_same_state(last, clip)


@pytest.mark.long
def test_letting_go_drops_it_and_again_puts_it_back(held):
    row = [x.body for x in held.opening if isinstance(x, m.BodyMesh)].index("ball")
    held.do(m.PressButton("let_go"))
    held.run(1.5)
    assert held.now.group_force.sum() < 0.5
    held.do(m.PressButton("again"))
    held.run(0.1)
    expected = stand_pose(load_object("ball"))[:3]
    np.testing.assert_allclose(held.now.bodies[row, :3], expected, atol=1e-3)
    held.until("ready")
    held.do(m.PressButton("approach"))
    held.until("hold")  # without planning anew
    held.run(1.0)


def test_an_object_can_be_pulled_off_its_stand_before_any_grasp(tmp_path):
    driver = Driver(tmp_path, "grasp", object="ball")
    row = driver.opening[0].bodies.index("ball")
    before = driver.now.bodies[row, :3].copy()
    target = before + np.array([0.1, 0.15, 0.2])
    driver.do(m.Pull("ball", (0.0, 0.0, 0.0), tuple(target.tolist())))
    np.testing.assert_allclose(driver.run(2.0).bodies[row, :2], target[:2], atol=5e-3)
    driver.simulation.scene.close()


@pytest.mark.long
def test_asking_to_approach_while_it_plans_is_remembered(tmp_path, held, monkeypatch):
    planned = held.simulation.scene._planner.known(WantedGrasp("ball", "right", "sequence"))

    def plan(*asked):
        time.sleep(0.3)
        return [planned]

    monkeypatch.setattr(grasp_planner, "find_grasps", plan)
    driver = Driver(tmp_path, "grasp", object="ball")
    driver.do(m.SetControl("controller", "sequence"))
    assert driver.do(m.PressButton("approach")).phase == "planning"
    driver.until("approach")


def test_a_plan_that_fails_is_said_and_the_scene_lives(tmp_path, monkeypatch):
    def plan(*asked):
        raise PrehensileError("no pose of the corpus fits it.")

    monkeypatch.setattr(grasp_planner, "find_grasps", plan)
    driver = Driver(tmp_path, "grasp", object="ball")
    driver.until("wait")
    driver.run(0.1)
    assert [x.text for x in driver.said(m.Notice) if x.level == "bad"] == [
        "no pose of the corpus fits it."
    ]
    assert driver.now.running


@pytest.mark.long
def test_another_object_begins_anew_with_its_own_mesh(tmp_path):
    driver = Driver(tmp_path, "grasp", object="ball")
    driver.do(m.SetControl("object", "box"), m.SetControl("hand", "left:p5"))
    driver.run(0.1)
    assert [x.body for x in driver.opening if isinstance(x, m.BodyMesh)] == ["table", "box"]
    assert next(x for x in driver.opening if isinstance(x, m.HandRig)).side == "left"
    driver.simulation.scene.close()


def test_changing_the_object_ends_a_recording_in_good_order(tmp_path):
    driver = Driver(tmp_path, "grasp", object="ball")
    driver.do(m.Record(True))
    driver.run(0.2)
    driver.do(m.SetControl("object", "box"))
    driver.run(0.2)
    assert any("recording ended" in x.text for x in driver.said(m.Notice))
    driver.simulation.scene.close()
    driver.simulation.scene.close()


@pytest.mark.parametrize("thing", ["ball", "assorted"])
def test_things_wait_above_the_hand_and_fall_one_by_one(tmp_path, thing):
    driver = Driver(tmp_path, "drop", object=thing)
    bodies = [x.body for x in driver.opening if isinstance(x, m.BodyMesh)]
    waiting = driver.run(0.5).bodies[1:, 2].copy()
    assert (np.diff(waiting) > 0.02).all()
    driver.do(m.PressButton("drop"))
    frame = driver.run(0.6)
    assert frame.bodies[1, 2] < waiting[0] - 0.05
    np.testing.assert_allclose(frame.bodies[2:, 2], waiting[1:], atol=1e-3)
    assert len(bodies) == 6
    for _ in range(4):
        driver.do(m.PressButton("drop"))
    driver.run(0.1)
    assert [s.state for s in driver.simulation.scene.steps()] == ["done", "ready"]
    driver.do(m.Transport(reset=True))
    np.testing.assert_allclose(driver.run(0.2).bodies[1:, 2], waiting, atol=1e-3)


def test_a_ball_that_falls_on_the_hand_is_felt(tmp_path):
    driver = Driver(tmp_path, "drop", object="ball")
    driver.do(m.PressButton("drop"))
    felt = max(driver.run(1 / 60).group_force.sum() for _ in range(40))
    assert felt > 0.058 * 9.81


@pytest.mark.long
def test_a_pulled_object_follows_the_mouse(tmp_path):
    """A spring of 3 Hz lets its load sag by g/ω²: 2.8 cm."""
    driver = Driver(tmp_path, "drop", object="ball")
    driver.do(m.PressButton("drop"), m.Pull("ball-1", (0.0, 0.0, 0.0), (0.3, 0.2, 0.4)))
    frame = driver.run(2.5)
    np.testing.assert_allclose(frame.bodies[1, :2], (0.3, 0.2), atol=2e-3)
    assert 0.4 - frame.bodies[1, 2] == pytest.approx(9.81 / (2 * np.pi * 3) ** 2, rel=0.05)
    np.testing.assert_allclose(frame.pull[2], (0, 0, 0.058 * 9.81), atol=0.03)


def test_what_is_mounted_cannot_fall(tmp_path):
    with pytest.raises(InputError, match="mounted"):
        Driver(tmp_path, "drop", object="jar")
