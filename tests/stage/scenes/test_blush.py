"""The scene of the finger on glass, driven without a page."""

from dataclasses import replace

import numpy as np
import pytest
from tests.appearance.toy import toy_model

from prehensile.appearance.worn import Blush
from prehensile.skin.dress import Dress
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scenes.blush import EYES, HANDLE, HARD, HARDEST, LIGHTLY, BlushStage

INDEX = 1


def made(**dress):
    return BlushStage(SceneOptions(dress=Dress(**{"blush": Blush(toy_model()), **dress})))


@pytest.fixture(scope="module")
def stage():
    return made()


@pytest.fixture
def scene(stage):
    stage.reset()
    return stage


def run(scene, seconds=0.0):
    """So long, and until no step is under way."""
    for _ in range(round(seconds / scene.timestep)):
        scene.step()
    while any(s.state == "running" for s in scene.steps()):
        scene.step()


def states(scene):
    return {s.name: s.state for s in scene.steps()}


def blood(scene):
    return np.abs(scene.frame().blood[0, INDEX]).max()


def test_the_nail_pales_with_force_and_flushes_back(scene):
    assert states(scene) == {"light": "ready", "hard": "ready", "let_go": "locked",
                             "again": "locked"}  # fmt: skip
    scene.press("light")
    run(scene)
    law = toy_model().law
    light = blood(scene)
    assert light == pytest.approx(np.abs(law.coefficients(np.array([LIGHTLY]))).max(), rel=0.1)
    scene.press("hard")
    run(scene)
    assert blood(scene) == pytest.approx(np.abs(law.coefficients(np.array([HARD]))).max(), rel=0.05)
    most = np.abs(toy_model().textures).max(axis=(0, 1))
    np.testing.assert_allclose(
        scene.frame().plotted, scene.frame().blood[0, INDEX] * most, atol=1e-6
    )
    assert scene.verdict() is None and states(scene)["let_go"] == "ready"
    scene.press("let_go")
    run(scene)
    verdict = scene.verdict()
    assert verdict is not None and verdict.ok
    assert verdict.figures["blood gone"].value > 90
    assert verdict.figures["back"].value == pytest.approx(0.45, abs=0.1)
    assert blood(scene) < 0.1 and states(scene)["again"] == "ready"


def test_a_finger_that_presses_again_can_be_let_go_again(scene):
    scene.press("light")
    run(scene)
    scene.press("let_go")
    run(scene)
    assert states(scene)["let_go"] == "done"
    scene.set("force", 5.0)
    assert states(scene)["let_go"] == "ready" and scene.verdict() is None


def test_slider_and_handle_say_the_same(scene):
    (point,) = scene.frame().handles
    scene.drag(HANDLE, (point[0], point[1], point[2] + 0.01))
    force = scene.controls()[0].value
    assert force == pytest.approx(HARDEST / 2)
    np.testing.assert_allclose(scene.frame().handles[0] - point, [0, 0, 0.01], atol=1e-12)
    scene.drag(HANDLE, (0.0, 0.0, 9.0))
    assert scene.controls()[0].value == HARDEST
    scene.drag(HANDLE, None)  # letting go of the point changes nothing
    assert scene.controls()[0].value == HARDEST


def test_times_act_at_once(scene):
    scene.set("blanch", 2.0)
    scene.set("force", 10.0)
    run(scene, 1.0)
    slow = blood(scene)
    scene.reset()
    scene.set("blanch", 0.05)
    scene.set("force", 10.0)
    run(scene, 1.0)
    assert slow < 0.5 < blood(scene)
    times = [c for c in scene.controls() if c.advanced]
    assert [c.value for c in times] == [0.05, pytest.approx(0.195)]


def test_another_view_moves_the_eye_and_nothing_else():
    scene = made()
    cast, first = scene.cast, scene.look_from
    for view in EYES:
        scene.set("view", view)
    assert scene.cast == cast and scene.look_from != first
    far = np.linalg.norm(np.subtract(scene.look_from, scene.look_at))
    assert 0.06 < far < 0.2  # near enough to see a nail
    glass = next(b for b in scene.bodies() if b.name == "glass")
    assert glass.opacity < 0.5


def test_another_tone_is_another_skin():
    scene = made()
    cast = scene.cast
    scene.set("tone", "tone-7")
    assert scene.cast == cast + 1 and scene.options.dress.tone == "tone-7"


@pytest.mark.parametrize("dress", [{"blush": None}, {"bare": True}])
def test_without_colour_it_presses_and_says_why_nothing_is_seen(dress):
    scene = made(**dress)
    assert not [c for c in scene.controls() if c.advanced]
    scene.press("light")
    run(scene)
    assert scene.verdict() is None
    scene.press("let_go")
    run(scene)
    verdict = scene.verdict()
    assert verdict is not None and not verdict.ok and "--no-blush" in verdict.advice


def test_the_left_hand_pales_too():
    scene = made()
    scene.set("hand", "left")
    scene.set("force", 10.0)
    run(scene, 1.0)
    assert scene.hands()[0].hand.side == "left" and blood(scene) > 0.5


def test_options_are_those_of_the_stage():
    dress = Dress(blush=Blush(replace(toy_model(), refill_s=0.7)))
    scene = BlushStage(SceneOptions(dress=dress))
    assert [c.value for c in scene.controls() if c.advanced][1] == 0.7
