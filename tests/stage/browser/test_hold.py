"""The scene hold as a person sees it: the lit step, the arrow, the verdict."""

import pytest

pytest.importorskip("uvicorn")

STATES = "() => [...document.querySelectorAll('.step')].map(e => e.className)"
POINTERS = "() => window.__prehensile.state().pointers.length"


@pytest.fixture
def viewer(start_stage, look):
    viewer = look(start_stage("hold").url)
    viewer.drive()
    return viewer


def test_taking_the_hold_is_lit_and_nothing_is_pointed_at_before(viewer):
    viewer.until_is(["step ready main", "step locked", "step locked"], STATES)
    assert viewer.page.locator("#step-take").get_attribute("aria-current") == "step"
    assert viewer.ask(POINTERS) == 0


@pytest.mark.long
def test_a_person_takes_the_hold_pulls_and_reads_what_it_bore(viewer):
    page = viewer.page
    page.keyboard.press("Enter")
    viewer.until("() => document.querySelector('#step-pull').className.includes('main')", "taken")
    viewer.until(f"() => ({POINTERS})() === 6", "the arrow")
    page.keyboard.press("Enter")
    viewer.until("() => !document.querySelector('#verdict').hidden", "the verdict", timeout=180)
    assert page.locator("#verdict").inner_text().startswith("Supported: it bore ")
    assert page.locator("#chart-legend").inner_text().count("N") >= 3  # three lines, in newtons
