"""The plain twin of ``_kernels``: Lemke's method in NumPy, to be read and as oracle.

Murty 1988, chapter 2. The table is a dictionary: basic variables x_B = T x_N + b, one row each;
columns are the n nonbasic partners, the artificial z0, and b. Variable i < n is the slack w_i,
n + i its partner z_i, 2 n is z0. Ties are broken lexicographically: b is thought of as shifted by
ε, ε², …, so that no basis comes back.
"""

import numpy as np

SOLVED, RAY, LIMIT = 0, 1, 2
"""A solution; a secondary ray, from which nothing leads on; too many pivots"""
ZERO = 1e-11
"""What is smaller, in a table scaled to 1, is rounding: no pivot, no sign"""
TIE = 1e-12
"""Ratios this near are the same"""
GOOD = 1e-9
"""Residual up to which an answer counts"""
EXACT = 1e-13
"""Residual up to which the last basis still does: what it leaves would add up over many steps"""
GOLDEN = 0.6180339887498949
TRIES = 4
"""Cover vectors that are tried; the first is all ones"""


def lemke(
    M: np.ndarray, q: np.ndarray, start: np.ndarray, most: int
) -> tuple[np.ndarray, np.ndarray, float, int, int]:
    """Solve w = M z + q, w ≥ 0, z ≥ 0, wᵀz = 0.

    Args:
        M: (n, n)
        q: (n,)
        start: (n,) bool, which z were basic in a problem like it; (0,) for a cold start.
        most: pivots of one try.

    Returns:
        z (n,), which of them are basic (n,), the residual of the scaled problem, status, pivots.
    """
    n = len(q)
    scale = _scales(M)
    A = scale[:, None] * M * scale
    b = scale * q
    size = np.abs(b).max(initial=0.0)
    if size == 0.0 or b.min() >= 0.0:
        return np.zeros(n), np.zeros(n, bool), 0.0, SOLVED, 0
    b = b / size
    best, status, pivots = np.inf, RAY, 0
    best_z, best_basic = np.zeros(n), np.zeros(n, bool)
    # The first two tries are for a warm start: its basis as it is, then Lemke from there.
    for attempt in range(0 if len(start) == n else 2, 2 + TRIES):
        made = 0
        if attempt == 0:
            basic = start
            z = _basic_solution(A, b, basic)
            error = _residual(A, b, z)
            found = SOLVED if error <= EXACT else RAY
        else:
            cover = 1.0 + max(attempt - 2, 0) * ((np.arange(n) + 1) * GOLDEN % 1.0)
            T = np.column_stack([A, cover, b])
            first = start if attempt == 1 else np.zeros(n, bool)
            if attempt == 1 and not _transform(T, start):
                continue
            found, made, z, basic = _pivoted(T, first, most)
            z, error = _polished(A, b, z, basic)
        pivots += made
        good = found == SOLVED and error <= GOOD
        if good or error < best:
            best, status = error, found
            best_z, best_basic = z * scale * size, basic.copy()
        if good:
            break
    return best_z, best_basic, best, status, pivots


def _scales(M: np.ndarray) -> np.ndarray:
    """(n,) of rows and columns alike, which keeps a copositive matrix so: 1 on the diagonal, or
    as the largest entry of a row or column where the diagonal is nothing.
    """
    diagonal = np.diagonal(M)
    weak = diagonal <= ZERO * diagonal.max(initial=0.0)
    scale = 1.0 / np.sqrt(np.where(weak, 1.0, diagonal))
    for i in np.flatnonzero(weak):
        row = np.where(weak, 0.0, np.maximum(np.abs(M[i]), np.abs(M[:, i])) * scale).max()
        if row <= 0.0:
            row = np.maximum(np.abs(M[i]), np.abs(M[:, i])).max()
        scale[i] = 1.0 / row if row > 0.0 else 1.0
    return scale


def _pivoted(
    T: np.ndarray, start: np.ndarray, most: int
) -> tuple[int, int, np.ndarray, np.ndarray]:
    """Lemke's path from a table: status, pivots, z (n,) and which are basic."""
    n = len(T)
    rows, columns = np.arange(n), np.arange(n, 2 * n + 1)
    status, pivots = SOLVED, 0
    b = T[:, n + 1]
    if b.min() < 0.0:
        r, c = _most_negative(T), n
        status = LIMIT
        while pivots < most:
            left = rows[r]
            _exchange(T, r, c)
            rows[r], columns[c] = columns[c], left
            pivots += 1
            b[(b < 0.0) & (b > -ZERO)] = 0.0
            if left == 2 * n:
                status = SOLVED
                break
            c = int(np.flatnonzero(columns == (left + n if left < n else left - n))[0])
            r = _leaving(T, rows, columns, c)
            if r < 0:
                status = RAY
                break
    values = np.zeros(2 * n + 1)
    values[rows] = b
    in_basis = np.zeros(2 * n + 1, bool)
    in_basis[rows] = True
    z = np.where(start, values[:n], values[n : 2 * n])
    return status, pivots, z, np.where(start, in_basis[:n], in_basis[n : 2 * n])


def _most_negative(T: np.ndarray) -> int:
    """The row that z0 takes: the smallest b over the cover, the last of equal ones."""
    n = len(T)
    ratio = T[:, n + 1] / T[:, n]
    return int(np.flatnonzero(ratio <= ratio.min())[-1])


def _leaving(T: np.ndarray, rows: np.ndarray, columns: np.ndarray, c: int) -> int:
    """The row that bounds what enters in column c, by the lexicographic ratio test; −1 if none."""
    n = len(T)
    falls = np.flatnonzero(T[:, c] < -ZERO)
    if not len(falls):
        return -1
    drop = -T[falls, c]
    ratio = T[falls, n + 1] / drop
    tied = falls[ratio <= ratio.min() + TIE]
    if (rows[tied] == 2 * n).any():
        return int(tied[rows[tied] == 2 * n][0])
    place = np.full(n, -1)
    for column, variable in enumerate(columns):
        if variable < n:
            place[variable] = column
    for j in range(n):
        if len(tied) == 1:
            break
        if place[j] >= 0:  # out of the basis: the shift ε_j comes in by its column
            term = -T[tied, place[j]] / -T[tied, c]
        else:
            term = np.where(rows[tied] == j, 1.0, 0.0) / -T[tied, c]
        tied = tied[term <= term.min() + TIE]
    return int(tied[0])


def _exchange(T: np.ndarray, r: int, c: int) -> None:
    """Row r's variable leaves, column c's takes its place."""
    inverse = 1.0 / T[r, c]
    column = T[:, c].copy()
    row = T[r] * -inverse
    row[c] = inverse
    T += np.outer(column, row)
    T[:, c] = column * inverse
    T[r] = row


def _transform(T: np.ndarray, start: np.ndarray) -> bool:
    """Exchange all w and z of ``start``, so that its z are basic; whether that could be done."""
    n = len(T)
    block = np.flatnonzero(start)
    row_left, column_left = start.copy(), start.copy()
    of_row = np.arange(n)
    for _ in block:
        part = np.where(np.outer(row_left, column_left), np.abs(T[:, :n]), 0.0)
        r, c = np.unravel_index(int(part.argmax()), part.shape)
        if part[r, c] <= ZERO:
            return False
        _exchange(T, int(r), int(c))
        row_left[r] = column_left[c] = False
        of_row[r] = c
    ordered = np.empty_like(T)
    ordered[of_row] = T
    # Column c now belongs to the w of the row that it was exchanged with.
    of_column = np.arange(n + 2)
    of_column[block] = of_row[block]
    T[:] = ordered[:, of_column]
    T[:, n] = 1.0
    return True


def _polished(
    A: np.ndarray, b: np.ndarray, z: np.ndarray, basic: np.ndarray
) -> tuple[np.ndarray, float]:
    """The z of a basis solved anew, without the rounding of many pivots, where that is better."""
    error = _residual(A, b, z)
    again = _basic_solution(A, b, basic)
    anew = _residual(A, b, again)
    return (again, anew) if anew < error else (z, error)


def _basic_solution(A: np.ndarray, b: np.ndarray, basic: np.ndarray) -> np.ndarray:
    """(n,) z with A z + b = 0 where it is basic and 0 elsewhere; NaN if that is no one point."""
    z = np.zeros(len(b))
    on = np.flatnonzero(basic)
    if len(on):
        try:
            z[on] = np.linalg.solve(A[np.ix_(on, on)], -b[on])
        except np.linalg.LinAlgError:
            z[:] = np.nan
    return z


def _residual(A: np.ndarray, b: np.ndarray, z: np.ndarray) -> float:
    """Largest negative part of z (over the largest z) and of w, and largest product of the two;
    infinite where z is not finite.
    """
    if not np.isfinite(z).all():
        return np.inf
    w = A @ z + b
    size = max(np.abs(z).max(initial=0.0), 1e-300)
    worst = max(0.0, -w.min(), -z.min() / size)
    return float(max(worst, (np.abs(z * w) / size).max()))
