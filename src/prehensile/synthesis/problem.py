"""The complementarity problem of one step (Kry 2005, 5.20–5.21), with what holds hinges."""

from typing import NamedTuple

import numpy as np

from prehensile.synthesis.cone import limit_rows, spread_row


class StepProblem(NamedTuple):
    """(ν, σ, v, 2t − p) = M (β, λ, p, s) + q"""

    M: np.ndarray
    """(NK + N + Q + F, the same)"""
    q: np.ndarray
    """(NK + N + Q + F,)"""


def step_problem(
    A: np.ndarray, a: np.ndarray, gap: np.ndarray, friction: np.ndarray, dry: np.ndarray
) -> StepProblem:
    """Put cones, motion and hinges together.

    Args:
        A: (NK + Q, NK + Q) Dᵀ(G − U)D: how contacts move along D for forces β, and hinges turn.
        a: (NK + Q,) how they move without any.
        gap: (N + Q,) s_i0 [m], then what is left of hinges [rad]; for the tangents s is 0.
        friction: (N,) μ
        dry: (F,) [Nm] of the first F hinges
    """
    count, Q = len(friction), len(gap) - len(friction)
    n = len(a) - Q
    columns = n // count if count else 1
    forces = np.r_[:n, n + count : n + count + Q]
    M = np.zeros((len(a) + count + len(dry), len(a) + count + len(dry)))
    q = np.zeros(len(M))
    M[np.ix_(forces, forces)] = A
    q[forces] = a
    q[:n:columns] += gap[:count]
    q[n + count : n + count + Q] += gap[count:]
    own = np.arange(n).reshape(count, columns)
    limit = n + np.arange(count)[:, None]
    M[own, limit] = -spread_row(columns)
    M[limit, own] = limit_rows(friction, columns)
    p = n + count + np.arange(len(dry))
    s = p + Q
    M[p, s], M[s, p], q[s] = 1.0, -1.0, 2 * dry
    return StepProblem(M, q)
