"""Spoilt files by the repository's tool."""

import sys

import pytest

from prehensile.bench.hardening import fuzzed
from prehensile.errors import FileError

TOOL = """
import sys, json
words = dict(zip(sys.argv[1::2], sys.argv[2::2]))
assert words["--minutes"] == "0"
found = {"seed": int(words["--seed"]), "mutations": 80 * int(words["--count"]), "escaped": 0}
open(words["--record"], "w").write(json.dumps(found))
sys.exit(1)
"""


@pytest.fixture
def tool(tmp_path, monkeypatch):
    path = tmp_path / "fuzz_files.py"
    monkeypatch.setattr(fuzzed, "TOOL", path)
    return path


def test_its_record_is_read_whatever_it_found(tool):
    tool.write_text(TOOL)
    assert fuzzed.fuzz_now(5, 3) == {"seed": 5, "mutations": 240, "escaped": 0}


def test_a_tool_that_fails_is_one_line(tool):
    tool.write_text("import sys; sys.exit('first line\\nthe reason')")
    with pytest.raises(FileError, match="ended with 1: the reason") as caught:
        fuzzed.fuzz_now(5, 3)
    assert "\n" not in str(caught.value)


def test_without_the_repository_nothing_is_counted(tool, monkeypatch):
    monkeypatch.setattr(fuzzed, "lacking", lambda area: f"the repository for {area}")
    assert fuzzed.fuzz_now(5, 3) is None


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the limits are Linux's")
def test_three_thousand_files_in_half_a_bench():
    found = fuzzed.fuzz_now(1)
    assert found is not None and found["mutations"] >= 3000 and found["fewest"] == fuzzed.EACH
    assert all(found[kind] == 0 for kind in fuzzed.HARM)
