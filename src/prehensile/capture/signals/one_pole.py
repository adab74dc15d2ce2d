"""The exponential filter, sample after sample: y ← keep y + (1 − keep) x."""

import numpy as np


def one_pole(values: np.ndarray, keep: float) -> np.ndarray:
    """(N, ...) filtered along the first axis, as if settled at the first value.

    Args:
        values: (N, ...) evenly sampled, without gaps.
        keep: from 0 (nothing is done) to below 1.
    """
    from scipy.signal import lfilter

    return np.asarray(lfilter([1 - keep], [1, -keep], values, axis=0, zi=keep * values[:1])[0])
