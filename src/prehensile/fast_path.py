"""The one place that chooses between compiled kernels and their plain twin.

Compiled is the rule. The plain twin (NumPy) stands in where ``PREHENSILE_PLAIN=1`` asks for it, and
where Numba cannot be imported: on a Python that is too new for it, or on an odd platform. A loop
becomes a kernel only where that makes it more than three times as fast, so who has to do without is
told, once.
"""

import importlib
import os
import warnings
from functools import cache
from types import ModuleType
from typing import Literal

from prehensile.kernel_cache import forgive_caches


class PlainKernelsWarning(UserWarning):
    """Numba cannot be imported, so what was asked for takes several times as long."""


def kernels(room: str) -> ModuleType:
    """``_kernels`` (Numba) of a package, or its ``_plain`` (NumPy); see :func:`why_plain`.

    Both have the same functions with the same arguments. Numba loads on the first call only.
    """
    if os.environ.get("PREHENSILE_PLAIN") == "1":
        return _load(room, "_plain")
    if lack_of_numba() is None:
        return _load(room, "_kernels")
    _warn_once()
    return _load(room, "_plain")


def kernels_in_use() -> Literal["compiled", "plain"]:
    """Which of the two :func:`kernels` gives; figures that time them say so."""
    return "compiled" if why_plain() is None else "plain"


def why_plain() -> str | None:
    """Why the plain twins are in use, in a few words; None where the compiled kernels are."""
    if os.environ.get("PREHENSILE_PLAIN") == "1":
        return "PREHENSILE_PLAIN=1"
    return lack_of_numba()


@cache
def lack_of_numba() -> str | None:
    """Why Numba cannot be imported, in a few words; None where it can. Loads it."""
    try:
        importlib.import_module("numba")
    except Exception as error:  # a binary that does not fit raises OSError, SystemError and others
        said = " ".join(str(error).split()).rstrip(".") or type(error).__name__
        return f"Numba cannot be imported ({said})"
    return None


@cache
def _warn_once() -> None:
    warnings.warn(
        f"{lack_of_numba()}: plain NumPy does its work, which takes several times as long. "
        "See 'prehensile doctor'.",
        PlainKernelsWarning,
        stacklevel=3,
    )


@cache
def _load(room: str, twin: str) -> ModuleType:
    module = importlib.import_module(f"prehensile.{room}.{twin}")
    forgive_caches(module)
    return module
