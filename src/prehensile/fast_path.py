"""The one place that chooses between compiled kernels and their plain twin."""

import importlib
import os
from functools import cache
from types import ModuleType


def kernels(room: str) -> ModuleType:
    """``_kernels`` (Numba) of a package, or its ``_plain`` (NumPy) when ``PREHENSILE_PLAIN=1``.

    Both have the same functions with the same arguments. Numba loads on the first call only.
    """
    return _load(room, os.environ.get("PREHENSILE_PLAIN") == "1")


@cache
def _load(room: str, plain: bool) -> ModuleType:
    return importlib.import_module(f"prehensile.{room}.{'_plain' if plain else '_kernels'}")
