"""What a process that reads thousands of files does in short.

Fits to an accepted recording take seconds, and are work after the file was accepted: most are left
out, the others end after one round. A parser that has a process of its own gets one by a fork, not
by a new interpreter.
"""

import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from prehensile.errors import InputError
from prehensile.files import apart

FITS = {
    "prehensile.motion.mocap.keypoint_clip": ("fit_keypoints", 0.04),
    "prehensile.motion.mocap.marker_clip": ("fit_markers", 0.003),
    "prehensile.skin.imported.skeleton": ("fit_keypoints", 0.04),
}
"""Module → its function, and the share of the accepted files for which it is called"""
ROUNDS = ("prehensile.kinematics.fit.bones", "prehensile.kinematics.fit.marker_calibration")


class Accepted(BaseException):
    """The file was read; what comes now is work on it."""


class Shortcuts:
    """Taken from ``take`` to ``leave``; ``chance`` draws which fits are done."""

    def __init__(self) -> None:
        self.chance = Random(0)
        self._before: list[tuple[Any, str, Any]] = []

    def take(self) -> None:
        """In this process and its forks."""
        for module, (name, share) in FITS.items():
            self._put(module, name, partial(self._short, share))
        for module in ROUNDS:
            self._put(module, "refine", lambda refine: lambda *args: refine(*args[:6], 1))
        self._put("prehensile.motion.mocap.marker_clip", "swap_all_along", lambda _: _nothing)
        apart_itself = apart.parsed_apart
        for module in list(sys.modules.values()):
            if getattr(module, "parsed_apart", None) is apart_itself:
                self._put(module.__name__, "parsed_apart", lambda _: _parsed)

    def leave(self) -> None:
        """All as it was."""
        for module, name, was in reversed(self._before):
            setattr(module, name, was)
        self._before = []

    def _put(self, module: str, name: str, make: Callable[[Any], Any]) -> None:
        loaded = import_module(module)
        was = getattr(loaded, name)
        self._before.append((loaded, name, was))
        setattr(loaded, name, make(was))

    def _short(self, share: float, fit: Callable[..., Any]) -> Callable[..., Any]:
        first = True

        def fitted(*args: Any, **options: Any) -> Any:
            nonlocal first
            # The first fit, to an honest file, compiles what all forks then have.
            if not first and self.chance.random() >= share:
                raise Accepted
            first = False
            return fit(*args, **options)

        return fitted


def _nothing(*_: Any) -> None:
    return None


def _parsed(
    module: str, path: str | Path, package: str, extra: str, seconds: float | None = None
) -> apart.Parsed:
    limit = int(seconds or apart.SECONDS)
    with tempfile.TemporaryFile() as answer, tempfile.TemporaryFile() as complaints:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                apart.limit_work(limit)
                signal.alarm(int(apart.PATIENCE * limit))
                os.dup2(answer.fileno(), 1)
                os.dup2(complaints.fileno(), 2)
                _limit_memory(path)
                apart.limit_memory = lambda _: None
                code = apart.serve(module, str(Path(path).resolve()))
            except BaseException as error:
                os.write(2, f"\n{type(error).__name__}: {error}\n".encode(errors="replace"))
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code in (-signal.SIGALRM, -signal.SIGXCPU):
            raise InputError(f"it is damaged: {package} did not end within {limit} s")
        if code:
            raise InputError(apart._reason(code, complaints, package))
        answer.seek(0)
        return apart._read_answer(answer)


def _limit_memory(path: str | Path) -> None:
    """As in a new interpreter, above what this process has already."""
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    most = now + apart.MEMORY + apart.MEMORY_PER_BYTE * Path(path).stat().st_size
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (min(most, hard), hard))
