"""Steps, verdict and folded controls, drawn by a page that does not know the scene."""

import pytest

pytest.importorskip("uvicorn")

PHONE, DESK = (390, 844), (1280, 800)
IN_SIGHT = """id => { const r = document.getElementById(id).getBoundingClientRect();
    return r.width > 0 && r.top >= 0 && r.bottom <= innerHeight && r.right <= innerWidth; }"""
STATES = "() => [...document.querySelectorAll('.step')].map(e => e.className)"


@pytest.fixture(scope="module")
def stage(start_stage):
    return start_stage("drop")


@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.long)])
def test_a_person_takes_the_lit_step_and_reads_the_verdict(stage, look, size):
    viewer = look(stage.url, size=size, scale=0.25)
    viewer.drive()
    page = viewer.page
    page.keyboard.press("r")
    viewer.until("() => document.querySelector('#verdict').hidden", "no verdict yet")
    viewer.until_is(["step ready main", "step locked"], STATES)
    assert page.locator("#step-again").is_disabled()
    assert page.locator("#step-drop").get_attribute("aria-current") == "step"
    page.keyboard.press("Enter")
    viewer.until("() => !document.querySelector('#verdict').hidden", "the verdict")
    assert page.locator("#verdict").get_attribute("class") == "good"
    assert page.locator("#verdict").inner_text() == "Caught: it lies in the hand."
    viewer.until_is(["step ready main", "step ready"], STATES)
    for element in ("step-drop", "step-again", "verdict"):
        viewer.until(IN_SIGHT, element, element)


@pytest.mark.long
def test_a_verdict_that_is_no_good_comes_with_advice(stage, look):
    viewer = look(stage.url)
    viewer.drive()
    viewer.page.click("#step-drop")
    viewer.page.locator("#control-tilt").fill("90")
    viewer.until("() => document.querySelector('#verdict').className === 'bad'", "the miss")
    text = viewer.page.locator("#verdict").inner_text()
    assert text.startswith("Missed: ") and "tilt it less" in text
    viewer.page.locator("#control-tilt").fill("0")
    viewer.until_drawn()


@pytest.mark.long
def test_advanced_controls_are_folded_and_symbols_stand_apart(stage, look):
    viewer = look(stage.url)
    viewer.drive()
    page = viewer.page
    assert not page.locator("#control-passive").is_visible()
    page.click(".advanced summary")
    page.locator("#control-passive").check()
    page.locator("#control-stiffness").wait_for()  # still open, though drawn anew
    label = page.locator("label[for=control-stiffness]")
    assert label.locator(".symbol").inner_text() == "kS" and label.locator("sub").count() == 1
    assert label.inner_text().startswith("Stiffness")
    page.locator("#control-passive").uncheck()
    page.locator("#control-stiffness").wait_for(state="detached")
