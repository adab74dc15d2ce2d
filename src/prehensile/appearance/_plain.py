"""Blood over time in NumPy, to be read and to check the compiled kernel against."""

import numpy as np


def follow(
    time: np.ndarray, targets: np.ndarray, blanch_s: float, refill_s: float, blood: np.ndarray
) -> None:
    """Blood over time, as :func:`prehensile.appearance.model.blood.blood_over_time` has it.

    Args:
        time: (T,) [s]
        targets: (T, N, 4) coefficients at rest under each frame's load.
        blanch_s: [s] in which blood leaves.
        refill_s: [s] in which it comes back.
        blood: (T, N, 4), written.
    """
    size = (targets**2).sum(axis=-1)
    now = targets[0].copy()
    blood[0] = now
    for k in range(1, len(time)):
        leaving = size[k - 1] > (now**2).sum(axis=-1)
        kept = np.exp(-(time[k] - time[k - 1]) / np.where(leaving, blanch_s, refill_s))
        now = targets[k - 1] + (now - targets[k - 1]) * kept[:, None]
        blood[k] = now
