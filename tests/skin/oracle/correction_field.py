"""What corrections add to a skin at rest, summed without the kernels."""

import numpy as np
from scipy.sparse import csr_array

from prehensile.skin.rig.corrections import Corrections


def added_field(corrections: Corrections, a: np.ndarray) -> np.ndarray:
    """(V, 3) [m] what coordinates add, without the kernels."""
    matrix = csr_array(
        (a[corrections.column], np.arange(len(corrections.column)), corrections.start.astype(int)),
        shape=(len(corrections.start) - 1, len(corrections.column)),
    )
    return matrix @ corrections.shift.astype(float)
