"""What enters the Lie functions: floating-point arrays of a stated trailing shape."""

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError


def floats(value: ArrayLike, tail: tuple[int, ...], name: str) -> np.ndarray:
    """``value`` as float32 (if it is float32) or float64, with shape ``(..., *tail)``.

    Raises:
        InputError: not real numbers, or another trailing shape; the message holds the shape.
    """
    try:
        array = np.asarray(value)
    except ValueError:
        raise InputError(f"{name} must be an array of numbers, got ragged rows.") from None
    if array.dtype.kind not in "fiub":
        raise InputError(f"{name} must hold real numbers, got dtype {array.dtype}.")
    if array.shape[array.ndim - len(tail) :] != tail or array.ndim < len(tail):
        wanted = ", ".join(["...", *map(str, tail)])
        raise InputError(f"{name} must have shape ({wanted}), got {array.shape}.")
    return array if array.dtype == np.float32 else array.astype(np.float64, copy=False)
