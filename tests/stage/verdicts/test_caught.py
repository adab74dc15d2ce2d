"""What fell into the hand, judged by a real fall."""

import pytest

from prehensile.stage.scene import SceneOptions
from prehensile.stage.scenes.drop import DropStage
from prehensile.stage.verdicts.caught import caught


@pytest.fixture(scope="module")
def scene():
    return DropStage(SceneOptions(object="ball"))


def run(scene, seconds):
    for _ in range(round(seconds / scene.timestep)):
        scene.step()


def test_a_hand_that_holds_still_catches_and_one_that_turns_over_loses_it(scene):
    scene.press("drop")
    run(scene, 0.3)
    assert scene.verdict() is None  # it still falls
    run(scene, 1.2)
    assert scene.verdict().ok and str(scene.verdict()) == "Caught: it lies in the hand."
    assert caught(scene.world, scene.last, ["ball-1", "ball-2"]) == {"ball-1"}
    scene.set("tilt", 90.0)
    run(scene, 2.5)
    verdict = scene.verdict()
    assert not verdict.ok and verdict.advice and "0 of 1 lie in" in verdict.line
    assert verdict.figures["caught"] == (0, "")


def test_a_ball_on_a_ball_in_the_hand_is_caught_too(scene):
    scene.set("tilt", 0.0)
    scene.set("curl", 0.5)
    scene.reset()
    for _ in range(2):
        scene.press("drop")
        run(scene, 1.3)
    # Whatever rests above the hand counts, and nothing else.
    heights = {n: scene.world.object_pose(n)[2] for n in ("ball-1", "ball-2")}
    held = caught(scene.world, scene.last, list(heights))
    assert held == {n for n, z in heights.items() if z > 0.1}
    assert scene.verdict().ok == (len(held) == 2)
