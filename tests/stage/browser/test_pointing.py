"""A person clicks on the object to say where it is taken; dragging says nothing."""

import numpy as np
import pytest

from prehensile.control.place.stand import stand_pose
from prehensile.world.catalogue import load_object

pytest.importorskip("uvicorn")

RADIUS = float(load_object("ball").extents[0]) / 2
MIDDLE = stand_pose(load_object("ball"))[:3]
MARKS = "() => window.__prehensile.state().marks"
MARKED = "() => window.__prehensile.state().marks.length === 3"
BARE = "() => window.__prehensile.state().marks.length === 0"
PULLED = "() => window.__prehensile.state().pull.length"
VERDICT = (
    "() => { const v = document.querySelector('#verdict'); return !v.hidden && v.textContent; }"
)
ASIDE = (0.2, 0.0, 0.2)
"""[m] beside the axis that one looks around"""
EMPTY = (300, 160)
"""[CSS px] where there is nothing but the backdrop"""


@pytest.fixture(scope="module")
def stage(start_stage):
    return start_stage("grasp", thing="ball")


@pytest.fixture
def viewer(stage, look):
    viewer = look(stage.url)
    viewer.drive()
    return viewer


def forgotten(viewer):
    viewer.page.mouse.click(*EMPTY)
    viewer.until(BARE, "no mark")


def test_a_click_marks_the_place_and_another_beside_it_forgets_it(viewer):
    at = viewer.pixel_of(MIDDLE)
    anywhere = viewer.page.locator("#control-anywhere")
    assert not anywhere.is_enabled()
    viewer.page.mouse.click(*at)
    viewer.until(MARKED, "a mark")
    mark = np.array(viewer.ask(MARKS))
    assert np.linalg.norm(mark - MIDDLE) == pytest.approx(RADIUS, abs=0.002)  # on the surface
    assert np.hypot(*np.subtract(viewer.pixel_of(mark), at)) < 3  # where the pointer was
    viewer.until_is(True, "() => !document.querySelector('#control-anywhere').disabled")
    forgotten(viewer)
    viewer.page.mouse.click(*at)
    viewer.until(MARKED, "a mark")
    anywhere.click()
    viewer.until(BARE, "no mark")


@pytest.mark.long
def test_a_drag_is_no_click(viewer):
    """Neither one that pulls the ball, nor one that looks around."""
    mouse, (x, y) = viewer.page.mouse, viewer.pixel_of(MIDDLE)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 80, steps=4)
    viewer.until(PULLED, "the spring")
    mouse.move(x, y, steps=4)
    mouse.up()
    viewer.until("() => window.__prehensile.state().pull.length === 0", "the letting go")
    assert viewer.ask(MARKS) == []
    viewer.page.keyboard.press("r")
    viewer.until_drawn()
    viewer.page.mouse.click(*viewer.pixel_of(MIDDLE))
    viewer.until(MARKED, "a mark")
    before = viewer.pixel_of(ASIDE)
    mouse.move(*EMPTY)
    mouse.down()
    mouse.move(EMPTY[0] + 90, EMPTY[1], steps=4)
    mouse.up()
    viewer.until_drawn()
    assert np.hypot(*np.subtract(viewer.pixel_of(ASIDE), before)) > 2  # it looked around
    viewer.until_drawn()
    assert len(viewer.ask(MARKS)) == 3
    forgotten(viewer)


@pytest.mark.long
def test_what_was_clicked_is_played_and_the_verdict_says_whether_it_is_met(viewer):
    viewer.page.mouse.click(*viewer.pixel_of(MIDDLE))
    viewer.until("() => window.__prehensile.state().tried", "a try", timeout=240)
    hint = "() => document.querySelector('#step-hint').textContent.includes('would hold')"
    viewer.until(hint, "how far it is", timeout=240)
    said = viewer.until(VERDICT, "the verdict", timeout=400)
    assert "where: met" in said or "where: not met (nothing held it within 25 mm; nearest" in said
    mark, now = np.array(viewer.ask(MARKS)), viewer.state()
    assert mark[2] > MIDDLE[2] + 0.05 and not now["tried"]  # it was lifted with the ball
    forgotten(viewer)


@pytest.mark.long
def test_a_way_is_chosen_and_played(viewer):
    viewer.page.locator("input[name=control-way][value='2']").check(force=True)
    viewer.until("() => document.querySelector('#step-hint').textContent.includes('ways found')",
                 "how far it is", timeout=240)  # fmt: skip
    assert "Held" in viewer.until(VERDICT, "the verdict", timeout=400)
    viewer.page.locator("input[name=control-way][value='1']").check(force=True)
    viewer.until_is(True, "() => document.querySelector('#verdict').hidden")
    viewer.until(VERDICT, "the first again", timeout=240)
