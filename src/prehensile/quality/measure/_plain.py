"""Measures of contact wrenches in NumPy, to be read and to check the compiled kernels against."""

import numpy as np

from prehensile.quality.measure.contact_wrenches import RINGS, contact_wrenches
from prehensile.quality.measure.tolerances import (
    AWAY,
    FLAT,
    NO_NUMBER,
    NO_UNIT,
    UNIT_TOLERANCE,
)


def ellipsoid(wrench: np.ndarray, found: np.ndarray) -> int:
    """As `ellipsoids` for one set (K, 6) that counts whole, ``found`` (7,)."""
    return ellipsoids(wrench[None], np.ones((1, 1), dtype=bool), found[None])


def ellipsoids(wrench: np.ndarray, mask: np.ndarray, found: np.ndarray) -> int:
    """Smallest singular values of B sets of wrenches, and their axes.

    Args:
        wrench: (B, K, 6)
        mask: (1 or B, 1 or K) which of them count.
        found: (B, 7) written: the value, then its axis, towards what the wrenches can do less
            against.

    Returns:
        0, or `NO_NUMBER` where a wrench that counts is not finite.
    """
    live = np.broadcast_to(mask, wrench.shape[:2])
    for b, rows in enumerate(wrench[k][live[k]] for k in range(len(wrench))):
        if not np.isfinite(rows).all():
            return NO_NUMBER
        found[b, 0], found[b, 1:] = _ellipsoid(rows)
    return 0


def closures(wrench: np.ndarray, mask: np.ndarray, closed: np.ndarray, in_hull: np.ndarray) -> int:
    """Whether nought lies inside of the hull of B sets of wrenches, or on its border too.

    Args:
        wrench: (B, K, 6)
        mask: (1 or B, 1 or K) which of them count.
        closed: (B,) written: well inside, so that every disturbance can be met.
        in_hull: (B,) written: inside or on the border.

    Returns:
        0, or `NO_NUMBER` where a wrench that counts is not finite.
    """
    live = np.broadcast_to(mask, wrench.shape[:2])
    for b, rows in enumerate(wrench[k][live[k]] for k in range(len(wrench))):
        if not np.isfinite(rows).all():
            return NO_NUMBER
        closed[b] = _closed(rows, *_ellipsoid(rows))
        in_hull[b] = closed[b] or _in_hull(rows)
    return 0


def qualities(
    pos: np.ndarray, normal: np.ndarray, mask: np.ndarray, friction: np.ndarray,
    torsion: np.ndarray, origin: np.ndarray, length: float, sides: int,
    closed: np.ndarray, value: np.ndarray, weakest: np.ndarray,
) -> int:  # fmt: skip
    """Closure, ellipsoid's value and weakest direction of B grasps, from their contacts.

    Args:
        pos: (B, N, 3) [m]
        normal: (B, N, 3) unit, into the object.
        mask: (1 or B, 1 or N) which of them count; others may hold anything.
        friction: (1 or B, 1 or N)
        torsion: (1 or B, 1 or N) [m] 0 for hard fingers.
        origin: (1 or B, 3) [m]
        length: [m] by which torques are divided.
        sides: of a friction cone.
        closed: (B,) written, like all that follow.
        value: (B,) smallest singular value; nought where not closed.
        weakest: (B, 6) unit: resisted least; where the wrenches lean to one side, not at all.

    Returns:
        0, or what is wrong with a contact: `NO_NUMBER`, `NO_UNIT`.
    """
    every, mu, spin = (np.broadcast_to(part, pos.shape[:2]) for part in (mask, friction, torsion))
    centre = np.broadcast_to(origin, (len(pos), 3))
    for b, live in enumerate(every):
        at, into = pos[b, live], normal[b, live]
        if not (np.isfinite(at).all() and np.isfinite(into).all()):
            return NO_NUMBER
        if (np.abs(np.linalg.norm(into, axis=-1) - 1) > UNIT_TOLERANCE).any():
            return NO_UNIT
        rows = contact_wrenches(
            at, into, mu[b, live], centre[b], length,
            sides=sides, torsion=spin[b, live], rings=RINGS,
        ).wrench  # fmt: skip
        least, weakest[b] = _ellipsoid(rows)
        closed[b] = _closed(rows, least, weakest[b])
        value[b] = least if closed[b] else 0.0
    return 0


def values(
    pos: np.ndarray, normal: np.ndarray, mask: np.ndarray, friction: np.ndarray,
    torsion: np.ndarray, origin: np.ndarray, length: float, sides: int, value: np.ndarray,
) -> int:  # fmt: skip
    """The value of `qualities` alone; arguments and answer as there."""
    closed, weakest = np.empty(len(pos), dtype=bool), np.empty((len(pos), 6))
    return qualities(
        pos, normal, mask, friction, torsion, origin, length, sides, closed, value, weakest
    )


def _ellipsoid(rows: np.ndarray) -> tuple[float, np.ndarray]:
    if not len(rows):
        return 0.0, np.eye(6)[0]
    _, size, axes = np.linalg.svd(rows, full_matrices=True)
    axis = axes[-1]
    push = rows @ axis
    # A disturbance is met by wrenches that point against it.
    sign = 1.0 if -push.min(initial=0.0) <= push.max(initial=0.0) else -1.0
    return float(size[5]) if len(size) == 6 else 0.0, sign * axis


def _closed(rows: np.ndarray, least: float, weakest: np.ndarray) -> bool:
    """Where they only lean to one side, ``weakest`` becomes what they can do nothing against."""
    largest = np.linalg.norm(rows, axis=1).max(initial=0.0)
    if least <= FLAT * largest:
        return False
    # Then, and only then, they can undo their own sum: all factors may be above nought.
    rest = _rest(rows, -rows.mean(axis=0))
    missing = np.linalg.norm(rest)
    if missing > AWAY * largest:
        weakest[:] = -rest / missing
    return bool(missing <= AWAY * largest)


def _in_hull(rows: np.ndarray) -> bool:
    largest = np.linalg.norm(rows, axis=1).max(initial=0.0)
    if not len(rows) or largest == 0:
        return bool(len(rows))
    lifted = np.column_stack([rows / largest, np.ones(len(rows))])
    return bool(np.linalg.norm(_rest(lifted, np.eye(7)[6])) <= AWAY)


def _rest(rows: np.ndarray, target: np.ndarray) -> np.ndarray:
    """What is left of a target that factors which are not negative cannot make of the rows."""
    from scipy.optimize import nnls

    return target - nnls(rows.T, target)[0] @ rows
