"""Ctrl-C, a request to end and a closed terminal, all alike: a KeyboardInterrupt in the command."""

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""What ends a command; Windows lacks the last."""

LATER = 0.02
"""[s] until an interrupt that was lost is raised again"""


class Interrupts:
    """What has come so far."""

    def __init__(self) -> None:
        self.came = False

    def handle(self, _number: int, _frame: FrameType | None) -> None:
        """Raise it where the main thread is."""
        self.came = True
        raise KeyboardInterrupt

    def unraised(self, report: Any) -> None:
        """One that was raised where nobody can be told, in a finaliser, is raised again."""
        if isinstance(report.exc_value, KeyboardInterrupt):
            # A little later: here nobody can be told either.
            again = threading.Timer(LATER, _thread.interrupt_main)
            again.daemon = True
            again.start()
        else:
            sys.__unraisablehook__(report)


@contextmanager
def interrupts() -> Iterator[Interrupts]:
    """For the time of the block; signals that are ignored (``nohup``) stay ignored."""
    found = Interrupts()
    if threading.current_thread() is not threading.main_thread():
        yield found
        return
    defaults = (signal.SIG_DFL, signal.default_int_handler)
    numbers = [getattr(signal, name) for name in NAMES if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    hook = sys.unraisablehook
    try:
        sys.unraisablehook = found.unraised
        for number, handler in before.items():
            if handler in defaults:
                signal.signal(number, found.handle)
        yield found
    finally:
        for number, handler in before.items():
            if handler in defaults:
                signal.signal(number, handler)
        sys.unraisablehook = hook
