"""The gradient descent that Duits 2015 compares with (5.3), compiled as our solvers are."""

from collections.abc import Callable
from functools import cache
from math import atan2, cos, pi, sin, sqrt
from typing import NamedTuple

import numpy as np

from prehensile.fast_path import kernels_in_use
from prehensile.kinematics.ik.finger import COUPLING

SHARE = 0.75
"""Share of difference over gradient that a step takes (5.3)"""
START = 0.5 * pi / (1 + COUPLING)
"""[rad] the middle of the domain of θ_PIP (5.3, 7)"""
TOLERANCE = 1e-7
"""[m] The descent ends once it is this near: 0.0001 mm (5.3)"""
MOST_STEPS = 200
"""The paper needs 10 to 15; this only ends the loop if it should ever not converge."""


class Descent(NamedTuple):
    """Where the descent ended."""

    angles: np.ndarray
    """(N, 3) [rad] MCP, PIP, DIP"""
    steps: np.ndarray
    """(N,) it took"""


def descend(bones: np.ndarray, targets: np.ndarray) -> Descent:
    """Angles of one finger (3,) [m] that bring its tip to targets (N, 2) [m] within reach."""
    angles, steps = np.empty((len(targets), 3)), np.empty(len(targets), dtype=np.int64)
    loop = _compiled() if kernels_in_use() == "compiled" else _loop
    loop(bones, targets, angles, steps)
    return Descent(angles, steps)


@cache
def _compiled() -> Callable[..., None]:
    """The loop with the compiler options of our own kernels."""
    from numba import njit

    return njit(nogil=True, error_model="numpy", fastmath={"contract"})(_loop)


def _loop(bones: np.ndarray, targets: np.ndarray, angles: np.ndarray, steps: np.ndarray) -> None:
    l1, l2, l3 = bones[0], bones[1], bones[2]
    squares = l1 * l1 + l2 * l2 + l3 * l3
    a, b, c = 2.0 * l1 * l2, 2.0 * l1 * l3, 2.0 * l2 * l3
    k = 1.0 + COUPLING
    for i in range(targets.shape[0]):
        px, py = targets[i, 0], targets[i, 1]
        goal = sqrt(px * px + py * py)
        pip, step = START, 0
        while True:
            c1, s1 = cos(pip), sin(pip)
            c2, s2 = cos(k * pip), sin(k * pip)
            c3, s3 = cos(COUPLING * pip), sin(COUPLING * pip)
            d = sqrt(squares + a * c1 + b * c2 + c * c3)  # (5)
            off = goal - d
            if abs(off) <= TOLERANCE or step == MOST_STEPS:
                break
            gradient = -(a * s1 + k * b * s2 + COUPLING * c * s3) / (2.0 * d)
            pip += SHARE * off / gradient
            step += 1
        if pip < 0.0:  # (5) is even: the same finger bent backwards
            pip, s1, s2 = -pip, -s1, -s2
        # The knuckle as our solvers turn it: the paper's arccos would lose its sign.
        x, y = l1 + l2 * c1 + l3 * c2, l2 * s1 + l3 * s2
        angles[i, 0] = atan2(x * py - y * px, x * px + y * py)
        angles[i, 1], angles[i, 2] = pip, COUPLING * pip
        steps[i] = step
