"""Friction of a soft fingertip, whose μ falls with the normal force (Kry 2005, 5.2).

Friction of skin goes with the area that touches, which grows slower than the force: N^(2/3) for a
round tip (Hertz). So μ(N) = μ (N / 1 N)^−falls with ``falls`` = 1/3; 0 is Coulomb.
"""

import numpy as np

LEAST = 0.1
"""[N] below which μ does not grow any more, and that new contacts begin with"""


def soft_friction(friction: np.ndarray, normal_force: np.ndarray, falls: float) -> np.ndarray:
    """(N,) μ at normal forces (N,) [N], of those at 1 N."""
    return friction * np.maximum(normal_force, LEAST) ** -falls
