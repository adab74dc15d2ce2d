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


def forgotten(driver):
    driver.page.mouse.click(*EMPTY)
    driver.until(BARE, "no mark")


def test_a_click_marks_the_place_and_another_beside_it_forgets_it(driver):
    at = driver.pixel_of(MIDDLE)
    anywhere = driver.page.locator("#control-anywhere")
    assert not anywhere.is_enabled()
    driver.page.mouse.click(*at)
    driver.until(MARKED, "a mark")
    mark = np.array(driver.ask(MARKS))
    assert np.linalg.norm(mark - MIDDLE) == pytest.approx(RADIUS, abs=0.002)  # on the surface
    assert np.hypot(*np.subtract(driver.pixel_of(mark), at)) < 3  # where the pointer was
    driver.until_is(True, "() => !document.querySelector('#control-anywhere').disabled")
    forgotten(driver)
    driver.page.mouse.click(*at)
    driver.until(MARKED, "a mark")
    anywhere.click()
    driver.until(BARE, "no mark")


@pytest.mark.long
def test_a_drag_is_no_click(driver):
    """Neither one that pulls the ball, nor one that looks around."""
    mouse, (x, y) = driver.page.mouse, driver.pixel_of(MIDDLE)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 80, steps=4)
    driver.until(PULLED, "the spring")
    mouse.move(x, y, steps=4)
    mouse.up()
    driver.until("() => window.__prehensile.state().pull.length === 0", "the letting go")
    assert driver.ask(MARKS) == []
    driver.page.keyboard.press("r")
    driver.until_drawn()
    driver.page.mouse.click(*driver.pixel_of(MIDDLE))
    driver.until(MARKED, "a mark")
    before = driver.pixel_of(ASIDE)
    mouse.move(*EMPTY)
    mouse.down()
    mouse.move(EMPTY[0] + 90, EMPTY[1], steps=4)
    mouse.up()
    driver.until_drawn()
    assert np.hypot(*np.subtract(driver.pixel_of(ASIDE), before)) > 2  # it looked around
    driver.until_drawn()
    assert len(driver.ask(MARKS)) == 3
    forgotten(driver)


@pytest.mark.long
def test_what_was_clicked_is_played_and_the_verdict_says_whether_it_is_met(driver):
    driver.page.mouse.click(*driver.pixel_of(MIDDLE))
    driver.until("() => window.__prehensile.state().tried", "a try", timeout=240)
    hint = "() => document.querySelector('#step-hint').textContent.includes('would hold')"
    driver.until(hint, "how far it is", timeout=240)
    said = driver.until(VERDICT, "the verdict", timeout=400)
    assert "where: met" in said or "where: not met (nothing held it within 25 mm; nearest" in said
    mark, now = np.array(driver.ask(MARKS)), driver.state()
    assert mark[2] > MIDDLE[2] + 0.05 and not now["tried"]  # it was lifted with the ball
    forgotten(driver)


@pytest.mark.long
def test_a_way_is_chosen_and_played(driver):
    driver.page.locator("input[name=control-way][value='2']").check(force=True)
    driver.until("() => document.querySelector('#step-hint').textContent.includes('ways found')",
                 "how far it is", timeout=240)  # fmt: skip
    assert "Held" in driver.until(VERDICT, "the verdict", timeout=400)
    driver.page.locator("input[name=control-way][value='1']").check(force=True)
    driver.until_is(True, "() => document.querySelector('#verdict').hidden")
    driver.until(VERDICT, "the first again", timeout=240)
