"""Somebody who looks on while ways of grasping are tried; the search is the same without."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol

from prehensile.world.world import World

if TYPE_CHECKING:
    from prehensile.control.attempt.attempt import Attempt


class Onlooker(Protocol):
    """Who is told. What it raises ends the search."""

    def step(self, world: World) -> None:
        """A way is being tried: its world, after one more step."""

    def played(self, attempt: "Attempt") -> None:
        """A way was played to its end, and judged."""


_onlooker: ContextVar[Onlooker | None] = ContextVar("onlooker", default=None)


@contextmanager
def looked_on_by(somebody: Onlooker) -> Iterator[None]:
    """Within it, somebody sees what is tried in this thread."""
    token = _onlooker.set(somebody)
    try:
        yield
    finally:
        _onlooker.reset(token)


def onlooker() -> Onlooker | None:
    """Who looks on; None if nobody does."""
    return _onlooker.get()
