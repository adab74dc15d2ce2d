"""Work is shared, and Ctrl-C ends all of it at once without a traceback."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import as_completed

import pytest
import tests.slow_work as slow

from prehensile.atomic import is_temporary
from prehensile.workers import workers

CODE = """
import signal, sys
from prehensile.workers import workers
import tests.slow_work as slow
if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with workers() as submit:
            for job in [submit(slow.writes, sys.argv[1], k) for k in range(6)]:
                job.result()
    except KeyboardInterrupt:
        sys.exit(2)
"""


def test_results_come_from_other_processes():
    with workers() as submit:
        jobs = [submit(os.getpid) for _ in range(4)]
        assert os.getpid() not in {job.result() for job in as_completed(jobs)}


def test_an_error_of_the_work_is_that_of_the_block():
    with pytest.raises(ValueError, match="invalid literal"), workers() as submit:
        submit(int, "nothing").result()


def test_each_process_is_set_up_first():
    with workers(1, slow.remember) as submit:
        assert submit(slow.remembered).result() == "set up"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_a_signal_ends_everything_and_leaves_nothing_half_written(tmp_path, name):
    """Ctrl-C goes to all of them, the others to the first alone."""
    out = tmp_path / "out"
    run = subprocess.Popen(
        [sys.executable, "-c", CODE, str(out)],
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    wait_for(lambda: out.is_dir() and len(list(out.glob(".*/begun"))) == 2)
    (os.killpg if name == "SIGINT" else os.kill)(run.pid, getattr(signal, name))
    _, said = run.communicate(timeout=120)  # which ends when the last that holds stderr does
    assert b"Traceback" not in said, said
    if name == "SIGKILL":
        assert run.returncode == -signal.SIGKILL
        assert all(is_temporary(path.name) for path in out.iterdir())
    else:
        assert run.returncode == 2 and not list(out.iterdir())


def test_who_ends_first_does_not_cut_short_the_others(tmp_path):
    """The pool signals all that are left once one has ended."""
    with pytest.raises(KeyError), workers() as submit:
        for number in range(2):
            submit(slow.cleans_up, str(tmp_path), number)
        wait_for(lambda: len(list(tmp_path.iterdir())) == 2)
        raise KeyError
    assert not list(tmp_path.iterdir())


def wait_for(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never began"
        time.sleep(0.05)
