"""What the mouse pulls an end effector with."""

import numpy as np

FARTHEST = 0.4
"""Share of the radius that an end effector is pulled at most."""
STIFF = 0.05
"""Share of the largest compliance below which directions hardly follow the mouse."""


def to_force(compliance: np.ndarray) -> np.ndarray:
    """(3, 3) [N/m] force for a displacement; stiff directions are left to follow as they may."""
    values, vectors = np.linalg.eigh(compliance)
    small = STIFF * values[-1]
    return (vectors * (values / (values**2 + small**2))) @ vectors.T


def reached(way: np.ndarray, longest: float) -> np.ndarray:
    """A way (3,) [m], cut to a length."""
    return way * min(1.0, longest / max(float(np.linalg.norm(way)), 1e-12))
