"""Signals that end a command are a KeyboardInterrupt, and only while it runs."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from prehensile.cli.grammar.interrupts import interrupts

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other signals")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_each_is_raised_as_ctrl_c_is(name):
    number = getattr(signal, name)
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt), interrupts() as found:
        assert not found.came
        signal.raise_signal(number)
    assert found.came and signal.getsignal(number) is before


def test_what_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with interrupts() as found:
            signal.raise_signal(signal.SIGHUP)
        assert not found.came and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_one_in_a_finaliser_is_raised_again():
    class Finalised:
        def __del__(self):
            signal.raise_signal(signal.SIGTERM)

    with pytest.raises(KeyboardInterrupt), interrupts():
        Finalised()
        end = time.monotonic() + 5
        while time.monotonic() < end:  # in short naps: it is raised between them
            time.sleep(0.01)
        pytest.fail("it was lost")


def test_other_threads_leave_signals_alone():
    before, seen = signal.getsignal(signal.SIGTERM), []

    def work():
        with interrupts():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [before]


def test_while_the_program_loads_it_is_one_line_too():
    """The module that loads everything else is replaced by one that is interrupted at once."""
    program = (
        "import signal, sys, types\n"
        "class Loader:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'prehensile.cli.app': signal.raise_signal(signal.SIGINT)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.meta_path.insert(0, Loader())\n"
        "from prehensile.cli.entry import main\n"
        "sys.exit(main())"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "prehensile: interrupted; nothing half-written.\n"
