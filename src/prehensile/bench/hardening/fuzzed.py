"""Spoilt files, now: some of every reader, by the repository's own tool."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from prehensile.bench._needs import CHECKOUT, lacking
from prehensile.errors import FileError

TOOL = CHECKOUT / "tools" / "fuzz_files.py"
EACH = 40
"""files of every reader"""
HARM = ("escaped", "crashes", "over_1gb", "over_20s", "outside_reads")


def fuzz_now(seed: int, each: int = EACH) -> dict[str, Any] | None:
    """What `tools/fuzz_files.py` records of so many files a reader; None where it lacks something.

    Raises:
        FileError: the tool did not end as it should.
    """
    if lacking("hardening"):
        return None
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "fuzz.json"
        words = ["--seed", seed, "--count", each, "--minutes", 0, "--record", found]
        done = subprocess.run(
            [sys.executable, str(TOOL), *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        if not found.is_file():
            last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
            raise FileError(f"{TOOL.name} ended with {done.returncode}: {last[:200]}")
        with found.open("rb") as file:
            return json.load(file)
