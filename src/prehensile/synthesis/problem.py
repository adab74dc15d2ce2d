"""The complementarity problem of one step (Kry 2005, 5.20–5.21)."""

from typing import NamedTuple

import numpy as np

from prehensile.synthesis.cone import limit_rows, spread_row


class StepProblem(NamedTuple):
    """(ν, σ) = M (β, λ) + q"""

    M: np.ndarray
    """(NK + N, NK + N)"""
    q: np.ndarray
    """(NK + N,)"""


def step_problem(
    A: np.ndarray, a: np.ndarray, gap: np.ndarray, friction: np.ndarray
) -> StepProblem:
    """Put cones and motion together.

    Args:
        A: (NK, NK) Dᵀ(G − U)D: how contacts move along D for forces β.
        a: (NK,) how they move without any.
        gap: (N,) s_i0 [m]; for the tangents s is 0.
        friction: (N,) μ
    """
    count = len(gap)
    columns = len(a) // count
    n = len(a)
    M = np.zeros((n + count, n + count))
    q = np.zeros(n + count)
    M[:n, :n] = A
    q[:n] = a
    q[:n:columns] += gap
    own = np.arange(n).reshape(count, columns)
    limit = n + np.arange(count)[:, None]
    M[own, limit] = -spread_row(columns)
    M[limit, own] = limit_rows(friction, columns)
    return StepProblem(M, q)
