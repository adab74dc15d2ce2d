"""Numba's own cache of compiled kernels, made to fail nobody: damaged is a miss, full is no matter.

Numba lets every error of its files through, but on Windows one. What it keeps is a convenience: a
kernel that cannot be kept is compiled again by the next command.
"""

from types import ModuleType
from typing import Any


class ForgivingCache:
    """In the place of the cache of one compiled function."""

    def __init__(self, cache: Any):
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was compiled for a signature; None if there is none that can be read."""
        try:
            return self._cache.load_overload(sig, target_context)
        except Exception:  # a damaged pickle raises whatever it meets
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep it, if that can be done; a damaged index is begun anew."""
        for _ in range(2):
            try:
                self._cache.save_overload(sig, data)
            except OSError:
                return
            except Exception:  # it reads the index first
                self._begin_anew()
            else:
                return

    def _begin_anew(self) -> None:
        try:
            self._cache.flush()
        except OSError:
            return


def forgive_caches(module: ModuleType) -> None:
    """Of all compiled functions of a module."""
    for value in vars(module).values():
        cache = getattr(value, "_cache", None)
        if hasattr(cache, "save_overload") and not isinstance(cache, ForgivingCache):
            value._cache = ForgivingCache(cache)
