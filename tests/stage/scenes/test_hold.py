"""The scene hold: it takes hold, is pulled off, and its forearm can be dragged."""

from itertools import pairwise

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.stage.scenes.hold import ARROW, HoldStage


@pytest.fixture
def scene():
    return HoldStage()


def run(scene, name, most=600):
    scene.press(name)
    for _ in range(most):
        scene.step()
        if next(s for s in scene.steps() if s.name == name).state == "done":
            return
    raise AssertionError(f"{name} never ended")


def test_it_takes_hold_and_bears_a_load_until_it_slides(scene):
    with pytest.raises(InputError, match="take hold first"):
        scene.press("pull")
    run(scene, "take")
    assert scene.verdict() is None
    run(scene, "pull")
    verdict = scene.verdict()
    assert verdict is not None and verdict.ok and verdict.figures["borne"].value > 150
    scene.press("again")
    assert scene.verdict() is None and scene.steps()[0].state == "ready"


def test_the_forearm_follows_the_handle(scene):
    run(scene, "take")
    before = scene.frame().handles[0]
    scene.drag("forearm", tuple(before + np.array([0.0, 0.0, -0.02])))
    loads = []
    for _ in range(60):
        scene.step()
        loads.append(scene.frame().plotted[0])
    moved = scene.frame().handles[0] - before
    assert moved[2] < -0.008 and abs(moved[0]) < 0.005
    assert max(loads) > 30  # it bears something on the way


@pytest.mark.long
def test_who_waits_before_the_pull_reads_the_same_verdict(scene):
    """The crimp's fingers squeeze as hard as they can; what they bear by that counts."""
    run(scene, "take")
    for _ in range(600):
        scene.step()
    run(scene, "pull")
    assert scene.verdict().ok and scene.verdict().figures["borne"].value > 150
    assert len(scene.frame().pointers) == 0 and scene.frame().plotted[0] == 0  # it slid off


def test_an_arrow_shows_where_it_is_weakest(scene):
    assert len(scene.frame().pointers) == 0
    run(scene, "take")
    scene.press("pull")
    arrows, measured = [], []
    for _ in range(30):
        scene.step()
        shown = scene.frame()
        np.testing.assert_array_equal(shown.pointers[0, :3], shown.handles[0])
        arrows.append(shown.pointers[0, 3:])
        measured.append(shown.plotted[2])
    np.testing.assert_allclose(np.linalg.norm(arrows, axis=1), ARROW)
    assert all(a @ b > 0 for a, b in pairwise(arrows))  # it never flips over
    assert measured[-1] > 0 and len(set(measured)) > 10
    scene.press("again")
    assert len(scene.frame().pointers) == 0 and scene.frame().plotted[2] == 0


def test_again_shows_the_hand_where_it_began(scene):
    began = scene.frame().forearm[0]
    run(scene, "take")
    scene.press("again")
    np.testing.assert_allclose(scene.frame().forearm[0], began, atol=1e-9)


@pytest.mark.long
@pytest.mark.parametrize("wait", [0, 200])
def test_a_hand_that_slid_off_lets_go_before_it_is_torn(scene, wait):
    """The jug's lip slides deep into a finger that goes on pulling."""
    scene.set("hold", "jug")
    run(scene, "take")
    for _ in range(wait):
        scene.step()
    run(scene, "pull")
    assert scene.verdict().ok
    for _ in range(360):
        scene.step()
    assert np.abs(scene.last.q[0]).max() < np.pi
    assert np.linalg.norm(scene.last.contacts.force, axis=1).max(initial=0.0) < 100


def test_another_hold_begins_anew(scene):
    scene.set("hold", "jug")
    assert scene.steps()[0].state == "ready" and scene.frame().plotted[1] == 150
    scene.set("hold", "pocket")
    assert scene.frame().plotted[1] == 75
