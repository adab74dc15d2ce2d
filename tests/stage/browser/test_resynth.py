"""The scene resynth as a person sees it: the lit step, the ghost, figures, rings where it slips."""

import numpy as np
import pytest

pytest.importorskip("uvicorn")

STATES = "() => [...document.querySelectorAll('.step')].map(e => e.className)"
READY = "() => window.__prehensile.state()?.phase === 'waiting'"
FIGURE = "name => document.querySelector(`#control-${name}`).textContent"


@pytest.fixture
def viewer(start_stage, look):
    viewer = look(start_stage("resynth").url)
    viewer.drive()
    viewer.until(READY, "the simulation", timeout=240)
    return viewer


def test_grasping_is_lit_and_a_ghost_and_figures_are_there(viewer):
    viewer.until_is(["step ready main", "step locked", "step locked"], STATES)
    state = viewer.state()
    poses = np.reshape(state["joints"], (-1, 7))
    hand, ghost = np.split(poses, 2)
    np.testing.assert_allclose(hand, ghost, atol=1e-3)  # nothing bends it yet
    assert len(state["groupForce"]) == 6 and state["slipping"] == 0
    assert viewer.ask("() => document.querySelector('#chart-hands').hidden")  # one hand has forces
    assert not viewer.ask("() => document.querySelector('details.advanced').open")
    viewer.until("() => / ×|\u2009×/.test(document.querySelector('#control-speed').textContent)",
                 "how fast it is")  # fmt: skip
    viewer.until(f"() => ({FIGURE})('unsolved') === '0'", "figures of the first steps")
    viewer.page.locator("#control-ghost").click()
    alone = "count => window.__prehensile.state()?.joints.length === count"
    viewer.until(alone, "a hand alone", hand.size)
    assert not viewer.page.locator("#control-ghost").is_checked()


@pytest.mark.long
def test_a_person_grasps_takes_the_friction_away_and_sees_it_slip(viewer):
    page = viewer.page
    page.keyboard.press("Enter")
    viewer.until("() => !document.querySelector('#verdict').hidden", "the verdict", timeout=300)
    assert page.locator("#verdict").inner_text().startswith("Held: the ball is 3")
    page.keyboard.press(" ")
    viewer.until("() => !window.__prehensile.state().running", "a pause")
    page.locator("#control-friction").fill("0.1")
    page.locator("#control-friction").blur()
    viewer.until_drawn()
    for _ in range(20):  # a frame at a time: however slow the machine, none is missed
        before = viewer.state()["time"]
        page.keyboard.press(".")
        viewer.until("t => window.__prehensile.state().time > t", "a step", before)
        state = viewer.state()
        if state["slipping"]:
            break
    assert state["slipping"] == sum(slip > 0.003 for slip in state["slip"]) > 0
