"""Work beside the simulation: one thread, whose result is picked up when it is there."""

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Generic, TypeVar

from prehensile.errors import PrehensileError

Result = TypeVar("Result")


class Background(Generic[Result]):
    """Runs ``work(check)`` in a thread that dies with the process.

    ``check`` takes any arguments and raises once `cancel` was called: the work calls it where it
    may stop. What goes wrong is kept in ``error``.

    Args:
        work: as above.
        turn: held while it works. Work that is heavy and notices late that nobody wants it any
            more would pile up otherwise, each with its memory, when somebody is in a hurry.
    """

    def __init__(
        self,
        work: Callable[[Callable[..., None]], Result],
        turn: AbstractContextManager[Any] | None = None,
    ):
        self._work = work
        self._turn = turn or nullcontext()
        self._cancelled = False
        self.result: Result | None = None
        self.error: PrehensileError | None = None
        self._thread = threading.Thread(target=self._run, name="stage-background", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether there is a result or an error."""
        return not self._thread.is_alive()

    def cancel(self) -> None:
        """Nobody wants the result any more."""
        self._cancelled = True

    def _check(self, *_: object) -> None:
        if self._cancelled:
            raise _Cancelled

    def _run(self) -> None:
        try:
            with self._turn:
                self._check()
                self.result = self._work(self._check)
        except PrehensileError as error:
            self.error = error
        except _Cancelled:
            pass


class _Cancelled(Exception):
    pass
