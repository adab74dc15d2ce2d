"""A measured force without its noise: nothing before the onset, a polynomial after it.

What a cubic reference leaves of a rising torque is a few hundredths of it, no more than a sensor's
noise. A torque with that noise in it would make every compliance too small (attenuation).
"""

from typing import NamedTuple

import numpy as np

DEGREES = (2, 3, 4, 5, 6)
"""that are tried; the force is nought at the onset"""


class PressingForce(NamedTuple):
    """Of one window."""

    values: np.ndarray
    """(N, d) [N]"""
    basis: np.ndarray
    """(N, p) polynomials, 0 before the onset"""
    covariance: np.ndarray
    """(p, p) of the coefficients, over the variance of one sample's noise"""
    noise: float
    """[N] standard deviation of one sample, from what the fit leaves"""


def pressing_force(t: np.ndarray, force: np.ndarray, used: np.ndarray) -> PressingForce:
    """Fit a force after a touch; the data choose the degree, by Schwarz's criterion.

    Args:
        t: (N,) [s] from the onset.
        force: (N, d) [N]
        used: (N,) samples that count; those before the onset do not.
    """
    after = used & (t > 0)
    u = np.maximum(t, 0.0) / max(float(t.max()), 1e-9)
    best: tuple[float, PressingForce] | None = None
    n, d = int(after.sum()), force.shape[1]
    for degree in DEGREES:
        if degree + 2 > n:
            break
        X = u[:, None] ** np.arange(1, degree + 1)
        gram = np.linalg.inv(X[after].T @ X[after])
        found = X @ (gram @ (X[after].T @ force[after]))
        rest = float(((force - found)[after] ** 2).sum())
        variance = max(rest / (d * (n - degree)), 1e-30)
        score = n * d * np.log(max(rest, 1e-30) / (n * d)) + d * degree * np.log(n)
        if best is None or score < best[0]:
            best = score, PressingForce(found, X, gram, float(np.sqrt(variance)))
    assert best is not None, "a window has at least four samples after the touch"
    return best[1]
