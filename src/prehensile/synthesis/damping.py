"""Damping of a fingertip (Kry 2005, 5.23), against how the reference moves.

A wrench −Σ c ΓᵀΓφ brakes absolute motion, and drags on what a hand carries: here it is
−Σ c Γᵀ(Γφ − Jθ̇_r), taken at the end of the step. c grows with the normal force (Hajian 1997).
"""

import numpy as np

DAMPING = 1.0
"""[Ns/m] for each newton: 2 Ns/m at 2 N (Hajian 1997, as quoted by the thesis)"""


def contact_damping(normal_force: np.ndarray, each: float = DAMPING) -> np.ndarray:
    """(N,) c_i [Ns/m] at normal forces (N,) [N] of the last step."""
    return each * normal_force


def damped_inertia(M: np.ndarray, maps: np.ndarray, c: np.ndarray, h: float) -> np.ndarray:
    """M̃ = M + h Σ c_i Γᵢᵀ Γᵢ (n, n) of all bodies, for their twists (N, 6, n) at the contacts."""
    linear = maps[:, :3]
    return M + h * np.einsum("i,ika,ikb->ab", c, linear, linear)


def damping_drive(maps: np.ndarray, c: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Σ c_i Γᵢᵀ Jᵢ θ̇_r (n,), by which the moving reference takes bodies along.

    Args:
        maps: (N, 6, n) of the bodies, taken away: what is below counts negative.
        c: (N,) [Ns/m]
        reference: (N, 3) [m/s] of the hand's points.
    """
    return -np.einsum("i,ika,ik->a", c, maps[:, :3], reference)
