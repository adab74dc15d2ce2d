"""Wrenches and their masks as compiled measures take them."""

from math import prod

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError


def checked_wrenches(
    wrench: ArrayLike, mask: ArrayLike | None = None
) -> tuple[np.ndarray, np.ndarray, tuple[int, ...]]:
    """Wrenches (B, K, 6), which of them count (B, K), and the shape of the batch.

    Raises:
        InputError: another shape, or a wrench that counts and is not finite.
    """
    rows = np.ascontiguousarray(wrench, dtype=float)
    if rows.ndim < 2 or rows.shape[-1] != 6:
        raise InputError(f"wrenches have the shape (..., K, 6), got {rows.shape}.")
    batch, count = rows.shape[:-2], rows.shape[-2]
    flat = rows.reshape(prod(batch), count, 6)
    if mask is None:
        live = np.ones(flat.shape[:2], dtype=bool)
    else:
        live = np.ascontiguousarray(np.broadcast_to(np.asarray(mask, dtype=bool), rows.shape[:-1]))
        live = live.reshape(flat.shape[:2])
    if not np.isfinite(flat if mask is None else flat[live]).all():
        raise InputError("a wrench holds a value that is not finite (NaN or infinite).")
    return flat, live, batch
