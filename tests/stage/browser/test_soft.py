"""The scene soft as a person sees it: the lit step, the ellipsoid, intervals, a pull."""

import numpy as np
import pytest

pytest.importorskip("uvicorn")

STATES = "() => [...document.querySelectorAll('.step')].map(e => e.className)"
BANDS = """() => [...document.querySelectorAll('fieldset .slider')].flatMap((row) => {
  const band = row.querySelector('.likely'), input = row.querySelector('input');
  if (band === null) return [];
  const { left, right } = band.getBoundingClientRect();
  const way = right - left, share = (input.value - input.min) / (input.max - input.min);
  const at = (name) => Number(band.style.getPropertyValue(name));
  return [[input.id, way, at('--from'), share, at('--to')]];
})"""


@pytest.fixture
def viewer(start_stage, look):
    viewer = look(start_stage("soft").url)
    viewer.drive()
    return viewer


def test_pushing_is_lit_the_ellipsoid_is_there_and_intervals_hold_their_values(viewer):
    viewer.until_is(["step ready main", "step locked", "step locked"], STATES)
    state = viewer.state()
    ellipsoid = np.reshape(state["ellipsoids"], (4, 3))
    np.testing.assert_allclose(ellipsoid[0], state["handles"][3:6], atol=1e-6)
    bands = viewer.ask(BANDS)
    assert "control-index_mcp_flex" in [name for name, *_ in bands]
    assert all(way > 100 and 0 <= low < at < high <= 1 for _, way, low, at, high in bands)


@pytest.mark.long
def test_a_person_pushes_reads_how_far_and_pulls_it_elsewhere(viewer):
    page = viewer.page
    page.keyboard.press("Enter")
    viewer.until("() => !document.querySelector('#verdict').hidden", "the verdict", timeout=180)
    assert page.locator("#verdict").inner_text().startswith("The index fingertip gave way by ")
    viewer.until("() => window.__prehensile.state().pointers.length === 6", "the arrow")
    x, y = viewer.pixel_of(viewer.state()["handles"][3:6])
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y + 60, steps=4)
    viewer.until("() => window.__prehensile.state().pull.length === 9", "the mouse's pull")
    viewer.until("() => document.querySelector('#verdict').hidden", "a verdict that is over")
    page.mouse.up()
    viewer.until("() => window.__prehensile.state().phase === 'at rest'", "it springs back")


@pytest.mark.long
def test_the_ellipsoid_is_seen(viewer):
    """Beyond the end of a small one the picture is dark; of a larger one that lies inside."""
    centre, _, _, axis = np.reshape(viewer.state()["ellipsoids"], (4, 3))
    below = -axis if axis[2] > 0 else axis
    dark = viewer.colors_at([centre + 2 * below])[0]
    viewer.page.locator("#control-force").fill("3")
    viewer.until(
        "size => Math.hypot(...window.__prehensile.state().ellipsoids.slice(9)) > size",
        "a larger one",
        2.5 * float(np.linalg.norm(axis)),
    )
    glass = viewer.colors_at([centre + 2 * below])[0]
    assert glass[2] > dark[2] + 20 and glass[2] > glass[0]
