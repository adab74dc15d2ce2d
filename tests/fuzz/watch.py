"""What reading a file does besides: memory, time of the processor, files opened, programs run.

Linux tells all of it: ``/proc`` the memory, an audit hook what Python opens, inotify what anybody
opens of the files that lie about as bait.
"""

import ctypes
import os
import resource
import sys
from pathlib import Path

GIB = 1024**3
MOST_MEMORY = GIB
"""[bytes] above what the process took before"""
MOST_SECONDS = 20
"""[s] on one core until a file is accepted or refused"""
ROOM = 3 * GIB
"""[bytes] after which a process gets no more, so that the machine stays usable"""
CHILD = GIB + GIB // 8
"""[bytes] of a child, its interpreter included"""

_IN_OPEN = 0x20
_HARMFUL = {"os.system", "os.exec", "os.posix_spawn", "socket.connect", "pickle.find_class"}


class Watch:
    """Of the process that makes it; for good."""

    def __init__(self, given: Path, bait: list[Path], allowed: list[Path]):
        own = (
            given,
            *allowed,
            sys.prefix,
            sys.base_prefix,
            Path(os.__file__).parent,
            "/proc",
            "/sys",
        )
        self._own = tuple(f"{os.path.realpath(folder)}{os.sep}" for folder in own)
        self._files = {"/dev/null", "/dev/urandom", "/dev/random"}
        self._on = False
        self._outside: list[str] = []
        self._base = _status("VmRSS")
        self._bait = _watched(bait)
        limit = _status("VmSize") + ROOM
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        sys.addaudithook(self._heard)

    def begin(self) -> None:
        """A file is about to be read."""
        Path("/proc/self/clear_refs").write_text("5")  # the peak begins anew
        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime) + MOST_SECONDS + 1
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))
        self._outside = []
        self._seconds = _seconds()
        self._on = True

    def end(self) -> tuple[int, float, list[str]]:
        """Memory [bytes] and time [s] that it took, and what was opened outside of its folder."""
        self._on = False
        peak = _status("VmHWM") - self._base
        child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        if child > max(CHILD, _status("VmHWM")):
            peak = max(peak, child)
        outside = list(self._outside)
        try:
            if os.read(self._bait, 65536):
                outside.append("the bait")
        except BlockingIOError:
            pass
        return peak, _seconds() - self._seconds, outside

    def _heard(self, event: str, words: tuple) -> None:
        if not self._on:
            return
        if event == "open":
            if isinstance(words[0], str | bytes | os.PathLike):
                self._look(os.fsdecode(words[0]))
        elif event == "pickle.find_class" and _is_numba():
            return
        elif event in _HARMFUL or (
            event == "subprocess.Popen" and os.fsdecode(words[0]) != sys.executable
        ):
            self._outside.append(f"{event} {words!r:.200}")

    def _look(self, path: str) -> None:
        self._on = False  # realpath itself is not to be heard
        try:
            real = os.path.realpath(path)
        except (ValueError, OSError):  # no name of a file at all
            real = path
        self._on = True
        if not (real + os.sep).startswith(self._own) and real not in self._files:
            self._outside.append(real[:200])


def _is_numba() -> bool:
    """Whether Numba fetches what it compiled from its own cache, which is none of the file's."""
    frame = sys._getframe()
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith("numba.core.caching"):
            return True
        frame = frame.f_back
    return False


def _status(what: str) -> int:
    """[bytes] of this process."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(what):
            return 1024 * int(line.split()[1])
    raise LookupError(what)


def _seconds() -> float:
    """[s] of the processor, ended children included."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _watched(files: list[Path]) -> int:
    """A descriptor that has something to read once one of these files was opened."""
    library = ctypes.CDLL(None, use_errno=True)
    descriptor = library.inotify_init1(os.O_NONBLOCK)
    for file in files:
        if descriptor < 0 or library.inotify_add_watch(descriptor, os.fsencode(file), _IN_OPEN) < 0:
            raise OSError(ctypes.get_errno(), "inotify")
    return descriptor
