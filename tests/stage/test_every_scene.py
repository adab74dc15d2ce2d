"""Every scene of the table in one form: steps, few controls, plain words, a verdict at the end.

A scene that joins the table is taken up here by itself.
"""

import re
import time

import numpy as np
import pytest
from tests.stage.planned import first_grasps

from prehensile.errors import InputError, PrehensileError
from prehensile.hand.hand import Hand
from prehensile.manipulate.shipped import shipped_names
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack
from prehensile.stage.scene import SceneOptions, StageScene, check_press
from prehensile.stage.scene_table import SCENES
from prehensile.stage.shows import grasp_planner

PRESSES = 30
SEED = 7
LONGEST = 31.0
"""[s] simulated, that a step may run"""
SETTLES = 1.1
"""[s] simulated, after which there is something to judge"""
IMPATIENT = 0.4
"""share of presses after which the person begins anew at once"""
OPEN_ENDED = {"play", "pose"}
"""scenes whose steps lead to a state instead of a verdict"""
LEARNED = {"dial", "ball"}
"""scenes that play a shipped policy"""
PLAIN_WORDS = re.compile(r"[A-Z][a-z]+( [a-z]+)*")


@pytest.fixture(scope="module")
def options(tmp_path_factory):
    """For every scene: a ball, and a clip of half a second."""
    folder = tmp_path_factory.mktemp("out")
    hand, frames = Hand(), 30
    track = HandTrack(
        "right",
        hand.spec.to_json(),
        hand.joint_names,
        np.zeros((frames, hand.dof)),
        np.tile([0.0, 0, 0.3, 1, 0, 0, 0], (frames, 1)),
    )
    clip = Clip(
        time=np.arange(frames) / 60,
        hands=(track,),
        bodies=(),
        contacts=ContactTrack.empty(frames),
        finger_force=np.zeros((frames, 1, 5)),
        palm_force=np.zeros((frames, 1)),
    )
    return SceneOptions(object="ball", folder=folder, clip=clip.save(folder / "still.npz"))


@pytest.fixture
def start(options, monkeypatch):
    monkeypatch.setattr(grasp_planner, "find_grasps", first_grasps)
    started: list[StageScene] = []

    def begin(name: str) -> StageScene:
        if name in LEARNED and name not in shipped_names():
            pytest.skip(f"no policy for the {name} ships yet")
        scene = SCENES[name].start(options)
        started.append(scene)
        return scene

    yield begin
    for scene in started:
        scene.close()


def check_form(scene: StageScene) -> None:
    """What holds at any time."""
    steps, controls = scene.steps(), scene.controls()
    assert 2 <= len(steps) <= 6
    assert {s.state for s in steps} & {"ready", "running"}
    named = [*steps, *controls]
    assert len({x.name for x in named}) == len(named)
    assert len({x.label for x in named}) == len(named)
    assert all(PLAIN_WORDS.fullmatch(x.label) for x in named), [x.label for x in named]
    assert all(s.hint.endswith(".") for s in steps)
    assert sum(not c.advanced for c in controls) <= 7
    verdict = scene.verdict()
    assert verdict is None or (verdict.line and verdict.ok == (not verdict.advice))


def waits(scene: StageScene) -> bool:
    """Whether it waits for work in the background, which takes its time."""
    return (
        scene.frame().phase in ("planning", "writing")
        or getattr(scene, "_warming", None) is not None
    )


def run(scene: StageScene, more: float = 0.0) -> None:
    """Until nothing is under way, and so many seconds more."""
    left, patience = round(LONGEST / scene.timestep), time.monotonic() + 300
    while any(s.state == "running" for s in scene.steps()):
        scene.step()
        if waits(scene):
            time.sleep(0.005)
        else:
            left -= 1
        if left % 20 == 0:
            check_form(scene)
        assert left > 0 and time.monotonic() < patience, "a step never ends"
    for _ in range(round(more / scene.timestep)):
        scene.step()


@pytest.mark.long
@pytest.mark.parametrize("name", SCENES)
def test_thirty_presses_never_leave_a_person_without_a_step(start, name):
    scene, rng, judged = start(name), np.random.default_rng(SEED), False
    for _ in range(PRESSES):
        check_form(scene)
        run(scene)
        ready = [s.name for s in scene.steps() if s.state == "ready"]
        # Mostly the main step, as a newcomer would; sometimes any other that is ready.
        scene.press(ready[0] if rng.random() < 0.7 else str(rng.choice(ready)))
        check_form(scene)
        if rng.random() < IMPATIENT:
            scene.reset()
            continue
        run(scene, more=SETTLES if rng.random() < 0.3 else 0.0)
        judged |= scene.verdict() is not None
    assert judged or name in OPEN_ENDED


@pytest.mark.parametrize("name", SCENES)
def test_a_reset_leads_back_to_the_first_step(start, name):
    scene = start(name)
    run(scene)
    at_first = [s.state for s in start(name).steps()]
    ready = next(s.name for s in scene.steps() if s.state == "ready")
    scene.press(ready)
    scene.reset()
    states = [s.state for s in scene.steps()]
    assert states == at_first and states[0] in ("ready", "running")
    assert scene.verdict() is None


@pytest.mark.parametrize("name", SCENES)
def test_only_a_ready_step_can_be_pressed(start, name):
    scene = start(name)
    for step in scene.steps():
        if step.state == "ready":
            check_press(scene.steps(), scene.controls(), step.name)
        else:
            with pytest.raises(InputError, match=step.label):
                check_press(scene.steps(), scene.controls(), step.name)
    with pytest.raises(PrehensileError, match="nowhere"):
        check_press(scene.steps(), scene.controls(), "nowhere")
