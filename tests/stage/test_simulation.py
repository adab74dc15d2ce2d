"""The loop without a thread and without a network: every beat by hand."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from prehensile.errors import InputError, SimulationError
from prehensile.motion.verdict import Figure, Verdict
from prehensile.stage import messages as m
from prehensile.stage import simulation as module
from prehensile.stage.scene import SceneFrame, StageBody, StageScene
from prehensile.stage.scene_table import SceneEntry
from prehensile.stage.simulation import BEAT, LONGEST_BURST, Simulation
from prehensile.stage.takes import Takes
from prehensile.stage.wire import decode


@dataclass
class Listener:
    """An audience that keeps everything."""

    heard: list[Any] = field(default_factory=list)

    def scene_began(self, opening, frame):
        self.heard += [decode(x, m.SERVER_MESSAGES) for x in (*opening, frame)]

    def frame(self, message):
        self.heard.append(decode(message, m.SERVER_MESSAGES))

    tell = frame

    def changed(self, topic, message):
        self.frame(message)

    def answer(self, client, message):
        self.frame(message)

    def last(self, kind=m.Frame):
        return next(x for x in reversed(self.heard) if isinstance(x, kind))

    def count(self, kind=m.Frame):
        return sum(isinstance(x, kind) for x in self.heard)


class Counter(StageScene):
    """Counts its steps; a slider moves a point."""

    def __init__(self, options=None):
        super().__init__(options)
        self.count, self.height, self.bodies_there = 0, 0.0, 1

    def step(self):
        self.count += 1
        if self.height == 13.0:
            raise ZeroDivisionError("a mistake in the scene")
        if self.height == 14.0:
            raise SimulationError("it blew up.")

    def reset(self):
        self.count, self.height = 0, 0.0

    def frame(self):
        poses = np.tile([0, 0, self.height, 1, 0, 0, 0], (self.bodies_there, 1))
        return SceneFrame(time=self.count * self.timestep, bodies=poses)

    def bodies(self):
        corner = np.vstack([np.zeros(3), np.eye(3)])
        faces = np.array([[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]])
        return [StageBody(f"body-{k}", corner, faces, (1, 0, 0)) for k in range(self.bodies_there)]

    def steps(self):
        state = "done" if self.bodies_there > 2 else "ready"
        return (m.Step("more", "More", "One more.", state), m.Step("last", "Last", "…", "locked"))

    def verdict(self):
        height = self.height
        return Verdict(True, "High.", figures={"height": Figure(height, "m")}) if height else None

    def controls(self):
        return (
            m.Control("height", "Height", "slider", value=self.height, high=20.0),
            m.Control("never", "Never", "button", enabled=False),
            m.Control("kind", "Kind", "choice", value="a", choices=("a", "b")),
        )

    def set(self, name, value):
        if name == "height":
            assert isinstance(value, float)
            self.height = value

    def press(self, name):
        self.bodies_there += 1
        self.changed_cast()


class Broken(StageScene):
    def __init__(self, options=None):
        raise InputError("this scene cannot be made.")

    def step(self): ...

    def reset(self): ...

    def frame(self): ...


TABLE = {
    "counter": SceneEntry("Counter", "", Counter),
    "broken": SceneEntry("Broken", "", Broken),
    "lacking": SceneEntry("Lacking", "", Counter, needs=("no_such_package",)),
}


@pytest.fixture
def running(tmp_path):
    simulation, listener = Simulation(Takes(tmp_path), "counter", table=TABLE), Listener()
    simulation.open(listener)
    return simulation, listener


def beats(simulation, count):
    for _ in range(count):
        simulation.tick()


def test_the_opening_comes_before_the_first_frame(running):
    _, listener = running
    assert [type(x) for x in listener.heard] == [
        m.SceneStarted, m.StepsChanged, m.VerdictChanged, m.BodyMesh, m.Frame,
    ]  # fmt: skip


@pytest.mark.parametrize(("speed", "steps"), [(1.0, 120), (0.1, 12), (0.5, 60), (2.0, 240)])
def test_a_second_has_as_many_steps_as_the_speed_says(running, speed, steps):
    simulation, listener = running
    simulation.submit(1, m.Transport(speed=speed))
    beats(simulation, round(1 / BEAT))
    assert simulation.scene.count == pytest.approx(steps, abs=1)
    assert listener.count() == pytest.approx(61, abs=10)  # two steps begin it


def test_pause_step_and_reset(running):
    simulation, listener = running
    simulation.submit(1, m.Transport(running=False))
    beats(simulation, 20)
    assert simulation.scene.count == 0
    assert not listener.last().running
    simulation.submit(1, m.Transport(step=True))
    beats(simulation, 2)
    assert simulation.scene.count == 2  # one frame's worth
    simulation.submit(1, m.Transport(reset=True))
    simulation.tick()
    assert listener.last().running
    assert simulation.scene.count <= 1


def test_a_paused_scene_still_shows_what_was_set(running):
    simulation, listener = running
    simulation.submit(1, m.Transport(running=False))
    simulation.submit(1, m.SetControl("height", 0.5, ask=4))
    simulation.tick()
    assert listener.last().bodies[0, 2] == 0.5
    assert listener.last().answers == 4


def test_an_answer_comes_with_the_frame_that_shows_it(running):
    simulation, listener = running
    beats(simulation, 4)
    before = listener.last()
    simulation.submit(1, m.SetControl("height", 2.0, ask=9))
    simulation.tick()
    assert (before.answers, before.bodies[0, 2]) == (0, 0)
    assert (listener.last().answers, listener.last().bodies[0, 2]) == (9, 2)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (m.SetControl("hieght", 1.0), "Did you mean 'height'"),
        (m.SetControl("height", "high"), "'high'"),
        (m.SetControl("height", True), "True"),
        (m.SetControl("kind", "c"), "'c'"),
        (m.SetControl("more", 1.0), "more"),
        (m.PressButton("last"), "has to wait"),
        (m.PressButton("height"), "not a button"),
        (m.PressButton("never"), "cannot be used now"),
        (m.ChooseScene("nowhere"), "nowhere"),
        (m.ChooseScene("broken"), "cannot be made"),
        (m.Transport(speed=100.0), "100"),
        (m.Transport(speed=-1.0), "-1"),
        (m.Transport(seek=1.0), "live"),
        (m.Pull("body-0", (0, 0, 0), (0, 0, 1)), "pulled"),
        (m.DragHandle("x", None), "'x'"),
        (m.Record(True), "recorded"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line_and_the_scene_goes_on(running, message, words):
    simulation, listener = running
    simulation.submit(1, message)
    beats(simulation, 4)
    assert words in listener.last(m.Refused).reason
    assert listener.last().running
    assert simulation.scene.count == 4


def test_a_slider_is_held_within_its_range(running):
    simulation, listener = running
    simulation.submit(1, m.SetControl("height", 1e9))
    simulation.tick()
    assert listener.last().bodies[0, 2] == 20


def test_changed_controls_are_told_once(running):
    simulation, listener = running
    simulation.submit(1, m.SetControl("height", 1.5))
    beats(simulation, 10)
    assert listener.count(m.ControlsChanged) == 1
    assert listener.last(m.ControlsChanged).controls[0].value == 1.5


def test_a_verdict_is_told_when_there_is_one_and_when_it_is_gone(running):
    simulation, listener = running
    simulation.submit(1, m.SetControl("height", 1.5))
    beats(simulation, 10)
    assert listener.count(m.VerdictChanged) == 2  # the opening's, and this one
    told = listener.last(m.VerdictChanged).verdict
    assert told == m.ShownVerdict(True, "High.", "", (m.ShownFigure("height", 1.5, "m"),))
    simulation.submit(1, m.Transport(reset=True))
    beats(simulation, 2)
    assert listener.last(m.VerdictChanged).verdict is None


def test_steps_come_with_the_cast_and_are_told_when_they_change(running):
    simulation, listener = running
    assert [s.state for s in listener.last(m.StepsChanged).steps] == ["ready", "locked"]
    for _ in range(2):
        simulation.submit(1, m.PressButton("more"))
        beats(simulation, 3)
    assert [s.state for s in listener.last(m.StepsChanged).steps] == ["done", "locked"]
    simulation.submit(1, m.PressButton("more"))
    beats(simulation, 2)
    assert "done already" in listener.last(m.Refused).reason


def test_another_cast_is_announced_before_its_frames(running):
    simulation, listener = running
    listener.heard.clear()
    simulation.submit(1, m.PressButton("more"))
    beats(simulation, 3)
    kinds = [type(x) for x in listener.heard]
    assert kinds[0] is m.SceneStarted and kinds[3:6] == [m.BodyMesh, m.BodyMesh, m.Frame]
    assert all(len(f.bodies) == 2 for f in listener.heard if isinstance(f, m.Frame))


@pytest.mark.parametrize("height", [13.0, 14.0])
def test_a_scene_that_fails_is_paused_and_can_be_reset(running, height, capsys):
    simulation, listener = running
    simulation.submit(1, m.SetControl("height", height))
    beats(simulation, 3)
    assert listener.last(m.Notice).level == "bad"
    assert not listener.last().running
    simulation.submit(1, m.Transport(reset=True))
    beats(simulation, 3)
    assert listener.last().running
    assert simulation.scene.count == 3
    assert ("ZeroDivisionError" in capsys.readouterr().err) == (height == 13.0)


def test_a_scene_slower_than_the_clock_does_not_run_after_it(running, monkeypatch):
    simulation, _ = running
    clock, step = [0.0], 0.6 * LONGEST_BURST

    def slow_step():
        clock[0] += step

    monkeypatch.setattr(simulation.scene, "step", slow_step)
    monkeypatch.setattr(module, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    simulation.submit(1, m.Transport(speed=4.0))
    beats(simulation, 4)
    assert clock[0] == pytest.approx(4 * 2 * step)  # two in a burst, and none made up for later


def test_a_scene_with_a_missing_extra_says_so_and_hides_nothing_else():
    from prehensile.extras import EXTRA_OF_PACKAGE
    from prehensile.stage.scene_table import scene_titles

    EXTRA_OF_PACKAGE["no_such_package"] = "some"
    try:
        missing = {title.name: title.missing for title in scene_titles(TABLE)}
    finally:
        del EXTRA_OF_PACKAGE["no_such_package"]
    assert missing["counter"] == missing["broken"] == ""
    assert "prehensile[some]" in missing["lacking"]


def test_slow_motion_is_smooth(running):
    """A step a beat would be 12 pictures a second; what is shown moves at every one of 60."""
    simulation, listener = running
    simulation.submit(1, m.Transport(speed=0.1))
    beats(simulation, 60)
    listener.heard.clear()
    beats(simulation, 60)
    times = [f.time for f in listener.heard if isinstance(f, m.Frame)]
    assert len(times) == 30
    np.testing.assert_allclose(np.diff(times), 0.1 / 60, rtol=1e-6)


def test_pages_are_told_when_the_scene_looks_from_elsewhere(running):
    simulation, listener = running
    beats(simulation, 4)
    assert listener.count(m.LookChanged) == 0
    simulation.scene.look_from = (1.0, 2.0, 3.0)
    beats(simulation, 4)
    assert listener.count(m.LookChanged) == 1
    assert listener.last(m.LookChanged).look_from == (1.0, 2.0, 3.0)
