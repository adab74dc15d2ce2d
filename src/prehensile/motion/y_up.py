"""Animation files have y up; our world has z up. Both right-handed, both in metres."""

from typing import Literal

import numpy as np

Up = Literal["z", "y"]
UPS = ("z", "y")
"""Axes that may point up in a recording."""
R_YUP_WORLD = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""World (x, y, z) → (x, z, −y)."""


def y_up(T_world: np.ndarray, R_frame: np.ndarray | None = None) -> np.ndarray:
    """Poses (..., 4, 4) in a world with y up, with the body's axes changed by ``R_frame`` too.

    Args:
        T_world: (..., 4, 4) in our world.
        R_frame: (3, 3) the new axes of the body in its old ones; unchanged if left out.
    """
    T = T_world.copy()
    T[..., :3, :] = R_YUP_WORLD @ T[..., :3, :]
    if R_frame is not None:
        T[..., :3, :3] = T[..., :3, :3] @ R_frame
    return T


def z_up(T_yup: np.ndarray, R_frame: np.ndarray | None = None) -> np.ndarray:
    """The inverse of :func:`y_up`, with the same ``R_frame``."""
    T = T_yup.copy()
    if R_frame is not None:
        T[..., :3, :3] = T[..., :3, :3] @ R_frame.T
    T[..., :3, :] = R_YUP_WORLD.T @ T[..., :3, :]
    return T
