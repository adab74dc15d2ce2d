"""Every example runs as it stands, in an empty folder."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

LONG = {
    "01", "05", "06", "07", "10", "11", "13", "14", "15", "16", "18", "19", "20", "21", "22",
    "23", "24", "25", "26", "27",
}  # fmt: skip
"""Those that grasp, draw a dressed hand, or fit a whole recording or skin."""
EXAMPLES = sorted((Path(__file__).parents[1] / "examples").glob("[0-9]*.py"))
NEEDS_REFERENCE_DATA = {"06_your_own_hand.py": ("hands", "shadow_hand", "right_hand.xml")}


@pytest.mark.usefixtures("drawing")
@pytest.mark.parametrize(
    "path",
    [pytest.param(p, marks=[pytest.mark.long] if p.name[:2] in LONG else []) for p in EXAMPLES],
    ids=[p.name for p in EXAMPLES],
)
def test_it_runs(path, tmp_path, reference_data):
    arguments = []
    if path.name in NEEDS_REFERENCE_DATA:
        arguments = [str(reference_data(*NEEDS_REFERENCE_DATA[path.name]))]
    done = subprocess.run(
        [sys.executable, str(path), *arguments],
        cwd=tmp_path,
        env=os.environ,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_each_says_what_it_needs():
    for path in EXAMPLES:
        assert path.read_text().startswith("# /// script"), path.name
