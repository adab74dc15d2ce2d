"""Contacts as a user gives them, refused in one line where they make no sense."""

from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError

UNIT_TOLERANCE = 1e-3
"""How far the length of a normal may be from 1, as in a clip"""


class Contacts(NamedTuple):
    """Points that press on one object."""

    pos: np.ndarray
    """(..., N, 3) [m]"""
    normal: np.ndarray
    """(..., N, 3) unit, into the object"""


def checked_contacts(pos: ArrayLike, normal: ArrayLike) -> Contacts:
    """Both as float arrays of one shape (..., N, 3).

    Raises:
        InputError: another shape, a value that is not finite, a normal that is not of unit length.
    """
    at, into = np.asarray(pos, dtype=float), np.asarray(normal, dtype=float)
    if at.shape != into.shape or at.ndim < 2 or at.shape[-1] != 3:
        refuse_shapes(at.shape, into.shape)
    if not (np.isfinite(at).all() and np.isfinite(into).all()):
        refuse_numbers()
    if (np.abs(np.linalg.norm(into, axis=-1) - 1) > UNIT_TOLERANCE).any():
        refuse_normals()
    return Contacts(at, into)


def checked_friction(friction: float | np.ndarray) -> np.ndarray:
    """The coefficient as an array, above 0.

    Raises:
        InputError: it is not, or not finite.
    """
    value = np.asarray(friction, dtype=float)
    if not ((value > 0) & np.isfinite(value)).all():
        raise InputError(
            f"friction must be above 0 and finite, got {friction}. For contacts without any, "
            "ask for form closure."
        )
    return value


def checked_length(length: float) -> float:
    """The length that torques are divided by.

    Raises:
        InputError: it is not above 0 and finite.
    """
    if not (length > 0 and np.isfinite(length)):
        raise InputError(
            f"torques are divided by a length above 0 [m], got {length}. The object's radius does."
        )
    return float(length)


def checked_torsion(torsion: float | np.ndarray) -> np.ndarray:
    """Torque over normal force of soft fingers as an array.

    Raises:
        InputError: it is below 0 or not finite.
    """
    value = np.asarray(torsion, dtype=float)
    if not ((value >= 0) & np.isfinite(value)).all():
        raise InputError(f"torsion is a length from 0 up [m], got {torsion}.")
    return value


def checked_forces(force: ArrayLike, count: int) -> np.ndarray:
    """Normal forces of so many contacts (count,) [N], one for all or one each.

    Raises:
        InputError: another number of them, or one that is not finite.
    """
    value = np.asarray(force, dtype=float)
    if value.shape not in ((), (count,)):
        raise InputError(f"there are {count} contacts, but forces of shape {value.shape}.")
    if not np.isfinite(value).all():
        raise InputError("a normal force is not finite (NaN or infinite).")
    return np.broadcast_to(value, (count,))


def checked_direction(direction: ArrayLike, size: int, what: str) -> np.ndarray:
    """A vector (size,) that points somewhere.

    Raises:
        InputError: another shape, zero, or not finite.
    """
    vector = np.asarray(direction, dtype=float)
    if vector.shape != (size,):
        raise InputError(f"{what} has shape {vector.shape}; expected ({size},).")
    if not np.isfinite(vector).all() or not vector.any():
        raise InputError(f"{what} must be finite and not zero, got {vector.tolist()}.")
    return vector


def refuse_shapes(pos: tuple[int, ...], normal: tuple[int, ...]) -> NoReturn:
    """Say that positions and normals do not fit.

    Raises:
        InputError: always.
    """
    raise InputError(
        f"positions and normals of contacts are (..., N, 3) alike, got {pos} and {normal}."
    )


def refuse_numbers() -> NoReturn:
    """Say that a contact is not finite.

    Raises:
        InputError: always.
    """
    raise InputError("a contact holds a value that is not finite (NaN or infinite).")


def refuse_normals() -> NoReturn:
    """Say that a normal is no unit vector.

    Raises:
        InputError: always.
    """
    raise InputError("normals of contacts must be of unit length.")
