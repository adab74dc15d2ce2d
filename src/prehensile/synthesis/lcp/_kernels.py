"""Lemke's method, compiled; ``_plain`` is the same in NumPy and explains it."""

import numpy as np
from numba import njit

from prehensile.synthesis.lcp._plain import (
    EXACT,
    GOLDEN,
    GOOD,
    LIMIT,
    RAY,
    SOLVED,
    TIE,
    TRIES,
    ZERO,
)

_compiled = njit(cache=True, nogil=True, error_model="numpy", fastmath={"contract"})


@_compiled
def lemke(M, q, start, most):
    n = q.shape[0]
    A, b, scale = np.empty((n, n)), np.empty(n), np.empty(n)
    z, basic = np.zeros(n), np.zeros(n, np.bool_)
    best_z, best_basic = np.zeros(n), np.zeros(n, np.bool_)
    size = _scaled(M, q, A, b, scale)
    if size == 0.0:
        return z, basic, 0.0, SOLVED, 0
    T = np.empty((n, n + 2))
    best, status, pivots = np.inf, RAY, 0
    # The first two tries are for a warm start: its basis as it is, then Lemke from there.
    for attempt in range(0 if start.shape[0] == n else 2, 2 + TRIES):
        made = 0
        if attempt == 0:
            for i in range(n):
                basic[i] = start[i]
            error = _basic_solution(A, b, basic, z)
            found = SOLVED if error <= EXACT else RAY
        else:
            for i in range(n):
                for j in range(n):
                    T[i, j] = A[i, j]
                T[i, n] = 1.0 + max(attempt - 2, 0) * ((i + 1) * GOLDEN % 1.0)
                T[i, n + 1] = b[i]
                basic[i] = attempt == 1 and start[i]
            if attempt == 1 and not _transform(T, basic):
                continue
            found, made = _pivoted(T, most, z, basic)
            error = _polished(A, b, z, basic)
        pivots += made
        good = found == SOLVED and error <= GOOD
        if good or error < best:
            best, status = error, found
            for i in range(n):
                best_z[i], best_basic[i] = z[i] * scale[i] * size, basic[i]
        if good:
            break
    return best_z, best_basic, best, status, pivots


@_compiled
def _scaled(M, q, A, b, scale):
    """Writes A, b and the scales; the size of q, 0 where z = 0 solves it."""
    n = q.shape[0]
    largest = 0.0
    for i in range(n):
        largest = max(largest, M[i, i])
    for i in range(n):
        scale[i] = 1.0 / np.sqrt(M[i, i]) if M[i, i] > ZERO * largest else 0.0
    for i in range(n):
        if scale[i] == 0.0:
            row, alone = 0.0, 0.0
            for j in range(n):
                entry = max(abs(M[i, j]), abs(M[j, i]))
                alone = max(alone, entry)
                if M[j, j] > ZERO * largest:
                    row = max(row, entry * scale[j])
            row = row if row > 0.0 else alone
            b[i] = 1.0 / row if row > 0.0 else 1.0
    size, negative = 0.0, False
    for i in range(n):
        if scale[i] == 0.0:
            scale[i] = b[i]
        b[i] = scale[i] * q[i]
        size = max(size, abs(b[i]))
        negative = negative or b[i] < 0.0
    if not negative:
        return 0.0
    for i in range(n):
        b[i] /= size
        for j in range(n):
            A[i, j] = scale[i] * M[i, j] * scale[j]
    return size


@_compiled
def _pivoted(T, most, z, basic):
    n = T.shape[0]
    rows, columns = np.empty(n, np.int64), np.empty(n + 1, np.int64)
    where = np.empty(2 * n + 1, np.int64)  # column of what is not basic, −1 − row of what is
    for i in range(n):
        rows[i], columns[i] = i, n + i
        where[i], where[n + i] = -1 - i, i
    columns[n], where[2 * n] = 2 * n, n
    tied = np.empty(n, np.int64)
    status, pivots = SOLVED, 0
    r, least = -1, np.inf
    for i in range(n):
        ratio = T[i, n + 1] / T[i, n]
        if T[i, n + 1] < 0.0 and ratio <= least:
            r, least = i, ratio
    if r >= 0:
        c = n
        status = LIMIT
        while pivots < most:
            left = rows[r]
            _exchange(T, r, c)
            rows[r], columns[c] = columns[c], left
            where[rows[r]], where[left] = -1 - r, c
            pivots += 1
            for i in range(n):
                if -ZERO < T[i, n + 1] < 0.0:
                    T[i, n + 1] = 0.0
            if left == 2 * n:
                status = SOLVED
                break
            c = where[left + n if left < n else left - n]
            r = _leaving(T, rows, where, c, tied)
            if r < 0:
                status = RAY
                break
    for i in range(n):
        at = where[i if basic[i] else n + i]
        basic[i] = at < 0
        z[i] = T[-1 - at, n + 1] if at < 0 else 0.0
    return status, pivots


@_compiled
def _leaving(T, rows, where, c, tied):
    n = T.shape[0]
    least = np.inf
    for i in range(n):
        if T[i, c] < -ZERO:
            least = min(least, T[i, n + 1] / -T[i, c])
    count = 0
    for i in range(n):
        if T[i, c] < -ZERO and T[i, n + 1] / -T[i, c] <= least + TIE:
            if rows[i] == 2 * n:
                return i
            tied[count] = i
            count += 1
    if count == 0:
        return -1
    for j in range(n):
        if count == 1:
            break
        at = where[j]
        least = np.inf
        for k in range(count):
            i = tied[k]
            term = T[i, at] / T[i, c] if at >= 0 else (-1.0 / T[i, c] if -1 - at == i else 0.0)
            least = min(least, term)
        kept = 0
        for k in range(count):
            i = tied[k]
            term = T[i, at] / T[i, c] if at >= 0 else (-1.0 / T[i, c] if -1 - at == i else 0.0)
            if term <= least + TIE:
                tied[kept] = i
                kept += 1
        count = kept
    return tied[0]


@_compiled
def _exchange(T, r, c):
    n, width = T.shape
    inverse = 1.0 / T[r, c]
    for j in range(width):
        T[r, j] *= -inverse
    T[r, c] = inverse
    for i in range(n):
        factor = T[i, c]
        if i != r and factor != 0.0:
            for j in range(width):
                T[i, j] += factor * T[r, j]
            T[i, c] = factor * inverse


@_compiled
def _transform(T, start):
    n = T.shape[0]
    on, of_row = np.flatnonzero(start), np.arange(n)
    row_left, column_left = np.ones(on.shape[0], np.bool_), np.ones(on.shape[0], np.bool_)
    for _ in range(on.shape[0]):
        r, c, largest = -1, -1, ZERO
        for i in range(on.shape[0]):
            if row_left[i]:
                for j in range(on.shape[0]):
                    if column_left[j] and abs(T[on[i], on[j]]) > largest:
                        r, c, largest = i, j, abs(T[on[i], on[j]])
        if r < 0:
            return False
        _exchange(T, on[r], on[c])
        row_left[r] = column_left[c] = False
        of_row[on[r]] = on[c]
    ordered = np.empty((n, n + 1))
    for i in range(n):
        for j in range(n):
            ordered[of_row[i], j] = T[i, of_row[j]]
        ordered[of_row[i], n] = T[i, n + 1]
    for i in range(n):
        for j in range(n):
            T[i, j] = ordered[i, j]
        T[i, n], T[i, n + 1] = 1.0, ordered[i, n]
    return True


@_compiled
def _polished(A, b, z, basic):
    """Writes z anew where that is better; the residual."""
    error = _residual(A, b, z)
    again = np.empty(z.shape[0])
    anew = _basic_solution(A, b, basic, again)
    if anew < error:
        for i in range(z.shape[0]):
            z[i] = again[i]
        return anew
    return error


@_compiled
def _basic_solution(A, b, basic, z):
    """Writes z by elimination with row pivots; its residual."""
    n, size = b.shape[0], 0
    on = np.empty(n, np.int64)
    for i in range(n):
        z[i] = 0.0
        if basic[i]:
            on[size] = i
            size += 1
    L = np.empty((size, size + 1))
    for i in range(size):
        for j in range(size):
            L[i, j] = A[on[i], on[j]]
        L[i, size] = -b[on[i]]
    for k in range(size):
        p = k
        for i in range(k + 1, size):
            if abs(L[i, k]) > abs(L[p, k]):
                p = i
        if L[p, k] == 0.0:
            return np.inf
        if p != k:
            for j in range(k, size + 1):
                L[k, j], L[p, j] = L[p, j], L[k, j]
        for i in range(k + 1, size):
            factor = L[i, k] / L[k, k]
            if factor != 0.0:
                for j in range(k + 1, size + 1):
                    L[i, j] -= factor * L[k, j]
    for k in range(size - 1, -1, -1):
        s = L[k, size]
        for j in range(k + 1, size):
            s -= L[k, j] * z[on[j]]
        z[on[k]] = s / L[k, k]
    return _residual(A, b, z)


@_compiled
def _residual(A, b, z):
    n = b.shape[0]
    size, worst, product = 1e-300, 0.0, 0.0
    for i in range(n):
        if not np.isfinite(z[i]):
            return np.inf
        size = max(size, abs(z[i]))
    for i in range(n):
        w = b[i]
        for j in range(n):
            w += A[i, j] * z[j]
        worst = max(worst, max(-w, -z[i] / size))
        product = max(product, abs(z[i] * w) / size)
    return max(worst, product)
