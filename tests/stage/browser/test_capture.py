"""The scene capture as a person sees it: taxels on the hand that redden, a verdict."""

import numpy as np
import pytest

pytest.importorskip("uvicorn")

FIRST = "() => document.querySelector('.step').className"
PRESSED = """() => {
  const { taxels, centers } = window.__prehensile.state();
  return Math.max(0, ...taxels) > 3e4 && centers;
}"""
WHOLE_ROUND = "() => /(9|[1-9][0-9]+) s so far/.test(document.body.textContent)"
READY = "name => document.querySelector(`#step-${name}`)?.className.includes('ready')"


@pytest.fixture
def viewer(start_stage, look):
    viewer = look(start_stage("capture").url)
    viewer.drive()
    return viewer


def test_watching_is_lit_and_an_unpressed_glove_is_there(viewer):
    viewer.until_is("step ready main", FIRST)
    state = viewer.state()
    assert len(state["taxels"]) == 29 * 25 and not any(state["taxels"])
    assert state["centers"] == []


@pytest.mark.long
def test_a_person_sees_pressed_taxels_red_records_and_reads_the_verdict(viewer):
    viewer.page.click("#step-watch")
    viewer.until(READY, "watching", "record")
    viewer.page.click("#step-record")
    centers = np.reshape(viewer.until(PRESSED, "a grasp", timeout=180.0), (-1, 3))
    pixels = viewer.pixels_of(centers)
    assert len(pixels) and ((pixels > 0) & (pixels < (1280, 800))).all()
    viewer.until(WHOLE_ROUND, "eight seconds, in which every stream says something", timeout=240.0)
    viewer.page.click("#step-stop")
    line = viewer.until(
        "() => document.body.textContent.match(/Recorded [0-9.]+ s, 5 streams, nothing lost/)?.[0]",
        "the verdict",
        timeout=120.0,
    )
    assert line.startswith("Recorded")
