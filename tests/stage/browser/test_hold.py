"""The scene hold as a person sees it: the lit step, the arrow, the verdict."""

import pytest

pytest.importorskip("uvicorn")

STATES = "() => [...document.querySelectorAll('.step')].map(e => e.className)"
POINTERS = "() => window.__prehensile.state().pointers.length"


@pytest.mark.long
def test_a_person_takes_the_hold_pulls_and_reads_what_it_bore(start_stage, look):
    viewer = look(start_stage("hold").url)
    viewer.state()
    page = viewer.page
    assert viewer.ask(STATES) == ["step ready main", "step locked", "step locked"]
    assert page.locator("#step-take").get_attribute("aria-current") == "step"
    assert viewer.ask(POINTERS) == 0
    page.keyboard.press("Enter")
    viewer.until("() => document.querySelector('#step-pull').className.includes('main')", "taken")
    viewer.until(f"() => ({POINTERS})() === 6", "the arrow")
    page.keyboard.press("Enter")
    viewer.until("() => !document.querySelector('#verdict').hidden", "the verdict", timeout=90)
    assert page.locator("#verdict").inner_text().startswith("Supported: it bore ")
    assert page.locator("#chart-legend").inner_text().count("N") >= 3  # three lines, in newtons
