"""`project_contacts`: contact forces by projected Gauss–Seidel, given W and velocities."""

import numpy as np

from prehensile.fast_path import kernels


def project_contacts(
    delassus: np.ndarray,
    velocity: np.ndarray,
    bias: np.ndarray,
    friction: np.ndarray,
    impulse: np.ndarray,
    sweeps: int,
) -> np.ndarray:
    """(3 c,) impulses with W p + u ≥ b ⟂ p_n ≥ 0 inside round friction cones.

    Args:
        delassus: (3 c, 3 c) W, rows in threes: normal, then two tangents.
        velocity: (3 c,) u, without impulses.
        bias: (c,) b, normal velocities to reach at least.
        friction: (c,) μ
        impulse: (3 c,) where to begin.
        sweeps: how often over all contacts, unless impulses stop changing before.
    """
    found = np.array(impulse, float)
    kernels("forks.contact").project_contacts(delassus, velocity, bias, friction, found, sweeps)
    return found
