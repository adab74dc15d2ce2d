"""Compiled measures of contact wrenches. Imported on first use only: Numba takes its time."""

from math import cos, isfinite, pi, sin, sqrt

import numpy as np
from numba import njit

from prehensile.quality.measure.tolerances import (
    AWAY,
    FLAT,
    FLATTISH,
    NO_NUMBER,
    NO_UNIT,
    UNIT_TOLERANCE,
)

WORK = 16
"""Rows of six that an ellipsoid takes to work it out"""

_fast = njit(cache=True, nogil=True, error_model="numpy")


@_fast
def ellipsoid(wrench: np.ndarray, found: np.ndarray) -> int:
    """See :mod:`prehensile.quality.measure._plain`."""
    total = 0.0
    for k in range(wrench.shape[0]):
        for i in range(6):
            total += wrench[k, i]
    if not isfinite(total):
        return NO_NUMBER
    found[0] = _ellipsoid(wrench, wrench.shape[0], np.empty((WORK, 6)), found[1:])
    return 0


@_fast
def ellipsoids(wrench: np.ndarray, mask: np.ndarray, found: np.ndarray) -> int:
    """See :mod:`prehensile.quality.measure._plain`."""
    rows, work = np.empty((wrench.shape[1], 6)), np.empty((WORK, 6))
    for b in range(wrench.shape[0]):
        count = _live(wrench[b], mask[b % mask.shape[0]], rows)
        if count < 0:
            return NO_NUMBER
        found[b, 0] = _ellipsoid(rows, count, work, found[b, 1:])
    return 0


@_fast
def closures(wrench: np.ndarray, mask: np.ndarray, closed: np.ndarray, in_hull: np.ndarray) -> int:
    """See :mod:`prehensile.quality.measure._plain`."""
    rows = np.empty((wrench.shape[1], 6))
    lifted = np.empty((wrench.shape[1], 7))
    work, weakest = np.empty((WORK, 6)), np.empty(6)
    for b in range(wrench.shape[0]):
        count = _live(wrench[b], mask[b % mask.shape[0]], rows)
        if count < 0:
            return NO_NUMBER
        least = _ellipsoid(rows, count, work, weakest)
        closed[b] = _closed(rows, count, least, weakest)
        in_hull[b] = closed[b] or _in_hull(rows, count, lifted)
    return 0


@_fast
def qualities(
    pos: np.ndarray, normal: np.ndarray, mask: np.ndarray, friction: np.ndarray,
    torsion: np.ndarray, origin: np.ndarray, length: float, sides: int,
    closed: np.ndarray, value: np.ndarray, weakest: np.ndarray,
) -> int:  # fmt: skip
    """See :mod:`prehensile.quality.measure._plain`."""
    rows, work = np.empty((pos.shape[1] * (3 * sides + 2), 6)), np.empty((WORK, 6))
    turns = _turns(sides)
    for b in range(pos.shape[0]):
        count = _wrenches(
            b, pos, normal, mask, friction, torsion, origin, length, turns, rows, work[0]
        )
        if count < 0:
            return -count
        least = _ellipsoid(rows, count, work, weakest[b])
        closed[b] = _closed(rows, count, least, weakest[b])
        value[b] = least if closed[b] else 0.0
    return 0


@_fast
def values(
    pos: np.ndarray, normal: np.ndarray, mask: np.ndarray, friction: np.ndarray,
    torsion: np.ndarray, origin: np.ndarray, length: float, sides: int, value: np.ndarray,
) -> int:  # fmt: skip
    """See :mod:`prehensile.quality.measure._plain`."""
    rows, work = np.empty((pos.shape[1] * (3 * sides + 2), 6)), np.empty((WORK, 6))
    turns, weakest = _turns(sides), np.empty(6)
    for b in range(pos.shape[0]):
        count = _wrenches(
            b, pos, normal, mask, friction, torsion, origin, length, turns, rows, weakest
        )
        if count < 0:
            return -count
        value[b] = 0.0
        # Two hard fingers resist no torque about the line through them. A soft one has more edges.
        if count <= 2 * sides or _leans(rows, count):
            continue
        least = _least(rows, count, work, weakest)
        if _closed(rows, count, least, weakest):
            value[b] = least
    return 0


@_fast
def _turns(sides: int) -> np.ndarray:
    """Cosines and sines of the edges of a friction cone."""
    turns = np.empty((sides, 2))
    for k in range(sides):
        turns[k, 0], turns[k, 1] = cos(2 * pi * k / sides), sin(2 * pi * k / sides)
    return turns


@_fast
def _wrenches(
    b: int, pos: np.ndarray, normal: np.ndarray, mask: np.ndarray, friction: np.ndarray,
    torsion: np.ndarray, origin: np.ndarray, length: float, turns: np.ndarray,
    rows: np.ndarray, arm: np.ndarray,
) -> int:  # fmt: skip
    """Write the wrenches of grasp ``b`` into ``rows``; how many there are, or minus what is wrong.
    ``arm`` is room to work in.
    """
    count, o, soft = 0, origin[b % origin.shape[0]], False
    live, sliding = mask[b % mask.shape[0]], friction[b % friction.shape[0]]
    turning = torsion[b % torsion.shape[0]]
    for i in range(pos.shape[1]):
        if live[_of(live, i)] and turning[_of(turning, i)] > 0:
            soft = True
    for i in range(pos.shape[1]):
        if not live[_of(live, i)]:
            continue
        n = normal[b, i]
        for k in range(3):
            arm[k] = (pos[b, i, k] - o[k]) / length
        size = n[0] * n[0] + n[1] * n[1] + n[2] * n[2]
        if not isfinite(size + arm[0] + arm[1] + arm[2]):
            return -NO_NUMBER
        if abs(sqrt(size) - 1) > UNIT_TOLERANCE:
            return -NO_UNIT
        mu = float(sliding[_of(sliding, i)])
        spin = float(turning[_of(turning, i)]) / length
        count = _finger(rows, count, n, arm, mu, soft, spin, turns)
    return count


@_fast
def _of(one_or_many: np.ndarray, i: int) -> int:
    """The place of contact i among one value for all or one each."""
    return i if one_or_many.shape[0] > 1 else 0


@_fast
def _leans(rows: np.ndarray, count: int) -> bool:
    """Whether all wrenches plainly point to one side, that of their sum: then they are not closed.
    False says nothing.
    """
    way, size = np.zeros(6), 0.0
    for k in range(count):
        for i in range(6):
            way[i] += rows[k, i]
    for i in range(6):
        size += way[i] * way[i]
    # They miss their own negative mean by at least what the weakest of them has that way.
    enough = 100 * AWAY * _largest(rows, count, 6) * sqrt(size)
    for k in range(count):
        push = 0.0
        for i in range(6):
            push += rows[k, i] * way[i]
        if push <= enough:
            return False
    return True


@_fast
def _least(rows: np.ndarray, count: int, work: np.ndarray, weakest: np.ndarray) -> float:
    """What `_ellipsoid` returns, its axis only looked for where it is needed."""
    gram = work[:6]
    _square(rows, count, gram)
    _diagonalise(gram, work[:0], work[12:])
    least, largest = gram[0, 0], 0.0
    for k in range(6):
        least, largest = min(least, gram[k, k]), max(largest, gram[k, k])
    if least > FLATTISH * FLATTISH * largest:
        return sqrt(least)
    return _ellipsoid(rows, count, work, weakest)


@_fast
def _finger(
    rows: np.ndarray, count: int, n: np.ndarray, arm: np.ndarray, mu: float, soft: bool,
    spin: float, turns: np.ndarray,
) -> int:  # fmt: skip
    """Append the wrenches of one hard or soft finger, as `contact_wrenches` with one ring."""
    t1, t2 = np.empty(3), np.empty(3)
    if abs(n[0]) < 0.9:
        t1[0], t1[1], t1[2] = 0.0, n[2], -n[1]
    else:
        t1[0], t1[1], t1[2] = -n[2], 0.0, n[0]
    size = sqrt(t1[0] * t1[0] + t1[1] * t1[1] + t1[2] * t1[2])
    for k in range(3):
        t1[k] /= size
    t2[0] = n[1] * t1[2] - n[2] * t1[1]
    t2[1] = n[2] * t1[0] - n[0] * t1[2]
    t2[2] = n[0] * t1[1] - n[1] * t1[0]
    # Share of friction and of torsion: the equator, both poles, a parallel halfway to each.
    half = sqrt(0.5)
    for layer in range(5 if soft else 1):
        slide = mu if layer == 0 else 0.0 if layer < 3 else half * mu
        twist = 0.0 if layer == 0 else spin if layer < 3 else half * spin
        if layer % 2 == 0:
            twist = -twist
        for k in range(1 if 0 < layer < 3 else turns.shape[0]):
            w = rows[count]
            for a in range(3):
                w[a] = n[a] + slide * (turns[k, 0] * t1[a] + turns[k, 1] * t2[a])
            w[3] = arm[1] * w[2] - arm[2] * w[1] + twist * n[0]
            w[4] = arm[2] * w[0] - arm[0] * w[2] + twist * n[1]
            w[5] = arm[0] * w[1] - arm[1] * w[0] + twist * n[2]
            count += 1
    return count


@_fast
def _live(wrench: np.ndarray, mask: np.ndarray, rows: np.ndarray) -> int:
    """Copy rows that count to the top of ``rows``; how many there are, −1 if one is no number."""
    count, own = 0, mask.shape[0] > 1
    for k in range(wrench.shape[0]):
        if mask[k if own else 0]:
            total = 0.0
            for i in range(6):
                rows[count, i] = wrench[k, i]
                total += wrench[k, i]
            if not isfinite(total):
                return -1
            count += 1
    return count


@_fast
def _ellipsoid(rows: np.ndarray, count: int, work: np.ndarray, weakest: np.ndarray) -> float:
    """Smallest singular value of ``rows[:count]``; its axis goes to ``weakest``, towards what the
    wrenches can do less against. ``work`` (WORK, 6) may hold anything.
    """
    gram, axes = work[:6], work[6:12]
    _square(rows, count, gram)
    _diagonalise(gram, axes, work[12:])
    least, largest = 0, 0.0
    for k in range(6):
        largest = max(largest, gram[k, k])
        if gram[k, k] < gram[least, least]:
            least = k
    if gram[least, least] > FLATTISH * FLATTISH * largest:
        value = sqrt(gram[least, least])
    else:
        # Squaring has lost the last digits: turn the columns themselves until they are square.
        value, least = _square_columns(rows, count, axes)
    along, against = 0.0, 0.0
    for k in range(count):
        push = 0.0
        for i in range(6):
            push += rows[k, i] * axes[least, i]
        along, against = max(along, push), max(against, -push)
    # A disturbance is met by wrenches that point against it.
    sign = 1.0 if against <= along else -1.0
    for i in range(6):
        weakest[i] = sign * axes[least, i]
    return value


@_fast
def _square(rows: np.ndarray, count: int, gram: np.ndarray) -> None:
    """The upper half of the wrenches' (6, 6) products."""
    gram[:] = 0.0
    for k in range(count):
        for i in range(6):
            for j in range(i, 6):
                gram[i, j] += rows[k, i] * rows[k, j]


@_fast
def _diagonalise(a: np.ndarray, v: np.ndarray, work: np.ndarray) -> None:
    """The upper half of a (6, 6) becomes diagonal, v the eigenvectors in rows; without rows it is
    left alone. Twice as fast as Jacobi's method for matrices as small as these.
    """
    for i in range(v.shape[0]):
        for j in range(6):
            v[i, j] = 1.0 if i == j else 0.0
    d, e = work[0], work[1]
    _make_tridiagonal(a, v, work[2], work[3])
    for i in range(6):
        d[i], e[i] = a[i, i], a[i, i + 1] if i < 5 else 0.0
    _make_diagonal(d, e, v)
    for i in range(6):
        a[i, i] = d[i]


@_fast
def _make_tridiagonal(a: np.ndarray, v: np.ndarray, u: np.ndarray, p: np.ndarray) -> None:
    """Householder's reflections of the upper half of a; v is reflected along."""
    for k in range(4):
        size, beyond = 0.0, 0.0
        for i in range(k + 1, 6):
            u[i] = a[k, i]
            size += u[i] * u[i]
            if i > k + 1:
                beyond += u[i] * u[i]
        if beyond <= 1e-300:
            continue
        left = -sqrt(size) if u[k + 1] > 0 else sqrt(size)
        half = size - left * u[k + 1]  # of |u|², after the next line
        u[k + 1] -= left
        inverse, share = 1 / half, 0.0
        for i in range(k + 1, 6):
            p[i] = 0.0
            for j in range(k + 1, 6):
                p[i] += (a[i, j] if j >= i else a[j, i]) * u[j]
            p[i] *= inverse
            share += 0.5 * inverse * u[i] * p[i]
        for i in range(k + 1, 6):
            p[i] -= share * u[i]
        for i in range(k + 1, 6):
            for j in range(i, 6):
                a[i, j] -= u[i] * p[j] + p[i] * u[j]
        a[k, k + 1] = left
        if not v.shape[0]:
            continue
        for c in range(6):
            p[c] = 0.0
        for i in range(k + 1, 6):
            for c in range(6):
                p[c] += inverse * u[i] * v[i, c]
        for i in range(k + 1, 6):
            for c in range(6):
                v[i, c] -= u[i] * p[c]


@_fast
def _make_diagonal(d: np.ndarray, e: np.ndarray, v: np.ndarray) -> None:
    """Implicit QL steps: d becomes the eigenvalues, e nought; rows of v are turned along."""
    for l in range(6):
        for _ in range(40):
            m = l
            while m < 5 and abs(e[m]) > 1e-16 * (abs(d[m]) + abs(d[m + 1])):
                m += 1
            if m == l:
                break
            g = (d[l + 1] - d[l]) / (2 * e[l])
            r = sqrt(g * g + 1)
            g = d[m] - d[l] + e[l] / (g + (r if g >= 0 else -r))
            s, c, p = 1.0, 1.0, 0.0
            stopped = False
            for i in range(m - 1, l - 1, -1):
                f, b = s * e[i], c * e[i]
                r = sqrt(f * f + g * g)
                e[i + 1] = r
                if r == 0.0:  # it falls into two by itself
                    d[i + 1] -= p
                    e[m] = 0.0
                    stopped = True
                    break
                inverse = 1 / r
                s, c = f * inverse, g * inverse
                g = d[i + 1] - p
                r = (d[i] - g) * s + 2 * c * b
                p = s * r
                d[i + 1] = g + p
                g = c * r - b
                for k in range(6 if v.shape[0] else 0):
                    x, y = v[i, k], v[i + 1, k]
                    v[i, k], v[i + 1, k] = c * x - s * y, s * x + c * y
            if not stopped:
                d[l] -= p
                e[l] = g
                e[m] = 0.0


@_fast
def _turn(app: float, aqq: float, apq: float) -> tuple[float, float]:
    """Cosine and sine of the rotation that makes apq vanish."""
    theta = (aqq - app) / (2 * apq)
    t = 1.0 / (abs(theta) + sqrt(theta * theta + 1))
    if theta < 0:
        t = -t
    c = 1.0 / sqrt(t * t + 1)
    return c, t * c


@_fast
def _square_columns(rows: np.ndarray, count: int, axes: np.ndarray) -> tuple[float, int]:
    """One-sided Jacobi from nearly the right axes: smallest singular value and its column."""
    turned = np.zeros((count, 6))
    for k in range(count):
        for j in range(6):
            for i in range(6):
                turned[k, j] += rows[k, i] * axes[j, i]
    for _ in range(30):
        done = True
        for p in range(5):
            for q in range(p + 1, 6):
                pp, qq, pq = 0.0, 0.0, 0.0
                for k in range(count):
                    pp += turned[k, p] * turned[k, p]
                    qq += turned[k, q] * turned[k, q]
                    pq += turned[k, p] * turned[k, q]
                if abs(pq) <= 1e-15 * sqrt(pp * qq):
                    continue
                done = False
                c, s = _turn(pp, qq, pq)
                for k in range(count):
                    x, y = turned[k, p], turned[k, q]
                    turned[k, p], turned[k, q] = c * x - s * y, s * x + c * y
                for k in range(6):
                    x, y = axes[p, k], axes[q, k]
                    axes[p, k], axes[q, k] = c * x - s * y, s * x + c * y
        if done:
            break
    value, least = np.inf, 0
    for j in range(6):
        size = 0.0
        for k in range(count):
            size += turned[k, j] * turned[k, j]
        if size < value:
            value, least = size, j
    return sqrt(value), least


@_fast
def _closed(rows: np.ndarray, count: int, least: float, weakest: np.ndarray) -> bool:
    """Whether the wrenches span all of space with factors that are not negative; where they only
    lean to one side, ``weakest`` becomes the disturbance they can do nothing against.
    """
    largest = _largest(rows, count, 6)
    if least <= FLAT * largest:
        return False
    # Then, and only then, they can undo their own sum: all factors may be above nought.
    target, rest = np.zeros(6), np.empty(6)
    for k in range(count):
        for i in range(6):
            target[i] -= rows[k, i] / count
    missing = _misses(rows, count, target, rest)
    if missing <= AWAY * largest:
        return True
    for i in range(6):
        weakest[i] = -rest[i] / missing
    return False


@_fast
def _in_hull(rows: np.ndarray, count: int, lifted: np.ndarray) -> bool:
    """Whether factors that sum to one make the wrenches vanish."""
    if count == 0:
        return False
    largest = _largest(rows, count, 6)
    if largest == 0:
        return True
    for k in range(count):
        for i in range(6):
            lifted[k, i] = rows[k, i] / largest
        lifted[k, 6] = 1.0
    target = np.zeros(7)
    target[6] = 1.0
    return _misses(lifted, count, target, np.empty(7)) <= AWAY


@_fast
def _largest(rows: np.ndarray, count: int, width: int) -> float:
    largest = 0.0
    for k in range(count):
        size = 0.0
        for i in range(width):
            size += rows[k, i] * rows[k, i]
        largest = max(largest, size)
    return sqrt(largest)


@_fast
def _misses(a: np.ndarray, count: int, target: np.ndarray, rest: np.ndarray) -> float:
    """Distance of ``target`` from the cone of rows of ``a``, and what is left of it: Lawson &
    Hanson's least squares with factors that are not negative, by an orthonormal basis that is made
    anew from the first row on that has changed.
    """
    width = target.shape[0]
    chosen = np.empty(width + 1, np.int64)
    factor, trial = np.zeros(width + 1), np.zeros(width + 1)
    basis, upper = np.empty((width + 1, width)), np.empty((width + 1, width + 1))
    left, along = np.empty((width + 2, width)), np.empty(width + 1)
    left[0] = target
    own, barred = np.zeros(count), np.zeros(count, np.bool_)
    for k in range(count):
        for i in range(width):
            own[k] += a[k, i] * a[k, i]
    rest[:] = target
    used, built, size = 0, 0, 0.0
    for i in range(width):
        size += target[i] * target[i]
    size = sqrt(size)
    missing = size
    for _ in range(20 * width):
        if missing <= 1e-13 * size or used == width:
            break
        best, gain = -1, 0.0
        for k in range(count):
            if barred[k]:
                continue
            push = 0.0
            for i in range(width):
                push += a[k, i] * rest[i]
            if own[k] > 0 and push > 1e-12 * missing * sqrt(own[k]) and push * push > gain * own[k]:
                best, gain = k, push * push / own[k]
        if best < 0:
            break
        chosen[used], factor[used] = best, 0.0
        used += 1
        barred[best] = True
        while used > 0:
            _solve(a, chosen, built, used, left, basis, upper, along, trial)
            built, step = used, 1.0
            for j in range(used):
                if trial[j] <= 0:
                    share = factor[j] / (factor[j] - trial[j]) if factor[j] > 0 else 0.0
                    step = min(step, share)
            if step >= 1.0:
                for j in range(used):
                    factor[j] = trial[j]
                break
            kept = 0
            for j in range(used):
                moved = factor[j] + step * (trial[j] - factor[j])
                if trial[j] > 0 or moved > 1e-14 * (factor[j] + abs(trial[j])):
                    chosen[kept], factor[kept] = chosen[j], max(moved, 0.0)
                    kept += 1
                else:
                    built = min(built, j)
                    if chosen[j] != best:
                        barred[chosen[j]] = False
            used = kept
        for i in range(width):
            rest[i] = target[i]
            for j in range(used):
                rest[i] -= factor[j] * a[chosen[j], i]
        before, missing = missing, 0.0
        for i in range(width):
            missing += rest[i] * rest[i]
        missing = sqrt(missing)
        if missing < before * (1 - 1e-12):
            # What was of no use before may be now.
            for k in range(count):
                barred[k] = False
            for j in range(used):
                barred[chosen[j]] = True
    return missing


@_fast
def _solve(
    a: np.ndarray, chosen: np.ndarray, built: int, used: int, left: np.ndarray, basis: np.ndarray,
    upper: np.ndarray, along: np.ndarray, factor: np.ndarray,
) -> None:  # fmt: skip
    """Least squares for the chosen rows, by Gram and Schmidt's method in its stable order. The
    first ``built`` of them are as they were; ``left[j]`` is what j of them leave of the target.
    """
    width = left.shape[1]
    for j in range(built, used):
        rest = left[j + 1]
        for i in range(width):
            basis[j, i] = a[chosen[j], i]
        for again in range(2):  # twice is enough
            for l in range(j):
                dot = 0.0
                for i in range(width):
                    dot += basis[l, i] * basis[j, i]
                upper[l, j] = dot if again == 0 else upper[l, j] + dot
                for i in range(width):
                    basis[j, i] -= dot * basis[l, i]
        size = 0.0
        for i in range(width):
            size += basis[j, i] * basis[j, i]
        size = sqrt(size)
        upper[j, j] = size
        for i in range(width):
            basis[j, i] = basis[j, i] / size if size > 0 else 0.0
        dot = 0.0
        for i in range(width):
            dot += basis[j, i] * left[j, i]
        along[j] = dot
        for i in range(width):
            rest[i] = left[j, i] - dot * basis[j, i]
    for j in range(used - 1, -1, -1):
        total = along[j]
        for l in range(j + 1, used):
            total -= upper[j, l] * factor[l]
        factor[j] = total / upper[j, j] if upper[j, j] > 0 else 0.0
