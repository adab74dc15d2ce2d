"""Damping of a fingertip (Kry 2005, 5.23), against how the reference moves.

A wrench −Σ c ΓᵀΓφ on the body brakes absolute motion, and drags on what a hand carries; against
Γφ − Jθ̇_r it would not, but still brake what slides by more than friction can. Here the damper
stands beside the finger's springs, −Σ c Jᵀ(Jθ̇ − Jθ̇_r), taken at the end of the step. While a
contact sticks, Jθ̇ is Γφ and it is the same; all that reaches the body goes through the contact,
inside the cone. c grows with the normal force (Hajian 1997).
"""

import numpy as np

DAMPING = 2.0
"""[Ns/m] for each newton: half way from Hajian's 1.0 (2 Ns/m at 2 N, 1997, as quoted) to the
thesis's own 2.9 (Table 4.4: 2.04 at 0.68 N, 3.86 at 1.35 N). Of the swinging after a lift 1 leaves
0.34, 2 0.23 and 3 0.22 (`bench synthesis`, seeds 0–9)."""


def contact_damping(normal_force: np.ndarray, each: float = DAMPING) -> np.ndarray:
    """(N,) c_i [Ns/m] at normal forces (N,) [N] of the last step."""
    return each * normal_force


def damped_springs(
    C: np.ndarray, to_reference: np.ndarray, reference_moves: np.ndarray, J: np.ndarray,
    c: np.ndarray, h: float,
) -> tuple[np.ndarray, np.ndarray]:  # fmt: skip
    """Springs with dampers: C̃ (n, n) and the motion x (n,) of a step in which nothing pushes.

    C⁻¹(Δθ − a) + D/h (Δθ − b) = Jᵀf with D = Σ c_i JᵢᵀJᵢ is Δθ = x + C̃Jᵀf, where
    C̃ = (1 + C D/h)⁻¹C and x = a + C̃ D/h (b − a); C may be singular.

    Args:
        C: (n, n)
        to_reference: (n,) a, θ_r^{k+1} − θ^k
        reference_moves: (n,) b, θ_r^{k+1} − θ_r^k
        J: (N, 6, n) of the structure.
        c: (N,) [Ns/m]
        h: [s]
    """
    linear = J[:, :3]
    D = np.einsum("i,ika,ikb->ab", c / h, linear, linear)
    damped = np.linalg.solve(np.eye(len(C)) + C @ D, C)
    return damped, to_reference + damped @ (D @ (reference_moves - to_reference))
