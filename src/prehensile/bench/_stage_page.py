"""The built page: how heavy it is, and how much it works for a frame."""

import gzip
import shutil
import time
from importlib import resources
from pathlib import Path
from typing import Any

PATIENCE, MEASURE = 30.0, 6.0
"""[s] until the first frames are drawn, and after that"""
DRAWS = "(window.__prehensile?.stats?.().frames ?? 0) > 3"
SIZE: Any = {"width": 640, "height": 400}
FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
"""WebGL without a graphics card; the sandbox needs rights that containers lack."""


def page_kb_gzip() -> float | None:
    """[kB] all files of the page, each compressed; None if it is not built."""
    folder = Path(str(resources.files("prehensile"))) / "stage" / "static"
    if not (folder / "index.html").is_file():
        return None
    files = [p for p in folder.rglob("*") if p.is_file()]
    return sum(len(gzip.compress(p.read_bytes(), 9)) for p in files) / 1000


def js_ms_per_frame(url: str) -> float | None:
    """[ms] of script per drawn frame, as the page counts it; None without a browser to ask."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        return None
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        return None
    try:
        with sync_playwright() as play:
            window = play.chromium.launch(executable_path=browser, args=FLAGS)
            page = window.new_page(viewport=SIZE)
            page.goto(url)
            # The page's policy forbids waiting for an expression inside it.
            end = time.monotonic() + PATIENCE
            while not page.evaluate(DRAWS) and time.monotonic() < end:
                page.wait_for_timeout(100)
            page.wait_for_timeout(1000 * MEASURE)
            found = page.evaluate("window.__prehensile?.stats?.().jsMsPerFrame")
            window.close()
    except Error:
        return None
    return None if found is None else float(found)
