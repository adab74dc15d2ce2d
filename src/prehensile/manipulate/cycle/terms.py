"""Terms of the objective (3.3.2), one function each, row by row.

Sums over steps are scaled by 60 h, so that weights do not depend on the timestep; at the published
1/60 s that is one.
"""

import numpy as np

PUBLISHED_HZ = 60.0


def per_step(timestep: float) -> float:
    """60 h: what a step counts in a sum."""
    return PUBLISHED_HZ * timestep


def quality_short(quality: np.ndarray, wanted: float) -> np.ndarray:
    """(N,) max(0, Q̃ − Q): L_0 at the end of the approach; L_Q is its mean over actuating."""
    return np.maximum(0.0, wanted - quality)


def participation(force: np.ndarray, takes_part: np.ndarray, enough: float) -> np.ndarray:
    """(N,) of L_P: fingers that should press and do not, or press and should not.

    Args:
        force: (N, M) [N] F_j, sums of the magnitudes of each finger's contact forces on the thing.
        takes_part: (M,) bool p
        enough: [N] η
    """
    lacking = np.where(takes_part, np.maximum(0.0, enough - force), 0.0)
    intruding = np.where(takes_part, 0.0, np.maximum(0.0, force - enough))
    return (lacking + intruding).sum(axis=1)


def speed(velocity: np.ndarray) -> np.ndarray:
    """(N,) ‖ω‖ or ‖v‖ of the thing: L_ω [rad/s] and L_v [m/s] while the hand lets go; ours,
    ‖ω‖ also while it takes hold (``early``): what turns the thing is the grasp.
    """
    return np.linalg.norm(velocity, axis=1)


def effort(stiffness: np.ndarray, wanted: np.ndarray, q: np.ndarray) -> np.ndarray:
    """(N,) [Nm] ‖K(q̃ − q)‖ of L_g, over the whole cycle."""
    return np.linalg.norm(stiffness * (wanted - q), axis=1)


def backs(touching: np.ndarray) -> np.ndarray:
    """(N,) how many fingers touch with their back (N, M) bool: Σ h_j of L_g."""
    return touching.sum(axis=1).astype(float)


def too_deep(depth: np.ndarray, allowed: float) -> np.ndarray:
    """(N,) [m] by which the deepest contact (N,) is deeper than allowed: ours, not published."""
    return np.maximum(0.0, depth - allowed)


def value_lost(value: np.ndarray) -> np.ndarray:
    """(N,) −V(s′) of L_V: what is still to be done after the cycle."""
    return -value
