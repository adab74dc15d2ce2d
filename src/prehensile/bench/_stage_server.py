"""The Stage in a process of its own."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from prehensile.errors import PrehensileError


@contextmanager
def serving(*words: str) -> Iterator[tuple[str, Path]]:
    """Run ``prehensile stage`` as a person would; its address and its folder of recordings."""
    beside = str(Path(sys.executable).parent)
    command = shutil.which("prehensile", path=beside) or shutil.which("prehensile")
    if command is None:
        raise PrehensileError("the command prehensile is not installed: pip install prehensile.")
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [command, "stage", *words, "--no-browser", "--out", folder, "--seconds", "170"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None and process.stderr is not None
            line = process.stdout.readline()
            while line and "http://" not in line:
                line = process.stdout.readline()
            if not line:
                raise PrehensileError(process.stderr.read().removeprefix("prehensile: ").strip())
            yield next(word for word in line.split() if word.startswith("http://")), Path(folder)
        finally:
            process.terminate()
            process.wait(timeout=20)
