"""What the command ``prehensile`` runs first: nothing that takes time to load stands above it."""

import os
import signal
import sys


def main() -> int:
    """Load and run the command line; return its exit code."""
    _take_streams()
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # a clear line, as for Ctrl-C
    try:
        from prehensile.cli.app import main as run
    except KeyboardInterrupt:
        sys.stderr.write("prehensile: interrupted; nothing half-written.\n")
        return 2
    code = run()
    # The work is done, and told: what comes now must not change the answer.
    for name in ("SIGINT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    return code


def _take_streams() -> None:
    """Standard streams that were closed lead nowhere; else the next file would get their numbers,
    and whatever a library prints would be written into it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
        if getattr(sys, name) is None:
            mode = "w" if number else "r"
            setattr(sys, name, open(number, mode, closefd=False))  # noqa: SIM115
