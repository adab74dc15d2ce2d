"""The one place that chooses between the compiled kernels and their plain twin."""

import os
from functools import cache
from types import ModuleType


def kernels() -> ModuleType:
    """``_kernels`` (Numba), or ``_plain`` (NumPy) when ``PREHENSILE_PLAIN=1``.

    Both have the same functions with the same arguments. Numba loads on the first call only.
    """
    return _load(os.environ.get("PREHENSILE_PLAIN") == "1")


@cache
def _load(plain: bool) -> ModuleType:
    if plain:
        from prehensile.kinematics import _plain

        return _plain
    from prehensile.kinematics import _kernels

    return _kernels
