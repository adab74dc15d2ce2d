"""Pictures of pages, taken by Chromium without a window: the Stage, and the page of the docs."""

import asyncio
import functools
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from prehensile.bench._browser import FLAGS
from prehensile.bench._stage_server import serving
from prehensile.bench.stage import client
from prehensile.errors import PrehensileError

ROOT = Path(__file__).parents[1]
THREE = ROOT / "page" / "node_modules" / "three"
CDN = re.compile(r"https://cdn\.jsdelivr\.net/npm/three@[\d.]+/(.*)")
PAUSE_MS = 6000
"""For frames to arrive and to be drawn without a graphics card."""
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
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None or find_spec("playwright") is None:
        raise PrehensileError("it needs Chromium and Playwright, as make test does.")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        try:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_default_timeout(120_000)
            yield page
        finally:
            browser.close()


def draw_stage(path: Path) -> None:
    """The Stage while a mug is held in the air."""
    with serving("grasp", "--object", "mug") as (url, _):
        asyncio.run(_lift(url))
        with window(1280, 800) as page:
            page.goto(url)
            page.wait_for_timeout(3 * PAUSE_MS)
            page.screenshot(path=str(path))


async def _lift(url: str) -> None:
    """Grasp and lift, as somebody who then leaves."""
    await client.hold(url)
    async with client.connected(url) as hands:
        await hands.send("PressButton", name="carry")
        start = (await hands.until("Frame"))["time"]
        await hands.until("Frame", lambda data: data["time"] > start + 3)


def draw_threejs(glb: Path, seconds: float, path: Path) -> None:
    """The page that docs/use-in-threejs.md tells to write, at one moment of its clip."""
    html = (ROOT / "docs" / "use-in-threejs.md").read_text("utf-8").split("```html\n")[1]
    (glb.parent / "index.html").write_text(html.split("```")[0], "utf-8")
    with _folder_served(glb.parent) as url, window(640, 440) as page:
        page.route(CDN, lambda route: route.fulfill(path=THREE / CDN.match(route.request.url)[1]))
        page.add_init_script(STOPPED_CLOCK.replace("MILLISECONDS", str(1e3 * seconds)))
        page.goto(url)
        page.wait_for_timeout(PAUSE_MS)
        page.screenshot(path=str(path))


@contextmanager
def _folder_served(folder: Path) -> Iterator[str]:
    """Address of a web server that has this folder."""
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
