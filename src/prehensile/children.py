"""Child processes that end when we do, however we end: killed with -9 as well.

On Linux the kernel ends them (``PR_SET_PDEATHSIG``). It does so when the *thread* that started the
child ends: start it in the thread that waits for it.
"""

import os
import signal
import sys
import threading
from collections.abc import Sequence

BOUND = sys.platform == "linux"
"""Whether any program can be bound to us; elsewhere only our own worker processes are."""

_PR_SET_PDEATHSIG = 1
_KILL = int(getattr(signal, "SIGKILL", 9))  # Windows has none, and does not use it
# In an interpreter of its own, which then becomes the program: between fork and exec of a process
# with threads, Python code may wait for ever for a lock that nobody holds.
_PROGRAM = (
    "import ctypes, os, sys; "
    f"ctypes.CDLL(None).prctl({_PR_SET_PDEATHSIG}, {_KILL}); "
    "os.getppid() == int(sys.argv[1]) or sys.exit(1); "
    "os.execv(sys.argv[2], sys.argv[2:])"
)


def bound(words: Sequence[str | os.PathLike[str]]) -> list[str]:
    """The words of a command line, so that its process ends with ours.

    Args:
        words: the program's path, and what it is given.
    """
    plain = [os.fspath(word) for word in words]
    if not BOUND:
        return plain
    return [sys.executable, "-I", "-S", "-c", _PROGRAM, str(os.getpid()), *plain]


def end_with(parent: int) -> None:
    """In a child: end when the process ``parent``, which started it, is gone."""
    if BOUND:
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, _KILL)
        if os.getppid() != parent:
            os._exit(1)  # it was gone before we asked to be told
        return
    from multiprocessing import parent_process

    started_by = parent_process()
    assert started_by is not None, "only processes of multiprocessing are bound here"

    def watch() -> None:
        started_by.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
