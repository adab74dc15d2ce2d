"""A browser without a window, to ask a page what it does."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any

FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
"""WebGL without a graphics card; the sandbox needs rights that containers lack."""
PAUSE_MS = 100
"""between two questions to a page that is not ready"""


@contextmanager
def blank_page(width: int = 640, height: int = 400) -> Iterator[Any]:
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
            yield window.new_page(viewport={"width": width, "height": height})
        finally:
            window.close()


@contextmanager
def open_page(url: str) -> Iterator[Any]:
    """A page at an address; None as in `blank_page`."""
    with blank_page() as page:
        if page is not None:
            page.goto(url)
        yield page


def wait_until(page: Any, expression: str, patience: float) -> bool:
    """Whether an expression of the page becomes true within ``patience`` [s].

    The Stage's policy forbids waiting for an expression inside the page.
    """
    end = time.monotonic() + patience
    while not page.evaluate(expression):
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(PAUSE_MS)
    return True
