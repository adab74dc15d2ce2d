"""Wrenches and their masks as compiled measures take them."""

from math import prod
from typing import NoReturn

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError

ALL = np.ones((1, 1), dtype=bool)
"""The mask of those who gave none"""


def checked_wrenches(
    wrench: ArrayLike, mask: ArrayLike | None = None
) -> tuple[np.ndarray, np.ndarray, tuple[int, ...]]:
    """Wrenches (B, K, 6), which of them count (1 or B, 1 or K), and the shape of the batch.

    Raises:
        InputError: another shape.
    """
    rows = np.ascontiguousarray(wrench, dtype=float)
    if rows.ndim < 2 or rows.shape[-1] != 6:
        raise InputError(f"wrenches have the shape (..., K, 6), got {rows.shape}.")
    batch = rows.shape[:-2]
    flat = rows.reshape(prod(batch), rows.shape[-2], 6) if batch else rows[None]
    return flat, ALL if mask is None else checked_mask(mask, rows.shape[:-1]), batch


def checked_mask(mask: ArrayLike, shape: tuple[int, ...]) -> np.ndarray:
    """Which of (..., K) count, as (B, K).

    Raises:
        InputError: another shape.
    """
    try:
        live = np.broadcast_to(np.asarray(mask, dtype=bool), shape)
    except ValueError:
        raise InputError(f"a mask of shape {np.shape(mask)} does not fit {shape}.") from None
    return np.ascontiguousarray(live).reshape(prod(shape[:-1]), shape[-1])


def refuse_wrenches() -> NoReturn:
    """Say that a wrench is not finite.

    Raises:
        InputError: always.
    """
    raise InputError("a wrench holds a value that is not finite (NaN or infinite).")
