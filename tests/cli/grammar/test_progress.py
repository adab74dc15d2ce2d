"""The bar is on a terminal's stderr while the work runs, and nowhere else."""

import os
import pty
import subprocess
import sys

import pytest

from prehensile.cli.grammar.progress import progress_bar

WORK = """
import time
from prehensile.cli.grammar.progress import progress_bar
with progress_bar("counting") as bar:
    for k in range(4):
        bar.update(k + 1, 4)
        time.sleep(0.15)
    bar.describe("drawing")
    time.sleep(0.15)
print("done")
"""


def test_into_a_pipe_nothing_is_written(capfd):
    with progress_bar("counting") as bar:
        bar.update(1, 2)
        bar.describe("drawing")
    assert capfd.readouterr() == ("", "")


def test_what_goes_wrong_inside_comes_out():
    with pytest.raises(ZeroDivisionError), progress_bar("counting"):
        _ = 1 / 0


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
def test_on_a_terminal_it_shows_its_words_and_is_gone_at_the_end():
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", WORK],
        stderr=theirs,
        stdout=subprocess.PIPE,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "80"},
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # Linux says so when the other side has closed
        pass
    os.close(ours)
    out, _ = process.communicate(timeout=60)
    assert out == b"done\n"
    assert b"counting" in shown and b"drawing" in shown
    assert shown.rstrip(b"\x1b[?25h\r\n").endswith(b"\x1b[2K"), "the line is wiped"
