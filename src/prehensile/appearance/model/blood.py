"""Blood over time: it leaves and comes back slowly (Andrews 2014, 5.4.3).

The decay acts on the coefficients, not on the force: the law between them is not linear.
"""

import numpy as np

from prehensile.appearance.model.model import BlushModel
from prehensile.fast_path import kernels


def next_blood(
    model: BlushModel, blood: np.ndarray, target: np.ndarray, dt: float | np.ndarray
) -> np.ndarray:
    """Coefficients after ``dt`` seconds on their way to ``target``, exact for any step.

    y(t + dt) = y* + (y − y*) e^(−dt/τ), τ of blanching where the load takes more blood away than
    is gone already, else of refilling.

    Args:
        model: time constants.
        blood: (..., 4) now.
        target: (..., 4) of the load, held over the step; of the same shape.
        dt: [s], at least 0: one, or (...) of them.
    """
    target = np.asarray(target, float)
    many = target.shape[-1]
    return (
        kernels("appearance.model")
        .lagged(
            np.asarray(blood, float).reshape(-1, many),
            target.reshape(-1, many),
            np.asarray(dt, float).reshape(-1),
            model.blanch_s,
            model.refill_s,
        )
        .reshape(target.shape)
    )


def blood_over_time(model: BlushModel, time: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Coefficients (T, ..., 4) of targets (T, ..., 4) at times (T,) [s]; the first is at rest.

    A frame's load acts until the next one.
    """
    blood = np.array(targets, float)
    for k in range(1, len(time)):
        blood[k] = next_blood(model, blood[k - 1], targets[k - 1], time[k] - time[k - 1])
    return blood
