"""What all tests share: a private cache, seeded randomness, reference data, the command line."""

import contextlib
import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from prehensile.errors import FileError
from prehensile.reference_data import reference_data as find_reference_data

SEED = 20140607


@pytest.fixture(scope="session", autouse=True)
def _private_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """No test reads or fills the user's cache, subprocesses included."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PREHENSILE_CACHE", str(folder))
        patch.delenv("PREHENSILE_DEBUG", raising=False)
        yield folder


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
