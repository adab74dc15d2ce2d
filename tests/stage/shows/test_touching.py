"""The mechanisms' scene where one stands and one holds: contacts, free bodies, both live."""

import numpy as np
import pytest
from tests.stage.scenes.test_forks import pull, ready, run

from prehensile.stage.scenes.forks import ForksStage


@pytest.fixture(scope="module")
def hexapod():
    scene = ForksStage()
    scene.set("mechanism", "hexapod")
    yield ready(scene)
    scene.close()


@pytest.fixture(scope="module")
def hand():
    scene = ForksStage()
    scene.set("mechanism", "hand")
    yield ready(scene)
    scene.close()


@pytest.fixture(params=["hexapod", "hand"])
def scene(request):
    scene = request.getfixturevalue(request.param)
    scene.let_go()
    scene.reset()
    return scene


def row(scene, name):
    return [body.name for body in scene.bodies()].index(name)


def test_what_is_shown_matches_what_is_sent(scene):
    for ghost in (True, False):
        scene.set("full", ghost)
        frame, bodies = scene.frame(), scene.bodies()
        assert len(bodies) == len(frame.bodies) == len({b.name for b in bodies})
        assert any(b.name.startswith("full ") for b in bodies) == ghost
        assert len(frame.handles) == len(scene.handles())
        assert len(frame.q) == len(frame.forearm) == len(scene.hands())
    scene.set("full", True)


def test_left_alone_it_stays_and_so_does_the_full_simulation(scene):
    before = scene.frame().bodies
    after = run(scene, 1).bodies
    assert np.abs(after - before)[:, :3].max() < 1e-3
    assert not scene.notices


def test_the_hexapod_has_ground_of_its_own_and_six_feet_and_a_trunk_to_pull(hexapod):
    assert not hexapod.floor and "ground" in [b.name for b in hexapod.bodies()]
    assert len(hexapod.handles()) == 7 and hexapod.handles()[-1] == "trunk"


def test_a_dragged_trunk_follows_in_both(hexapod):
    hexapod.reset()
    start = hexapod.frame()
    goal = start.handles[-1] + [0.01, 0.015, 0.0]
    hexapod.drag("trunk", tuple(goal))
    frame = run(hexapod, 1.5)
    moved = frame.handles[-1] - start.handles[-1]
    ghost = frame.bodies[row(hexapod, "full trunk")] - start.bodies[row(hexapod, "full trunk")]
    assert moved[1] > 0.003 and np.linalg.norm(moved - ghost[:3]) < 0.02 * np.linalg.norm(moved)
    assert len(frame.pull) == 3 and len(frame.contacts.pos) >= 4
    hexapod.drag("trunk", None)
    assert np.allclose(run(hexapod, 2).handles[-1], start.handles[-1], atol=2e-3)


def test_a_foot_can_be_lifted(hexapod):
    hexapod.reset()
    start = hexapod.frame().handles[0]
    hexapod.drag("left1-tibia", tuple(start + np.array([0, 0, 0.05])))
    assert run(hexapod, 1).handles[0, 2] > start[2] + 0.01
    hexapod.let_go()


def test_the_ball_is_pulled_and_comes_back(hand):
    hand.reset()
    start = hand.frame()
    assert start.group_force is not None and start.group_force[0, :5].min() > 0.3
    hand.drag("ball", tuple(start.handles[-1] + [0, 0.012, 0.0]))
    frame = run(hand, 1)
    ours, full = (frame.bodies[row(hand, n)] - start.bodies[row(hand, n)] for n in
                  ("ball", "full ball"))  # fmt: skip
    assert 0.002 < ours[1] < 0.02
    assert np.linalg.norm(ours[:3] - full[:3]) < 0.1 * np.linalg.norm(ours[:3])
    assert np.abs(frame.q[0] - start.q[0]).max() > 0.01  # the fingers give way
    hand.let_go()
    assert np.allclose(run(hand, 2).handles[-1], start.handles[-1], atol=2e-3)


def test_a_dropped_ball_is_given_back(hand):
    hand.reset()
    start = hand.frame().handles[-1]
    hand._show.scene.simulation.motion.T_bodies[0, 2, 3] -= 0.5
    hand.step()
    assert any("dropped" in text for _, text in hand.notices)
    assert np.allclose(hand.frame().handles[-1], start, atol=1e-6)
    hand.notices.clear()


def test_both_step_times_are_on_screen(scene):
    text = run(scene, 1.1).phase
    ours, full = (
        float(part.split(" µs")[0].split()[-1].replace(",", "")) for part in text.split(", ")
    )
    assert 0 < ours < 1e4 and 0 < full < 1e5


@pytest.mark.parametrize(("name", "worst"), [("hexapod", 2.0), ("hand", 3.0)])
def test_pulled_by_the_step_both_come_as_far(request, name, worst):
    scene = request.getfixturevalue(name)
    scene.set("full", True)
    scene.reset()
    pull(scene)
    found = scene.verdict()
    assert found.ok and found.figures["apart"].value < worst
    assert found.figures["full moved"].value > 4 and scene._show.pulled in found.line
    scene.press("let_go")
    run(scene, 2)
    assert scene.steps()[0].state == "ready"


def test_it_can_be_recorded_with_its_contacts(hand):
    hand.reset()
    hand.begin_take()
    run(hand, 0.5)
    clip = hand.end_take()
    assert clip is not None and clip.n_frames == hand.taken == 30
    assert len(clip.hands) == 1 and len(clip.contacts) == 5 * 30
