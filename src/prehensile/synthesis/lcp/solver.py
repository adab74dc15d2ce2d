"""`solve_lcp`: one linear complementarity problem by Lemke's method, and how good it is."""

from math import isfinite
from typing import Literal, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.fast_path import kernels

Status = Literal["solved", "ray", "limit", "inexact"]
STATUSES: tuple[Status, ...] = ("solved", "ray", "limit")
"""As the kernels number them"""
ACCURATE = 1e-8
"""Residual up to which a solution is called solved"""
PIVOTS_EACH = 20
"""Most pivots for every unknown; problems of friction need about one"""
COLD = np.zeros(0, bool)


class LcpResult(NamedTuple):
    """What was found. Only ``solved`` is a solution."""

    z: np.ndarray
    """(n,) not negative"""
    basis: np.ndarray
    """(n,) bool: which z may be positive; where the next problem like it begins"""
    residual: float
    """largest negative part of w or z, or product of the two, all scaled to 1: rows and columns
    of M, q, and z"""
    status: Status
    """``ray``: Lemke's path ended nowhere, as where there is no solution; ``limit``: too many
    pivots; ``inexact``: rounding spoilt it"""
    pivots: int

    @property
    def solved(self) -> bool:
        """Whether z solves the problem."""
        return self.status == "solved"


def solve_lcp(M: np.ndarray, q: np.ndarray, start: np.ndarray | None = None) -> LcpResult:
    """Find z with w = M z + q, w ≥ 0, z ≥ 0 and wᵀz = 0.

    Finds one wherever M is copositive-plus and there is one (friction problems are), or where M is
    a P-matrix; ties are broken lexicographically, so that it cannot cycle. Other matrices may end
    on a ray although there is a solution.

    Args:
        M: (n, n)
        q: (n,)
        start: (n,) bool, the basis of a problem like it. Where it still holds, nothing is pivoted.

    Raises:
        InputError: shapes that do not fit, or numbers that are not finite.
    """
    M, q = np.ascontiguousarray(M, float), np.ascontiguousarray(q, float)
    n = len(q) if q.ndim == 1 else -1
    if M.shape != (n, n):
        raise InputError(f"M has shape {M.shape} and q {q.shape}; expected (n, n) and (n,).")
    # The sum of squares is cheap, and finite unless a number is not, or is very large.
    if not isfinite(np.vdot(M, M) + np.vdot(q, q)) and not (
        np.isfinite(M).all() and np.isfinite(q).all()
    ):
        raise InputError("a complementarity problem holds numbers that are not finite.")
    first = COLD if start is None else np.ascontiguousarray(start, bool)
    if first.shape not in ((n,), (0,)):
        raise InputError(f"the start basis has shape {first.shape}; expected ({n},).")
    most = PIVOTS_EACH * (n + 1)
    z, basis, residual, code, pivots = kernels("synthesis.lcp").lemke(M, q, first, most)
    status: Status = STATUSES[code]
    if status == "solved" and residual > ACCURATE:
        status = "inexact"
    return LcpResult(np.maximum(z, 0.0), basis, float(residual), status, int(pivots))
