"""Work is shared, and Ctrl-C ends all of it at once without a traceback."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import as_completed

import pytest

from prehensile.bench.compliance.workers import workers

CODE = """
import sys, time
from prehensile.bench.compliance.workers import workers
import tests.bench.compliance.slow_work as slow
if __name__ == "__main__":
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


@pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")
def test_ctrl_c_ends_everything_and_leaves_nothing_half_written(tmp_path):
    out = tmp_path / "out"
    run = subprocess.Popen(
        [sys.executable, "-c", CODE, str(out)],
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    wait_for(lambda: out.is_dir() and len(list(out.glob(".*/begun"))) == 2)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=30)
    assert run.returncode == 2 and b"Traceback" not in said, said
    assert not list(out.iterdir())


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never began"
        time.sleep(0.05)
