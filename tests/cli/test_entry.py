"""The command as a shell starts it: with whatever streams there are."""

import subprocess
import sys

import pytest

PROGRAM = "import sys; from prehensile.cli.entry import main; sys.exit(main())"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a shell's redirections")


def run(redirection, *words):
    line = f'exec "$0" -c "$1" {" ".join(words)} {redirection}'
    return subprocess.run(
        ["sh", "-c", line, sys.executable, PROGRAM], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("redirection", [">&-", "<&-", "<&- >&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed_are_no_mistake(redirection):
    done = run(redirection, "hand")
    assert (done.returncode, done.stderr) == (0, "")


def test_no_file_gets_the_number_of_a_closed_stream():
    program = "import os, prehensile.cli.entry as e; e._take_streams(); print(os.open('.', 0) > 2)"
    line = f'exec "$0" -c "{program}" <&- 2>&-'
    done = subprocess.run(["sh", "-c", line, sys.executable], capture_output=True, check=False)
    assert done.stdout == b"True\n"


def test_a_refusal_without_streams_is_an_exit_code():
    assert run("<&- >&- 2>&-", "hand", "nobody").returncode == 2


def test_a_reader_who_has_seen_enough_ends_nothing_badly():
    done = run("| { sleep 1; head -c 1; }", "hand")
    assert done.stderr == "" and len(done.stdout) == 1
    quiet = "{ " + '"$0" -c "$1" hand; echo $? >&2; ' + "} | true"
    code = subprocess.run(
        ["sh", "-c", quiet, sys.executable, PROGRAM], capture_output=True, text=True, check=False
    )
    assert code.stderr == "0\n"
