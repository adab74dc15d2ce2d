"""The Stage in a process of its own."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from prehensile.errors import PrehensileError

SECONDS = 170.0
"""after which a server ends by itself"""


class Served(NamedTuple):
    """A Stage that runs."""

    url: str
    """of its page, with the token"""
    folder: Path
    """of its recordings"""
    log: Path
    """what it says on standard error"""
    pid: int


@contextmanager
def serving(*words: str) -> Iterator[tuple[str, Path]]:
    """Run ``prehensile stage`` as a person would; its address and its folder of recordings."""
    with served(*words) as stage:
        yield stage.url, stage.folder


@contextmanager
def served(*words: str, seconds: float = SECONDS) -> Iterator[Served]:
    """Run ``prehensile stage`` as a person would, for so many seconds at most."""
    beside = str(Path(sys.executable).parent)
    command = shutil.which("prehensile", path=beside) or shutil.which("prehensile")
    if command is None:
        raise PrehensileError("the command prehensile is not installed: pip install prehensile.")
    with tempfile.TemporaryDirectory() as name:
        folder, log = Path(name) / "out", Path(name) / "log"
        with log.open("w") as errors:
            process = subprocess.Popen(
                [command, "stage", *words, "--no-browser", "--out", str(folder),
                 "--seconds", str(seconds)],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )  # fmt: skip
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            while line and "http://" not in line:
                line = process.stdout.readline()
            if not line:
                raise PrehensileError(log.read_text().removeprefix("prehensile: ").strip())
            url = next(word for word in line.split() if word.startswith("http://"))
            yield Served(url, folder, log, process.pid)
        finally:
            process.terminate()
            process.wait(timeout=20)
