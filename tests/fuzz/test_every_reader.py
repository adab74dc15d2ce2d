"""Spoilt files for every reader: each is read or refused in one line, and nothing else happens.

``make test`` tries some of each reader, ``make test-long`` hundreds, and ``tools/fuzz_files.py``
any number. To try others, set ``PREHENSILE_FUZZ_SEED``; a failure names what makes the file anew.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from prehensile.files.readers import READERS

TOOL = Path(__file__).parents[2] / "tools" / "fuzz_files.py"
SEED = os.environ.get("PREHENSILE_FUZZ_SEED", "0")
FEW, MANY = 20, 200

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the limits are Linux's")


def fuzz(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), *map(str, words)],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_spoilt_files_do_no_harm(tmp_path, count):
    found = tmp_path / "found.json"
    done = fuzz("--seed", SEED, "--count", count, "--minutes", 0, "--record", found)
    harm = [line for line in done.stderr.splitlines() if line.startswith("  ")]
    assert done.returncode == 0, "\n".join(harm) or done.stderr[-2000:]
    record = json.loads(found.read_text())
    assert set(record["by_reader"]) == set(READERS)
    assert record["fewest"] == count and record["mutations"] == count * len(READERS)
    # Mutations that no reader lets in, or that all let in, would try nothing.
    assert record["mutations"] / 10 < sum(r["read"] for r in record["by_reader"].values())
    assert record["mutations"] / 3 < sum(r["refused"] for r in record["by_reader"].values())


@pytest.mark.parametrize("which", ["quick", pytest.param("slow", marks=pytest.mark.long)])
def test_what_did_harm_once_does_no_more(which):
    done = fuzz("--cases", which)
    assert done.returncode == 0, done.stderr[-4000:]


def test_a_file_is_made_again_by_its_number(tmp_path):
    words = ("--seed", 5, "--reader", "touches", "--number", 17, "--keep")
    for folder in ("a", "b"):
        assert fuzz(*words, tmp_path / folder).returncode == 0
    kept = [(tmp_path / folder / "a.json").read_bytes() for folder in ("a", "b")]
    assert kept[0] == kept[1]


def test_an_unknown_reader_is_one_line():
    done = fuzz("--reader", "tea_leaves")
    assert done.returncode == 1 and "tea_leaves" in done.stderr and "clip" in done.stderr
    assert done.stderr.count("\n") == 1
