"""How far a soft finger can twist: its patch grows with the force (Hertz), and torsion with it."""

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError

MODULUS = 120e3
"""[Pa] E / (1 − ν²) of a fingerpad: Kry 2005 found Young's moduli from 90 kPa on, ν = 0.5"""
PAD_CURVATURE = 1 / 0.008
"""[1/m] of an adult's fingerpad"""
PAD_TORSION = 0.003
"""[m] the hand's fixed torsion, at friction 0.8: that of a patch of 5.6 mm, which a fingerpad has
on something flat at 3.6 N"""
UNIFORM = 2 / 3
"""Torque over friction, radius and force where the pressure is even over the patch, as the hand's
model has it. Hertz' own pressure would give 3π/16, a tenth less."""


def patch_radius(
    force: ArrayLike,
    object_curvature: ArrayLike = 0.0,
    pad_curvature: ArrayLike = PAD_CURVATURE,
    modulus: float = MODULUS,
) -> np.ndarray:
    """[m] Radius of the patch, a³ = 3 F R / 4 E with 1/R the sum of both curvatures.

    Args:
        force: [N] normal, from 0 up.
        object_curvature: [1/m] 0 where it is flat, below 0 where it is hollow.
        pad_curvature: [1/m] of the finger.
        modulus: [Pa]

    Raises:
        InputError: a force below 0 or not finite, or a hollow narrower than the finger.
    """
    press, curvature = np.asarray(force, dtype=float), np.add(object_curvature, pad_curvature)
    if not (np.isfinite(press) & (press >= 0)).all():
        raise InputError(f"a normal force is finite and not below 0 [N], got {force}.")
    if not (np.isfinite(curvature) & (curvature > 0)).all():
        raise InputError(
            f"both curvatures together must be above 0 [1/m], got {curvature}: the finger does not "
            "fit into a hollow that narrow."
        )
    return np.cbrt(0.75 * press / (curvature * modulus))


def patch_torsion(
    force: ArrayLike,
    friction: float,
    object_curvature: ArrayLike = 0.0,
    pad_curvature: ArrayLike = PAD_CURVATURE,
    modulus: float = MODULUS,
) -> np.ndarray:
    """[m] Largest torque about the normal over the normal force: what soft fingers need.

    Use it where forces are known and differ much; `PAD_TORSION` is its value at one of them.

    Args:
        force: [N] normal.
        friction: sliding coefficient.
        object_curvature: [1/m] 0 where it is flat.
        pad_curvature: [1/m] of the finger.
        modulus: [Pa]
    """
    return UNIFORM * friction * patch_radius(force, object_curvature, pad_curvature, modulus)
