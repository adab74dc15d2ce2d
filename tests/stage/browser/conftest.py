"""A real browser, and people who look at the Stage through it."""

import io
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.conftest import skip_or_fail

from prehensile.stage import page_files

FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
"""Software drawing: the same on every machine."""
DESK = (1280, 800)
"""[CSS px]"""
COARSE = 0.25
"""Device pixels per CSS pixel: the whole layout, but only 320 × 200 pixels to draw in software."""
PATIENCE = 90.0
"""[s] for anything that a page is to show: a busy machine draws a picture a second. Only a test
that fails ever waits so long."""
STILL = 0.01
"""[CSS px] that a point of a view at rest moves at most"""
DRAWN = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))"""


@pytest.fixture(scope="session")
def page_folder() -> Path:
    """The built page."""
    if not (page_files.FOLDER / "index.html").is_file():
        skip_or_fail("the page has not been built: make page")
    return page_files.FOLDER


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium without a window."""
    pytest.importorskip("playwright")
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium")
    if found is None:
        skip_or_fail("there is no Chromium: sudo apt-get install chromium")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield chromium
        chromium.close()


class Viewer:
    """Somebody in front of a page."""

    def __init__(self, browser: Any, url: str, size: tuple[int, int], scale: float, hold: str):
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            has_touch=size[0] < 720,
            reduced_motion="reduce",
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(1e3 * PATIENCE)
        self.problems: list[str] = []
        """what the page itself complained about"""
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self._held: list[Any] | None = []
        if hold:
            self.page.route(hold, self._pass)
        self.page.goto(url)
        self.scale = scale

    def release(self) -> None:
        """Let load what was held back."""
        held, self._held = self._held, None
        for route in held or ():
            route.continue_()

    def _pass(self, route: Any) -> None:
        if self._held is None:
            route.continue_()
        else:
            self._held.append(route)

    def ask(self, code: str, argument: Any = None) -> Any:
        """The value of an expression on the page."""
        return self.page.evaluate(code, argument)

    def state(self) -> dict[str, Any]:
        """What is shown, once something is."""
        return self.until("() => window.__prehensile?.state()", "a first frame")

    def drive(self) -> dict[str, Any]:
        """What is shown, once this page drives: the server may think that the last one is there."""
        state = self.state()
        self.until("() => !document.body.classList.contains('watching')", "the wheel")
        return state

    def until(self, code: str, what: str, argument: Any = None, timeout: float = PATIENCE) -> Any:
        """The first value of an expression that is true.

        What a message brings (a class, a text, a control) may be there before the frame of the same
        moment, and a slow page skips frames: each thing that is asserted is waited for itself.
        """
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            value = self.ask(code, argument)
            if value:
                return value
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{what}: not within {timeout} s. {self.problems}")

    def until_is(self, wanted: Any, code: str, argument: Any = None) -> None:
        """Wait until an expression has a value."""
        end = time.monotonic() + PATIENCE
        while (value := self.ask(code, argument)) != wanted and time.monotonic() < end:
            self.page.wait_for_timeout(50)
        assert value == wanted, f"{code}: {value}. {self.problems}"

    def until_drawn(self) -> None:
        """Until what the page knows now is in its picture, and what a person did has been sent."""
        self.ask(DRAWN)

    def pixel_of(self, point: Any) -> tuple[float, float]:
        """Where a point of the world [m] is drawn [CSS px]."""
        x, y = self.pixels_of([point])[0].tolist()
        return x, y

    def pixels_of(self, points: Any) -> np.ndarray:
        """(n, 2) where points of the world (n, 3) [m] are drawn [CSS px]."""
        code = "points => points.map(p => Object.values(window.__prehensile.project(p)))"
        return np.array(self.ask(code, np.asarray(points, float).tolist()))

    def picture(self) -> np.ndarray:
        """The picture that the page saves, (height, width, 3)."""
        from PIL import Image

        with self.page.expect_download() as saved:
            self.page.click("#screenshot")
        data = Path(saved.value.path()).read_bytes()
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)

    def still(self) -> np.ndarray:
        """The whole page as it looks, (height, width, 3), once nothing on it changes any more."""
        from PIL import Image

        def taken() -> np.ndarray:
            self.until_drawn()
            data = self.page.screenshot()
            return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)

        end, before, now = time.monotonic() + PATIENCE, taken(), taken()
        while (before != now).any():
            assert time.monotonic() < end, "the page keeps changing"
            before, now = now, taken()
        return now

    def colors_at(self, points: Any) -> np.ndarray:
        """(n, 3) colours of the picture at points of the world."""
        end = time.monotonic() + PATIENCE
        pixels, picture = self.pixels_of(points), self.picture()
        # A panel that came meanwhile has moved the view; its camera's last bits are never at rest.
        while np.abs(self.pixels_of(points) - pixels).max() > STILL:
            assert time.monotonic() < end, "the view keeps moving"
            pixels, picture = self.pixels_of(points), self.picture()
        x, y = (pixels * self.scale).astype(int).T
        return picture[y, x]


@pytest.fixture
def look(browser: Any) -> Iterator[Callable[..., Viewer]]:
    """``look(url)``: open a page; it must not have complained when the test ends.

    What the pattern ``hold`` fits is not loaded until the viewer says so.
    """
    viewers: list[Viewer] = []

    def opened(
        url: str, size: tuple[int, int] = DESK, scale: float = COARSE, hold: str = ""
    ) -> Viewer:
        viewers.append(Viewer(browser, url, size, scale, hold))
        return viewers[-1]

    yield opened
    for viewer in viewers:
        viewer.context.close()
    assert [problem for viewer in viewers for problem in viewer.problems] == []


@pytest.fixture(scope="module")
def ball_stage(start_stage: Callable[..., Any]) -> Any:
    """A Stage on which a ball is to be grasped."""
    return start_stage("grasp", thing="ball")


@pytest.fixture
def driver(ball_stage: Any, look: Callable[..., Viewer]) -> Viewer:
    """Somebody who drives it."""
    viewer = look(ball_stage.url)
    viewer.drive()
    return viewer
