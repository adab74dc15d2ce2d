"""Two processes that share the work, and end at Ctrl-C without a word, whatever they did."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

COUNT = 2
INTERRUPTED = 130

Submit = Callable[..., "Future[Any]"]
"""a function of a module and what it is given → its future"""


@contextmanager
def workers() -> Iterator[Submit]:
    """A function that hands work to the processes; where the block raises, the rest is dropped."""
    spawn = get_context("spawn")
    with ProcessPoolExecutor(COUNT, mp_context=spawn, initializer=_listen) as pool:
        try:
            yield lambda function, *given: pool.submit(_done, function, *given)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _listen() -> None:
    """In a process: Ctrl-C is an exit, which contexts clean up after, and no traceback."""

    def leave(*_: object) -> None:
        raise SystemExit(INTERRUPTED)

    signal.signal(signal.SIGINT, leave)


def _done(function: Callable[..., Any], *given: Any) -> Any:
    try:
        return function(*given)
    except SystemExit:
        os._exit(INTERRUPTED)  # else the process would take the next piece of work
