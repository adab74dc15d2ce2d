"""What a server has to say to whoever started it: one line a cause, and again a minute later.

Whoever is on the network can make a server complain as often as they like; a terminal, a log file
and the time it takes to write them must not be theirs to fill.
"""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable

PAUSE = 60.0
"""[s] between two lines about the same cause"""
MOST_CAUSES = 50
"""that are told apart; the rest are one"""


class Complaints:
    """Lines for standard error. May be used from any thread.

    Args:
        write: takes a line.
        clock: [s], rising.
    """

    def __init__(
        self,
        write: Callable[[str], object] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ):
        self._write = write or _to_stderr
        self._clock = clock
        self._lock = threading.Lock()
        self._said: dict[str, float] = {}
        self._unsaid: dict[str, int] = {}

    def say(self, cause: str, text: str, error: BaseException | None = None) -> None:
        """Write ``text``, unless this cause was written about within the last minute.

        Args:
            cause: a short name; what has the same counts as repeated.
            text: one line, without its end.
            error: whose traceback is shown above the line with ``PREHENSILE_DEBUG=1``.
        """
        with self._lock:
            if cause not in self._said and len(self._said) >= MOST_CAUSES:
                cause = "other"
            now = self._clock()
            if now - self._said.get(cause, -PAUSE) < PAUSE:
                self._unsaid[cause] = self._unsaid.get(cause, 0) + 1
                return
            self._said[cause] = now
            missed = self._unsaid.pop(cause, 0)
            if error is not None and os.environ.get("PREHENSILE_DEBUG") == "1":
                self._write("".join(traceback.format_exception(error)).rstrip())
            line = " ".join(text.split())
            self._write(f"{line} ({missed} times more since the last line)" if missed else line)


def _to_stderr(line: str) -> None:
    sys.stderr.write(f"prehensile: {line}\n")
    sys.stderr.flush()
