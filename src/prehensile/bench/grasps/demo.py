"""How long ``make demo`` takes on a machine where all is installed."""

import shutil
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from prehensile.bench._needs import CHECKOUT

LONGEST = 120.0
"""[s] after which it is given up"""


def demo_seconds() -> float | None:
    """[s] of ``make demo`` in the repository; None where we are not installed in it by ``make
    install``, or it fails.
    """
    installed = Path(sys.prefix) == CHECKOUT / ".venv" and (CHECKOUT / "Makefile").is_file()
    if not installed or shutil.which("make") is None:
        return None
    began = perf_counter()
    try:
        done = subprocess.run(
            ["make", "-s", "demo"], cwd=CHECKOUT, capture_output=True, check=False, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        return None
    return perf_counter() - began if done.returncode == 0 else None
