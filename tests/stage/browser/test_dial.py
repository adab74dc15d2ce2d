"""The scene dial as a person sees it: the lit step, marks, the goal dragged onto the dial."""

import numpy as np
import pytest
from tests.stage.idle import idle_policy

pytest.importorskip("uvicorn")

STATES = "() => [...document.querySelectorAll('.step')].map(e => e.className)"


@pytest.fixture
def viewer(start_stage, look, tmp_path):
    viewer = look(start_stage("dial", policy=idle_policy("dial", tmp_path)).url)
    viewer.state()
    return viewer


def test_turning_is_lit_and_the_goal_has_a_handle(viewer):
    assert viewer.ask(STATES) == ["step ready main", "step locked", "step locked"]
    state = viewer.state()
    assert len(state["handles"]) == 3 and state["phase"] == "ready"
    legend = viewer.page.locator("#chart-legend").inner_text()
    assert "Quality" in legend and "Value" in legend


@pytest.mark.long
def test_a_person_drags_the_goal_onto_the_dial_and_reads_that_it_stands_there(viewer):
    page, state = viewer.page, viewer.state()
    handle = np.array(state["handles"])
    now = np.reshape(state["bodies"], (-1, 7))[-1]
    angle = 2 * np.arctan2(now[6], now[3])
    radius = np.linalg.norm(handle[:2])
    wanted = [radius * np.cos(angle), radius * np.sin(angle), handle[2]]
    page.mouse.move(*viewer.pixel_of(handle))
    page.mouse.down()
    page.mouse.move(*viewer.pixel_of(wanted), steps=6)
    near = """([x, y]) => { const [a, b] = window.__prehensile.state().handles;
        return Math.hypot(a - x, b - y) < 0.002; }"""
    viewer.until(near, "the goal on the red mark", wanted[:2])
    page.mouse.up()
    viewer.until("() => !document.querySelector('#verdict').hidden", "the verdict", timeout=90)
    assert (
        page.locator("#verdict").inner_text().startswith("The dial stands where you want it, 0.0")
    )
    viewer.until(
        "() => document.querySelector('#step-elsewhere').className.includes('main')", "more"
    )
