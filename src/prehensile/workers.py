"""Processes that share the work, and end when it is interrupted, whatever they are at."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from typing import Any

from prehensile.children import end_with

TERMINATED = 143
GRACE = 1.0
"""[s] that a worker has to remove what it half wrote"""

Submit = Callable[..., "Future[Any]"]
"""a function of a module and what it is given → its future"""


@contextmanager
def workers(count: int = 2, setup: Callable[[], object] | None = None) -> Iterator[Submit]:
    """A function that hands work to processes; where the block raises, they end within a second.

    Ctrl-C is none of their business: we are interrupted, and end them.

    Args:
        count: how many.
        setup: called in each of them before its first work; a function of a module.
    """
    others = set(active_children())
    pool = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_begin, initargs=(os.getpid(), setup)
    )

    def submit(function: Callable[..., Any], *given: Any) -> "Future[Any]":
        with _no_interrupt():  # which a new process keeps: it may be interrupted while it loads
            return pool.submit(_done, function, *given)

    with pool:
        try:
            yield submit
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            _end([child for child in active_children() if child not in others])
            raise


def _end(children: list[BaseProcess]) -> None:
    for child in children:
        child.terminate()
    until = time.monotonic() + GRACE
    for child in children:
        child.join(max(0.0, until - time.monotonic()))
        if child.exitcode is None:
            child.kill()


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Ctrl-C waits until the block has ended."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(parent: int, setup: Callable[[], object] | None) -> None:
    """In a process: a signal to end is an exit, which contexts clean up after."""

    def leave(*_: object) -> None:
        # Once one process has ended the pool signals the others, too: that would cut short their
        # cleaning up.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise SystemExit(TERMINATED)

    end_with(parent)
    signal.signal(signal.SIGTERM, leave)
    if setup is not None:
        setup()


def _done(function: Callable[..., Any], *given: Any) -> Any:
    try:
        return function(*given)
    except SystemExit:
        os._exit(TERMINATED)  # else the process would take the next piece of work
