"""A measured force without its noise: nothing before the onset, a polynomial after the vibration.

What a smooth reference leaves of a rising torque is a few hundredths of it, no more than a sensor's
noise. A torque with that noise in it would make every compliance too small (attenuation). In
between, the vibration itself is taken as it was measured: a finger that bounces is pushed by it.
"""

import numpy as np

DEGREES = (2, 3, 4, 5, 6)
"""that are tried"""


def pressing_force(
    t: np.ndarray, force: np.ndarray, settled: float, sound: np.ndarray
) -> np.ndarray:
    """(N, d) [N] a force after a touch; the data choose the degree, by Schwarz's criterion.

    Args:
        t: (N,) [s] from the onset.
        force: (N, d) [N]
        settled: [s] from the onset, when the vibration ends.
        sound: (N,) samples that count.
    """
    after = sound & (t >= settled) & (t > 0)
    gap = settled > float(np.median(np.diff(t)))
    first = 0 if gap else 1  # without a vibration the force rises from nought
    begin = settled if gap else 0.0
    u = np.maximum(t - begin, 0.0) / max(float(t[-1]) - begin, 1e-9)
    n, d = int(after.sum()), force.shape[1]
    best, found = np.inf, np.zeros_like(force)
    for degree in DEGREES:
        X = u[:, None] ** np.arange(first, degree + 1)
        if X.shape[1] + 2 > n:
            break
        size = np.linalg.lstsq(X[after], force[after], rcond=None)[0]
        rest = float(((force - X @ size)[after] ** 2).sum())
        score = n * d * np.log(max(rest, 1e-30) / (n * d)) + d * X.shape[1] * np.log(n)
        if score < best:
            best, found = score, X @ size
    between = (t >= 0) & (t < settled)
    return np.where((t < 0)[:, None], 0.0, np.where(between[:, None], force, found))
