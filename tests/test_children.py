"""A child ends with the process that started it, and is itself in every other way."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from prehensile.children import BOUND, bound

pytestmark = pytest.mark.skipif(not BOUND, reason="only Linux can bind any program")

PARENT = """
import subprocess, sys, time
from prehensile.children import bound
child = subprocess.Popen(bound([sys.executable, "-c", "import time; time.sleep(3600)"]))
print(child.pid, flush=True)
time.sleep(3600)
"""


def test_a_program_gets_its_words_and_returns_its_code():
    words = [sys.executable, "-c", "import sys; print(sys.argv[1:]); sys.exit(7)", "a b", "-c"]
    run = subprocess.run(bound(words), capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (7, "['a b', '-c']\n", "")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_it_ends_when_its_parent_does(number):
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        child = int(run.stdout.readline())
        assert _runs(child)
        os.kill(run.pid, number)
        run.wait()
    until = time.monotonic() + 2
    while _runs(child) and time.monotonic() < until:
        time.sleep(0.01)
    assert not _runs(child)


def test_one_whose_parent_is_gone_already_does_not_begin():
    words = bound([sys.executable, "-c", "print('begun')"])
    words[words.index(str(os.getpid()))] = "1"
    run = subprocess.run(words, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (1, "")


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False
