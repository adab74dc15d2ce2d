"""Photographs of the same press from several sides."""

from collections.abc import Sequence

import numpy as np

from prehensile.appearance.fit.folder import Shot
from prehensile.errors import InputError

SAME = (0.03, 5e-4, 5e-4, 5e-4, 0.05)
"""Differences up to which two loads are one: of force as a share of the larger, then [m] of place
and spread, [rad]."""


def paired(views: Sequence[Sequence[Shot]]) -> list[tuple[int, ...]]:
    """Numbers of the photographs of each press, one of every view; of one view all of them.

    A press of the first view without its like in another is left out.

    Raises:
        InputError: fewer than two presses were seen from all sides.
    """
    rows: list[tuple[int, ...]] = [(k,) for k in range(len(views[0]))]
    for other in views[1:]:
        free = set(range(len(other)))
        kept = []
        for row in rows:
            shot = views[0][row[0]]
            like = [k for k in sorted(free) if _same(shot, other[k])]
            if like:
                free.remove(like[0])
                kept.append((*row, like[0]))
        rows = kept
    if len(rows) < 2:
        raise InputError(
            "the views share too few presses: photograph the nail and the pad under the same "
            "forces (file,newtons,view), or fit one view alone."
        )
    return rows


def _same(one: Shot, other: Shot) -> bool:
    if one.time != other.time:
        return False
    force = abs(one.force - other.force) <= SAME[0] * max(one.force, other.force)
    rest = np.abs(np.subtract(one.load[1:], other.load[1:])) <= SAME[1:]
    unknown = ~np.isfinite(one.load[1:]) | ~np.isfinite(other.load[1:])
    return bool(force and (rest | unknown).all())
