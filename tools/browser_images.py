"""Pictures of pages, taken by Chromium without a window: the Stage, and the page of the docs."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from prehensile.bench._browser import blank_page, wait_until
from prehensile.bench._folder_server import folder_served
from prehensile.bench._stage_server import serving
from prehensile.errors import PrehensileError

ROOT = Path(__file__).parents[1]
THREE = ROOT / "page" / "node_modules" / "three"
CDN = re.compile(r"https://cdn\.jsdelivr\.net/npm/three@[\d.]+/(.*)")
PAUSE_MS = 6000
"""For frames to arrive and to be drawn without a graphics card."""
ON_THE_MUG = (-0.036, 0.019, 0.252)
"""[m] of its wall, where the Stage's first look falls on it, world"""
STOPPED_CLOCK = """
performance.now = () => 0;
const ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (draw) => ask(() => draw(MILLISECONDS));
"""
"""The page stays at one moment of the clip."""


@contextmanager
def window(width: int, height: int) -> Iterator[Any]:
    """A page of Playwright's.

    Raises:
        PrehensileError: there is no browser.
    """
    with blank_page(width, height) as page:
        if page is None:
            raise PrehensileError("it needs Chromium and Playwright, as make test does.")
        page.set_default_timeout(120_000)
        yield page


def draw_stage(path: Path) -> None:
    """The Stage while a mug is held in the air, where it was clicked."""
    with serving("grasp", "--object", "mug") as (url, _), window(1280, 800) as page:
        page.goto(url)
        wait_until(page, "window.__prehensile.state()?.phase === 'ready'", 300.0)
        at = page.evaluate("(p) => window.__prehensile.project(p)", list(ON_THE_MUG))
        page.mouse.click(at["x"], at["y"])
        wait_until(page, "!document.querySelector('#verdict').hidden", 300.0)
        page.wait_for_timeout(3 * PAUSE_MS)
        page.screenshot(path=str(path))


def draw_live_capture(path: Path) -> None:
    """The scene capture while a glove's simulated session plays."""
    with serving("capture") as (url, _), window(1280, 800) as page:
        page.goto(url)
        page.wait_for_timeout(PAUSE_MS)
        page.keyboard.press("Enter")
        wait_until(page, "window.__prehensile.state()?.groupForce.some((f) => f > 2)", 60.0)
        page.wait_for_timeout(PAUSE_MS / 3)
        page.keyboard.press(" ")
        page.wait_for_timeout(PAUSE_MS)
        page.screenshot(path=str(path))


def draw_soft(path: Path) -> None:
    """The scene soft with a pushed index finger."""
    with serving("soft") as (url, _), window(1280, 800) as page:
        page.goto(url)
        page.wait_for_timeout(PAUSE_MS)
        page.keyboard.press("Enter")
        wait_until(page, "!document.querySelector('#verdict').hidden", 60.0)
        page.wait_for_timeout(PAUSE_MS)
        page.screenshot(path=str(path))


def draw_resynth(path: Path) -> None:
    """The scene resynth: an apple, held as a box was, with too little friction: it slips."""
    with serving("resynth") as (url, _), window(1280, 800) as page:
        page.goto(url)
        page.wait_for_timeout(PAUSE_MS)
        page.keyboard.press("Enter")
        wait_until(page, "!document.querySelector('#verdict').hidden", 120.0)
        page.keyboard.press(" ")
        page.locator("#control-friction").fill("0.45")
        page.locator("#control-friction").blur()
        for _ in range(20):  # a frame at a time: it is soon out of the hand
            number = page.evaluate("window.__prehensile.state().number")
            page.keyboard.press(".")
            wait_until(page, f"window.__prehensile.state().number > {number}", 60.0)
            if page.locator("#verdict.bad").count():
                break
        page.wait_for_timeout(PAUSE_MS)
        page.screenshot(path=str(path))


def draw_dial(path: Path) -> None:
    """The scene dial while the hand turns it."""
    with serving("dial") as (url, _), window(1280, 800) as page:
        page.goto(url)
        page.wait_for_timeout(PAUSE_MS)
        page.keyboard.press("Enter")
        wait_until(page, "window.__prehensile.state()?.phase === 'actuate'", 120.0)
        page.keyboard.press(" ")
        page.wait_for_timeout(PAUSE_MS)
        page.screenshot(path=str(path))


def draw_report(report: Path, path: Path) -> None:
    """The upper part of a page that ``prehensile estimate`` wrote."""
    with folder_served(report.parent) as url, window(1100, 1400) as page:
        page.goto(f"{url}/{report.name}")
        end = page.get_by_role("heading", name="Stiffness and planned force").bounding_box()
        page.screenshot(path=str(path), clip={"x": 0, "y": 0, "width": 1100, "height": end["y"]},
                        full_page=True)  # fmt: skip


def draw_threejs(glb: Path, seconds: float, path: Path) -> None:
    """The page that docs/use-in-threejs.md tells to write, at one moment of its clip."""
    html = (ROOT / "docs" / "use-in-threejs.md").read_text("utf-8").split("```html\n")[1]
    (glb.parent / "index.html").write_text(html.split("```")[0], "utf-8")
    with folder_served(glb.parent) as url, window(640, 440) as page:
        page.route(CDN, lambda route: route.fulfill(path=THREE / CDN.match(route.request.url)[1]))
        page.add_init_script(STOPPED_CLOCK.replace("MILLISECONDS", str(1e3 * seconds)))
        page.goto(url)
        page.wait_for_timeout(PAUSE_MS)
        page.screenshot(path=str(path))
