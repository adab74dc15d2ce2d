"""Random fingers of adults, as the paper draws them: every bone normal and on its own."""

import numpy as np

from prehensile.hand.anthropometry import BONE_MEAN_MM, BONE_SD_MM

SHORTEST = 2.0
"""[mm] No bone is drawn shorter."""


def random_fingers(rng: np.random.Generator, count: int) -> np.ndarray:
    """(count, 3) [m] L_PP, L_IP and L_DP with the tissue of the tip, of any of four fingers."""
    row = rng.integers(1, 5, count)
    drawn = rng.normal(BONE_MEAN_MM[row, 1:], BONE_SD_MM[row, 1:])
    bones = np.maximum(drawn, SHORTEST)
    return 1e-3 * np.column_stack([bones[:, 0], bones[:, 1], bones[:, 2] + bones[:, 3]])


def random_targets(rng: np.random.Generator, near: np.ndarray, far: np.ndarray) -> np.ndarray:
    """(..., 2) [m] at any distance within reach and in any direction."""
    d = near + (far - near) * rng.random(near.shape)
    around = rng.uniform(-np.pi, np.pi, near.shape)
    return np.stack([d * np.cos(around), d * np.sin(around)], axis=-1)
