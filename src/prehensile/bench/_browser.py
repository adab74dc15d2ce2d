"""A browser without a window, to ask a page what it does."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

SIZE: Any = {"width": 640, "height": 400}
FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
"""WebGL without a graphics card; the sandbox needs rights that containers lack."""


@contextmanager
def open_page(url: str) -> Iterator[Any]:
    """A page in Chromium (Playwright's); None where either is not installed or does not start."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None or find_spec("playwright") is None:
        yield None
        return
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as play:
        try:
            window = play.chromium.launch(executable_path=path, args=FLAGS)
        except Error:
            yield None
            return
        try:
            page = window.new_page(viewport=SIZE)
            page.goto(url)
            yield page
        finally:
            window.close()
