"""A Stage in its own process, and pages that talk to it."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from prehensile.children import bound
from prehensile.stage import messages as m
from prehensile.stage.wire import decode, encode

LIFE = 3600
"""[s] after which a server ends by itself; all tests of a module may share one, however busy the
machine"""
PATIENCE = 90.0
"""[s] for a message; only a test that fails ever waits so long"""

SERVE = """
import sys
from pathlib import Path
from pkgutil import resolve_name
from prehensile.appearance.worn import SKIN_DRESS
from prehensile.stage.scene import SceneOptions
from prehensile.stage.server import Stage, StageOptions
scene, page, out, port, thing, clip, token, dress, seconds, policy = sys.argv[1:]
out, dress = Path(out), resolve_name(dress)() if dress else SKIN_DRESS
options = SceneOptions(object=thing, clip=Path(clip) if clip else None, folder=out, dress=dress,
                       policy=policy)
stage = Stage(StageOptions(scene, options, port=int(port), out=out, seconds=float(seconds),
                           token=token or None, page=Path(page)))
stage.run(opened=lambda: print(stage.url, flush=True))
"""


class RunningStage:
    """A server in its own process, and where it is."""

    def __init__(self, process: subprocess.Popen[str], out: Path):
        self.process, self.out = process, out
        assert process.stdout is not None
        self._url = process.stdout.readline().strip()
        assert self._url, "the server did not start"
        self.port = int(self._url.split(":")[2].split("/")[0])
        self.token = self._url.partition("token=")[2]

    @property
    def url(self) -> str:
        """What a person opens."""
        code = self.process.poll()
        assert code is None, f"the server has ended, with exit code {code}"
        return self._url

    def address(self, path: str = "", token: str | None = None) -> str:
        return f"http://127.0.0.1:{self.port}/{path}?token={self.token if token is None else token}"

    def socket_url(self, token: str | None = None) -> str:
        return self.address("ws", token).replace("http:", "ws:")


class Page:
    """A page without a picture: sends, and waits for what it wants to see."""

    def __init__(self, stage: RunningStage, **options: Any):
        from websockets.sync.client import connect

        self._connecting = connect(
            stage.socket_url(), max_size=None, open_timeout=PATIENCE, **options
        )
        self.socket = self._connecting.__enter__()
        self.seen: list[Any] = []

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, message: Any) -> None:
        self.socket.send(encode(message))

    def next(self, timeout: float = PATIENCE) -> Any:
        data = self.socket.recv(timeout)
        assert isinstance(data, bytes)
        return decode(data, m.SERVER_MESSAGES)

    def wait(
        self,
        kind: type[Any] = m.Frame,
        so: Callable[[Any], bool] = lambda message: True,
        timeout: float = PATIENCE,
    ) -> Any:
        """The next message of a kind for which ``so`` holds; what came before is in ``seen``."""
        end = time.monotonic() + timeout
        self.seen = []
        while (left := end - time.monotonic()) > 0:
            message = self.next(left)
            if isinstance(message, kind) and so(message):
                return message
            self.seen.append(message)
        raise AssertionError(f"no such {kind.__name__} within {timeout} s")

    def frames(self, seconds: float) -> list[m.Frame]:
        """All frames that come within a time."""
        end = time.monotonic() + seconds
        found = []
        while time.monotonic() < end:
            message = self.next()
            if isinstance(message, m.Frame):
                found.append(message)
        return found


@pytest.fixture(scope="session")
def page_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stands in for the built page."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>a page</title>")
    (folder / "assets" / "main.js").write_text("export {};")
    (folder / "notes.txt").write_text("not a part of the page")
    (folder.parent / "secret.html").write_text("outside")
    return folder


@pytest.fixture(scope="module")
def start_stage(
    page_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., RunningStage]]:
    """Starts servers; those that still run after the module's last test are killed: in good order
    they wait for their pages to leave.
    """
    started: list[RunningStage] = []

    def start(
        scene: str = "pose",
        thing: str = "ball",
        clip: Path | str = "",
        port: int = 0,
        token: str = "",
        dress: str = "",
        seconds: float = LIFE,
        policy: Path | str = "",
    ) -> RunningStage:
        """``dress``: of the hands, as the name of a function, ``tests.stage.bulging:…``."""
        out = tmp_path_factory.mktemp("out")
        words = [scene, page_folder, out, port, thing, clip, token, dress, seconds, policy]
        process = subprocess.Popen(
            bound([sys.executable, "-c", SERVE, *map(str, words)]),
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        started.append(RunningStage(process, out))
        return started[-1]

    yield start
    for stage in started:
        stage.process.kill()
        stage.process.communicate()


@pytest.fixture
def open_page() -> type[Page]:
    return Page
