"""Arrays that are checked once and cannot change afterwards."""

import math

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError


def frozen(
    value: ArrayLike, dtype: type[np.generic], shape: tuple[int | None, ...], name: str
) -> np.ndarray:
    """A read-only copy of ``value`` as ``dtype``; ``None`` in ``shape`` stands for any length.

    What is already so, and nobody can write into any more, is returned itself. Integers are
    accepted for floats, never floats for integers. Floats must be finite.

    Raises:
        InputError: another shape, another kind of number, or numbers that are not finite.
    """
    array = value if type(value) is np.ndarray else _as_array(value, name)
    if array.dtype.type is not dtype:
        _check_kind(array, dtype, name)
    if array.shape != shape and not _fits(array.shape, shape):
        wanted = ", ".join("n" if n is None else str(n) for n in shape)
        wanted += "," if len(shape) == 1 else ""
        raise InputError(f"{name} has shape {array.shape}; expected ({wanted}).")
    result = _kept(array, dtype)
    if issubclass(dtype, np.floating):
        if not _is_finite(result):
            raise InputError(f"{name} holds a value that is not finite (NaN or infinite).")
    elif result is not array and not np.array_equal(result, array):
        raise InputError(f"{name} holds an integer too large for {np.dtype(dtype)}.")
    return result


def read_only(array: np.ndarray) -> np.ndarray:
    """``array`` itself, neither checked nor copied, after which nobody can write into it."""
    array.flags.writeable = False
    return array


def freeze_arrays(owner: object) -> None:
    """Make every array among the attributes of ``owner`` read-only, without copies."""
    for value in vars(owner).values():
        if isinstance(value, np.ndarray):
            read_only(value)


def _as_array(value: ArrayLike, name: str) -> np.ndarray:
    try:
        return np.asarray(value)
    except ValueError:
        raise InputError(f"{name} holds something else than numbers: ragged rows.") from None


def _check_kind(array: np.ndarray, dtype: type[np.generic], name: str) -> None:
    if issubclass(dtype, np.floating):
        if array.dtype.kind not in "fiu":
            raise InputError(f"{name} holds something else than numbers, got dtype {array.dtype}.")
    elif array.dtype.kind not in "iu" and array.size:  # an empty list has no kind of its own
        raise InputError(f"{name} must hold whole numbers, got dtype {array.dtype}.")


def _fits(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return len(shape) == len(wanted) and all(
        want is None or want == got for want, got in zip(wanted, shape, strict=True)
    )


def _kept(array: np.ndarray, dtype: type[np.generic]) -> np.ndarray:
    """``array`` where nobody can write into it, else a copy that is read-only."""
    if array.dtype.type is dtype and array.dtype.isnative:
        flags = array.flags
        if not flags.writeable and flags.owndata and flags.c_contiguous:
            return array
        copy = array.copy()
    else:
        # What overflows float32 becomes infinite, which is refused later.
        with np.errstate(over="ignore"):
            copy = np.array(array, dtype, order="C")
    return read_only(copy)


def _is_finite(array: np.ndarray) -> bool:
    flat = array if array.ndim == 1 else array.ravel()
    # The sum of squares is cheap, and finite unless a number is not, or is very large.
    return math.isfinite(flat.dot(flat)) or bool(np.isfinite(flat).all())
