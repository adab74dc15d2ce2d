"""Contacts out of sensors' numbers, compiled. Imported on first use only: Numba takes its time."""

import numpy as np
from numba import njit

from prehensile.world.batch.sensor_layout import DIST, FORCE, FOUND, NORMAL, POS, TANGENT

_fast = njit(cache=True, nogil=True, error_model="numpy")


@_fast
def read_contacts(
    block: np.ndarray, worlds: np.ndarray, found: np.ndarray, pos: np.ndarray, normal: np.ndarray,
    force: np.ndarray, depth: np.ndarray, normal_force: np.ndarray,
) -> None:  # fmt: skip
    """See :mod:`prehensile.world.batch._plain`."""
    for i in range(worlds.shape[0]):
        for pair in range(block.shape[1]):
            found[i, pair] = int(block[worlds[i], pair, 0, FOUND])
            if found[i, pair] == 0:
                continue
            for slot in range(block.shape[2]):
                one = block[worlds[i], pair, slot]
                for k in range(3):
                    a, b = (k + 1) % 3, (k + 2) % 3
                    bitangent = one[NORMAL + a] * one[TANGENT + b]
                    bitangent -= one[NORMAL + b] * one[TANGENT + a]
                    pushed = one[FORCE] * one[NORMAL + k] + one[FORCE + 1] * one[TANGENT + k]
                    pos[i, pair, slot, k] = one[POS + k]
                    normal[i, pair, slot, k] = one[NORMAL + k]
                    force[i, pair, slot, k] = pushed + one[FORCE + 2] * bitangent
                depth[i, pair, slot] = 0.0 - one[DIST]  # empty slots are 0, not −0
                normal_force[i, pair, slot] = one[FORCE]
