"""Friction cones of 2m sides and maximum dissipation (Kry 2005, 5.2–5.7).

A contact's force is D β with β ≥ 0: the normal's share first, then those of tangents in opposite
pairs. The tangents' shares together are at most μ times the normal's, and work against the slip as
much as they can: that is where λ comes from (5.5). A soft pad also twists (5.1.5): D has wrenches,
and one more pair about the normal.
"""

import numpy as np

from prehensile.errors import InputError
from prehensile.quality.measure.friction_cone import tangents

MOST_SIDES = 64
"""of a cone: they lose 0.1 % of its friction, and a step with more takes seconds"""


def checked_sides(sides: int) -> int:
    """How many sides a cone has: even, so that they come in pairs, from four to `MOST_SIDES`.

    Raises:
        InputError: another number.
    """
    if not 4 <= sides <= MOST_SIDES or sides % 2:
        raise InputError(
            f"a friction cone has {sides} sides; give an even number from 4 up, {MOST_SIDES} at "
            "most."
        )
    return sides


def cone_directions(normal: np.ndarray, sides: int, arm: np.ndarray | None = None) -> np.ndarray:
    """D_i of (5.3), as wrenches (f, τ) on what is above.

    Args:
        normal: (N, 3) d_i0
        sides: 2m
        arm: (N,) [m] torque about the normal for each newton of friction; None if all are hard.

    Returns:
        (N, 6, K) with K = 1 + 2m, or 3 + 2m with the pair about the normal.
    """
    t1, t2 = tangents(normal)
    angle = 2 * np.pi * np.arange(sides) / sides
    D = np.zeros((len(normal), 6, 1 + sides + (0 if arm is None else 2)))
    D[:, :3, 0] = normal
    D[:, :3, 1 : 1 + sides] = t1[:, :, None] * np.cos(angle) + t2[:, :, None] * np.sin(angle)
    if arm is not None:
        D[:, 3:, -2] = arm[:, None] * normal
        D[:, 3:, -1] = -D[:, 3:, -2]
    return D


def limit_rows(friction: np.ndarray, columns: int) -> np.ndarray:
    """(N, K) F_i of (5.3): σ_i = F_i β_i = μ β_i0 − Σ β_ij is never negative."""
    F = np.full((len(friction), columns), -1.0)
    F[:, 0] = friction
    return F


def spread_row(columns: int) -> np.ndarray:
    """(K,) E_i of (5.6): F_i without its first entry."""
    E = np.full(columns, -1.0)
    E[0] = 0.0
    return E


def torsion_arm(torsion: np.ndarray, friction: np.ndarray) -> np.ndarray | None:
    """(N,) [m] for `cone_directions`, so that the whole friction makes the largest torque; None
    where no contact twists.
    """
    if not torsion.any():
        return None
    return np.divide(torsion, friction, out=np.zeros_like(torsion), where=friction > 0)
