"""How much force a finger's joints turn into: the force transmission ratio (Chiu 1987)."""

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.quality.measure.checked_contacts import checked_direction

MOST = 100.0
"""[1/m] at most: a lever of one centimetre. A point that cannot move along the direction would have
an infinite ratio, so that singular poses would be the best of all."""


def force_transmission(jacobian: ArrayLike, direction: ArrayLike, most: float = MOST) -> np.ndarray:
    """α = (ŝᵀ J Jᵀ ŝ)^(−1/2) [1/m], clamped: newtons along ŝ for a newton metre at the joints.

    Use it to choose between poses that touch the same places, as when a hand is to hang on a hold;
    it knows nothing of friction or of the object.

    Args:
        jacobian: (..., 3, n) [m/rad] of the point, by the joints that move it.
        direction: (3,) ŝ, of any length.
        most: [1/m] to which it is clamped.

    Raises:
        InputError: a zero direction, another shape, or values that are not finite.
    """
    J = np.asarray(jacobian, dtype=float)
    if J.ndim < 2 or J.shape[-2] != 3:
        raise InputError(f"a Jacobian of points has the shape (..., 3, n), got {J.shape}.")
    if not np.isfinite(J).all():
        raise InputError("the Jacobian holds a value that is not finite (NaN or infinite).")
    s = checked_direction(direction, 3, "the direction")
    moved = np.linalg.norm(np.einsum("...ij,i->...j", J, s / np.linalg.norm(s)), axis=-1)
    return np.minimum(most, 1 / np.maximum(moved, 1 / most))
