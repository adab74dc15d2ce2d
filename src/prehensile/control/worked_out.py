"""What was worked out for one object and one hand is not worked out again, for who takes a thing in
several ways, or several times.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

T = TypeVar("T")
_known: ContextVar[dict[Hashable, tuple[Any, Any]] | None] = ContextVar("known", default=None)
"""What `work_remembered` remembers, with the things it is about; None outside of it."""


@contextmanager
def work_remembered() -> Iterator[None]:
    """Within it, placements that were looked for are not looked for again, nor those rehearsed
    that were; what comes of them is the same, and costs less.
    """
    token = _known.set({} if (known := _known.get()) is None else known)
    try:
        yield
    finally:
        _known.reset(token)


def once(about: tuple[object, ...], key: Hashable, work: Callable[[], T]) -> T:
    """What ``work`` gives; what it gave if it was done within `work_remembered`.

    Args:
        about: things that are known by their identity, and kept as long.
        key: whatever else it depends on.
        work: which gives the same whenever it is done.
    """
    known = _known.get()
    if known is None:
        return work()
    whole = tuple(id(thing) for thing in about), key
    if whole not in known:
        known[whole] = about, work()
    return known[whole][1]
