"""The scene resynth: a captured grasp, other things, and sliders that act while it runs."""

import time

import numpy as np
import pytest

from prehensile.errors import UnknownNameError
from prehensile.stage.scene import SceneOptions, checked_value
from prehensile.stage.scenes.resynth import GHOST, THINGS, ResynthStage
from prehensile.stage.shows.where_it_stood import THING


def ready(scene):
    """Until the simulation is there."""
    end = time.monotonic() + 300
    while scene.frame().phase == "getting ready":
        assert time.monotonic() < end
        scene.step()
        time.sleep(0.005)
    return scene


def run(scene, seconds=0.0):
    """Until no step runs, and so long after."""
    for _ in range(5000):
        if all(s.state != "running" for s in scene.steps()):
            break
        scene.step()
    else:
        raise AssertionError("a step never ends")
    for _ in range(round(seconds / scene.timestep)):
        scene.step()


@pytest.fixture(scope="module")
def scene():
    return ready(ResynthStage(SceneOptions(object="ball")))


def test_pressed_before_it_is_ready_it_begins_when_it_is():
    scene = ResynthStage()
    assert scene.controls()[0].value == "apple"  # nobody asked for a mug
    assert [s.state for s in scene.steps()] == ["ready", "locked", "locked"]
    scene.press("grasp")
    assert scene.steps()[0].state == "running"
    ready(scene)
    scene.step()
    assert scene.steps()[0].state == "running" and scene.frame().phase == "grasping"
    scene.close()


def test_a_ball_is_held_as_the_box_was_until_it_is_too_slippery(scene):
    scene.press("grasp")
    run(scene, 0.2)
    assert scene.verdict().line.startswith("Held: the ball is 3") and scene.verdict().ok
    frame = scene.frame()
    assert frame.phase == "holding" and len(frame.q) == 2
    thing = next(b for b in scene.bodies() if b.name == THING)
    assert thing.movable and thing.opacity < 1
    forces = frame.contacts.force.sum(axis=0)
    np.testing.assert_allclose(forces, [0, 0, 0.058 * 9.81], atol=1e-3)  # what the hand exerts
    assert frame.contacts.slip.max() < 1e-3 and frame.group_force.shape == (1, 6)
    scene.set("friction", 0.05)
    fastest = 0.0
    for _ in range(150):
        scene.step()
        slip = scene.frame().contacts.slip
        fastest = max(fastest, 0.0 if slip is None else slip.max(initial=0.0))
    assert fastest > 0.05
    assert scene.verdict().line.startswith("Slipped out") and not scene.verdict().ok
    scene.set("friction", 0.8)
    scene.reset()
    assert scene.verdict() is None


@pytest.mark.long
def test_what_is_too_heavy_stays_and_all_can_be_done_again(scene):
    scene.reset()
    scene.set("mass", 1000.0)
    scene.press("grasp")
    run(scene, 0.1)
    assert scene.verdict().line == "Too heavy: the ball stays where it stood."
    scene.set("mass", 58.0)
    scene.reset()
    scene.press("grasp")
    run(scene)
    scene.press("put_down")
    run(scene, 0.1)
    assert [s.state for s in scene.steps()] == ["done", "done", "ready"]
    assert scene.verdict().ok and not scene.frame().group_force.any()
    scene.press("again")
    assert [s.state for s in scene.steps()] == ["ready", "locked", "locked"]
    assert scene.verdict() is None


def test_the_ghost_comes_and_goes(scene):
    assert [h.name for h in scene.hands()][1:] == [GHOST] and scene.hands()[1].opacity < 1
    cast = scene.cast
    scene.set("ghost", False)
    assert scene.cast > cast and len(scene.hands()) == len(scene.frame().q) == 1
    assert all(b.opacity == 1 for b in scene.bodies())
    scene.set("ghost", True)


def test_values_are_given_to_the_simulation_at_once_and_kept(scene):
    values = {"mass": 90.0, "friction": 0.6, "softness": 1.5, "damping": 0.5, "reflex": True}
    for name, value in values.items():
        scene.set(name, value)
    shown = {c.name: c.value for c in scene.controls()}
    assert {name: shown[name] for name in values} == values
    scene.reset()
    live = scene._live
    assert (live.mass, live.friction, live.softness, live.damping) == (0.09, 0.6, 1.5, 0.5)
    assert live.reflex
    for name, value in {"mass": 58.0, "friction": 0.8, "softness": 1.0, "damping": 1.0}.items():
        scene.set(name, value)
    scene.set("reflex", False)


def test_the_mouse_pulls_the_thing(scene):
    scene.reset()
    x, y, z = scene.frame().bodies[0, :3]
    scene.pull(THING, (0.0, 0.0, 0.0), (x, y, z + 0.15))
    for _ in range(200):
        scene.step()
    frame = scene.frame()
    assert frame.pull.shape == (3, 3) and frame.bodies[0, 2] > z + 0.05
    scene.let_go()
    assert scene.frame().pull.shape == (0, 3)
    scene.reset()


def test_another_thing_begins_anew_and_goes_on_with_the_grasp():
    scene = ResynthStage(SceneOptions(object="ball"))
    ready(scene).press("grasp")
    scene.step()
    cast = scene.cast
    with pytest.raises(UnknownNameError):
        checked_value(scene.controls(), "object", "moon")
    scene.set("object", "box")
    assert scene.cast > cast and scene.steps()[0].state == "running"
    ready(scene)
    scene.step()
    assert scene.frame().phase == "grasping"
    assert scene.controls()[0].choices == THINGS
    scene.close()


def test_a_thing_of_ones_own_is_among_the_choices():
    scene = ResynthStage(SceneOptions(object="cylinder:r=25mm,h=80mm"))
    assert scene.controls()[0].value == "cylinder:r=25mm,h=80mm"
    assert scene.controls()[0].choices == ("cylinder:r=25mm,h=80mm", *THINGS)
    assert "meets the cylinder" in ready(scene).steps()[0].hint
    scene.close()


def test_a_recording_is_a_clip_of_what_was_seen(scene):
    scene.reset()
    scene.set("mass", 70.0)
    assert scene.end_take() is None
    scene.begin_take()
    scene.press("grasp")
    for _ in range(100):
        scene.step()
    last, clip = scene.frame(), scene.end_take()
    assert clip.n_frames == scene.taken == 20 and clip.bodies[0].name == THING
    assert np.diff(clip.time) == pytest.approx(0.01)
    np.testing.assert_allclose(clip.hands[0].q[-1], last.q[0], atol=1e-12)
    np.testing.assert_allclose(clip.bodies[0].pose[-1], last.bodies[0], atol=1e-12)
    assert clip.meta["bodies"][THING]["mass"] == pytest.approx(0.07)
    scene.set("mass", 58.0)
    scene.reset()
