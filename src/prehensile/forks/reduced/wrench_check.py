"""Wrenches as callers give them, checked."""

import numpy as np

from prehensile.errors import InputError


def checked_wrench(
    wrench: np.ndarray | None, shape: tuple[int, ...], what: str = "wrenches"
) -> np.ndarray:
    """The same as an array for the kernels; zeros if it is left out.

    Raises:
        InputError: another shape, or numbers that are not finite.
    """
    if wrench is None:
        return np.zeros(shape)
    array = np.ascontiguousarray(wrench, dtype=float)
    if array.shape != shape:
        raise InputError(f"{what}: shape {array.shape}; expected {shape}.")
    if not np.isfinite(array).all():
        raise InputError(f"{what}: a value is not finite.")
    return array
