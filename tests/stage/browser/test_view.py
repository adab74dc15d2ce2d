"""The page draws what the server's state says, and is usable by hand, by key and on a phone."""

import numpy as np
import pytest

from prehensile.stage import messages as m

pytest.importorskip("uvicorn")

SPEED = "() => document.querySelector('#speeds [aria-pressed=true]')?.textContent"


@pytest.fixture(scope="module")
def stage(start_stage):
    return start_stage("drop")


@pytest.fixture
def viewer(stage, look):
    viewer = look(stage.url)
    viewer.drive()
    return viewer


def is_skin(color):
    red, green, blue = np.moveaxis(color, -1, 0)
    return (red > 35) & (red > 1.25 * blue) & (red > 1.1 * green)


def is_background(color):
    red, _, blue = np.moveaxis(color, -1, 0)
    return (blue > red) & (blue < 110)


@pytest.mark.long
def test_hand_and_things_are_drawn_where_the_server_has_them(stage, viewer, open_page):
    viewer.page.keyboard.press(" ")
    viewer.until("() => !window.__prehensile.state().running", "the pause")
    viewer.page.keyboard.press("f")  # arrows are drawn over the skin
    with open_page(stage) as watcher:
        frame = watcher.wait(m.Frame)
        rig = next(x for x in watcher.seen if isinstance(x, m.HandRig))
        bodies = next(x for x in watcher.seen if isinstance(x, m.SceneStarted)).bodies
        movable = {x.body for x in watcher.seen if isinstance(x, m.BodyMesh) and x.movable}
    viewer.until_is(frame.time, "() => window.__prehensile.state().time")
    names = list(rig.joint_names)
    inner = [names.index(f"{f}-finger-phalanx-proximal") for f in ("index", "middle", "ring")]
    shown = [*inner, names.index("wrist")]
    assert is_skin(viewer.colors_at(frame.joints[shown, :3])).all()
    tip = frame.joints[names.index("index-finger-tip"), :3]
    inside = tip + 0.1 * (frame.joints[names.index("index-finger-phalanx-distal"), :3] - tip)
    assert is_skin(viewer.colors_at([inside])).all()
    ball = frame.bodies[[name in movable for name in bodies]][0, :3]
    red, green, blue = viewer.colors_at([ball])[0]
    assert green > 90 and green > 1.5 * blue and red > 1.5 * blue  # a tennis ball
    beside = ball + np.array([[0.07, 0.07, 0], [-0.07, -0.07, 0]])
    assert is_background(viewer.colors_at(beside)).all()


@pytest.mark.long
def test_the_help_opens_with_a_question_mark_and_names_every_key(viewer):
    viewer.page.keyboard.press("?")
    viewer.page.wait_for_selector("#help[open]")
    keys = set(viewer.page.locator("#help kbd").all_inner_texts())
    assert {"Space", ".", "R", "G", "S", "F", "?"} <= keys
    viewer.page.keyboard.press("Escape")
    viewer.until("() => !document.querySelector('#help').open", "the closing of the help")


@pytest.mark.long
def test_keys_pause_step_and_slow_down(start_stage, look):
    viewer = look(start_stage("drop").url)
    viewer.drive()
    page = viewer.page
    viewer.until("() => window.__prehensile.state().time > 1", "a second")
    page.keyboard.press(" ")
    viewer.until("() => !window.__prehensile.state().running", "the pause")
    number = viewer.state()["number"]
    viewer.until("n => window.__prehensile.state().number > n + 1", "frames at rest", number)
    before = viewer.state()["time"]
    page.keyboard.press(".")
    viewer.until("t => window.__prehensile.state().time > t", "one step", before)
    assert viewer.state()["time"] - before < 0.05
    # Back to the slowest: after the reset it must not be as late again before a frame is seen.
    for key, shown in zip(",/,,,", "½1½¼⅒", strict=True):
        page.keyboard.press(key)
        viewer.until_is(f"{shown}×", SPEED)
    page.keyboard.press("r")
    viewer.until("t => window.__prehensile.state().time < t", "the reset", before)
    page.keyboard.press(" ")


@pytest.mark.long
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390), (1280, 800)])
def test_nothing_runs_off_the_screen(stage, look, size):
    viewer = look(stage.url, size=size, scale=0.5)
    viewer.state()
    viewer.until_drawn()
    off = """() => [...document.querySelectorAll('button, input, select, canvas')]
        .filter(e => e.checkVisibility() && e.closest('#controls') === null)
        .map(e => [e.id || e.textContent, e.getBoundingClientRect()])
        .filter(([, r]) => r.left < -0.5 || r.right > innerWidth + 0.5)
        .map(([name]) => name)"""
    viewer.until_is(True, "() => document.documentElement.scrollWidth <= innerWidth")
    viewer.until_is(True, "() => document.querySelector('#panel').scrollWidth <= innerWidth")
    viewer.until_is([], off)


def test_everything_that_can_be_pressed_has_a_name(viewer):
    unnamed = """() => [...document.querySelectorAll('button, input, select, canvas, a')]
        .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() ||
                       e.labels?.length && e.labels[0].textContent.trim()))
        .map(e => e.outerHTML.slice(0, 80))"""
    assert viewer.ask(unnamed) == []


@pytest.mark.long
def test_a_second_page_watches_and_drives_when_the_first_has_gone(stage, look):
    first = look(stage.url)
    first.drive()
    second = look(stage.url)
    second.state()
    watching = "() => document.body.classList.contains('watching')"
    assert second.until(watching, "watching")
    assert second.page.locator("#play").is_disabled()
    assert second.page.locator("#steps button").first.is_disabled()
    first.context.close()
    second.until("() => !document.body.classList.contains('watching')", "driving")
    assert second.page.locator("#play").is_enabled()


@pytest.mark.long
def test_the_page_keeps_up_and_knows_what_it_costs(viewer):
    """How much it may cost is a figure of `bench stage`: here the machine may be busy."""
    viewer.until("() => window.__prehensile.stats().frames > 20", "twenty pictures")
    stats = viewer.ask("() => window.__prehensile.stats()")
    assert stats["received"] >= stats["frames"]
    assert stats["jsMsPerFrame"] > 0 and stats["hz"] > 0
