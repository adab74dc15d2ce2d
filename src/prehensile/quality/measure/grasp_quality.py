"""Contacts in; closure, value and weakest direction out: for every world at every step."""

from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.fast_path import kernels
from prehensile.quality.measure.checked_contacts import (
    checked_friction,
    checked_length,
    checked_torsion,
    refuse_normals,
    refuse_numbers,
    refuse_shapes,
)
from prehensile.quality.measure.checked_wrenches import ALL, checked_mask
from prehensile.quality.measure.contact_wrenches import SIDES
from prehensile.quality.measure.tolerances import NO_NUMBER


class GraspQuality(NamedTuple):
    """How good a grasp is at a glance."""

    closed: np.ndarray
    """(...) bool: every disturbance can be met"""
    value: np.ndarray
    """(...) smallest singular value of the contact wrenches; 0 where the grasp is not closed"""
    weakest: np.ndarray
    """(..., 6) unit: the disturbance, force and torque over the length, that is resisted least;
    where the grasp is not closed, one that is not resisted at all"""


def grasp_quality(
    pos: ArrayLike,
    normal: ArrayLike,
    friction: float | np.ndarray,
    origin: ArrayLike,
    length: float,
    *,
    mask: ArrayLike | None = None,
    sides: int = SIDES,
    torsion: float | np.ndarray = 0.0,
) -> GraspQuality:
    """Quality Q of Andrews 2014, 3.3.2, of one grasp or of many at once.

    Use it in a loop or as a reward; to compare grasps at leisure take `epsilon`. The same as
    `contact_wrenches`, `wrench_ellipsoid` and `force_closure` one after the other, in one pass.

    Args:
        pos: (..., N, 3) [m]
        normal: (..., N, 3) unit, from the hand into the object.
        friction: sliding coefficient, one or (..., N).
        origin: (3,) or (..., 3) [m] about which torques are taken: the centre of mass.
        length: [m] by which they are divided: the object's largest radius about the origin.
        mask: (..., N) which contacts count, others may hold anything; all if left out.
        sides: edges of a friction cone.
        torsion: [m] largest torque about a normal over the normal force, one or (..., N); 0 for
            hard fingers.

    Raises:
        InputError: contacts, friction or length that make no sense.
    """
    at, into = np.ascontiguousarray(pos, dtype=float), np.ascontiguousarray(normal, dtype=float)
    if at.shape != into.shape or at.ndim < 2 or at.shape[-1] != 3:
        refuse_shapes(at.shape, into.shape)
    batch, count = at.shape[:-2], at.shape[-2]
    worlds = prod(batch)
    live = ALL if mask is None else checked_mask(mask, at.shape[:-1])
    closed, value = np.empty(worlds, dtype=bool), np.empty(worlds)
    weakest = np.empty((worlds, 6))
    wrong = kernels("quality.measure").qualities(
        at.reshape(worlds, count, 3),
        into.reshape(worlds, count, 3),
        live,
        _rows(checked_friction(friction), batch, count, "friction"),
        _rows(checked_torsion(torsion), batch, count, "torsion"),
        _origins(origin, batch),
        checked_length(length),
        sides,
        closed,
        value,
        weakest,
    )
    if wrong:
        refuse_numbers() if wrong == NO_NUMBER else refuse_normals()
    return GraspQuality(closed.reshape(batch), value.reshape(batch), weakest.reshape((*batch, 6)))


def _rows(value: np.ndarray, batch: tuple[int, ...], count: int, what: str) -> np.ndarray:
    """One value as (1, 1), (N,) as (1, N), (..., N) as (B, N)."""
    if value.ndim == 0:
        return value.reshape(1, 1)
    if value.shape == (count,):
        return value.reshape(1, count)
    if value.shape != (*batch, count):
        raise InputError(
            f"{what} is one number or one for each of {count} contacts, got shape {value.shape}."
        )
    return np.ascontiguousarray(value).reshape(-1, count)


def _origins(origin: ArrayLike, batch: tuple[int, ...]) -> np.ndarray:
    """(3,) as (1, 3), (..., 3) as (B, 3)."""
    at = np.ascontiguousarray(origin, dtype=float)
    if at.shape not in ((3,), (*batch, 3)):
        raise InputError(f"the origin is (3,) or one for each grasp, got shape {at.shape}.")
    if not np.isfinite(at).all():
        raise InputError("the origin is not finite (NaN or infinite).")
    return at.reshape(-1, 3)
