"""Memory that is free goes back to the system, for a server that runs for days."""

import ctypes
import gc
import sys
from functools import cache
from typing import Any


def give_back() -> None:
    """Collect what nobody knows any more, and return free pages.

    A scene and what it shows know each other, so that they go only when they are looked for; and
    the C library keeps what many threads have freed in pieces between what is still in use.
    """
    gc.collect()
    library = _library()
    if library is not None:
        library.malloc_trim(0)


@cache
def _library() -> Any:
    """The C library where it can return pages: GNU's."""
    if sys.platform != "linux":
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") else None
