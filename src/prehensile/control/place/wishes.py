"""What someone wants of a grasp: where, where not, from where, how, and what for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np

from prehensile.control.place.preferred import PURPOSES, Purpose
from prehensile.errors import InputError, UnknownNameError
from prehensile.hand.joints import DIGITS

Point = tuple[float, float, float]
Ball = tuple[float, float, float, float]
AVOIDED = 0.04
"""[m] round a point to avoid, if nobody says how much"""
WIDEST_AVOIDED = 0.5
"""[m]"""
SIDES = {"above": (0.0, 0.0, 1.0), "front": (0.0, -1.0, 0.3), "side": (1.0, 0.0, 0.3)}
"""(3,) world, of a right hand: from above; from who stands before the table, whose long side is
along x; from beside them on the hand's side, a little from above, where a table leaves room"""
FEWEST = 2
"""Digits that can hold something"""


@dataclass(frozen=True)
class Wishes:
    """What is wanted; whatever is None may be as it likes."""

    where: str | Point | None = None
    """a part by its name, or a point [m] of the object's frame: the nearest of its surface"""
    avoid: str | Ball | None = None
    """a part by its name, or a point and a radius [m], object frame, where nothing may press"""
    approach: str | Point | None = None
    """one of `SIDES`, or a direction (world) that the hand comes from"""
    pose: str | None = None
    """a style, or a grasp of the corpus"""
    fingers: tuple[str, ...] | None = None
    """digits that close, thumb to little; the others stay back"""
    purpose: Purpose | None = None
    """what it is taken for"""

    @property
    def say_where(self) -> bool:
        """Whether anything is wanted that contacts or the way in must meet."""
        return any(wish is not None for wish in (self.where, self.avoid, self.approach))

    def comes_from(self, side: str) -> np.ndarray | None:
        """(3,) unit, world, from where a hand of this side shall come; None if anywhere."""
        if self.approach is None:
            return None
        named = isinstance(self.approach, str)
        way = np.array(SIDES[self.approach] if isinstance(self.approach, str) else self.approach)
        if named and side == "left":
            way = way * [-1.0, 1.0, 1.0]
        return way / np.linalg.norm(way)


NO_WISHES = Wishes()
"""However it likes."""


def wished(
    where: str | Sequence[float] | None = None,
    avoid: str | Sequence[float] | None = None,
    approach: str | Sequence[float] | None = None,
    pose: str | None = None,
    fingers: str | Sequence[str] | None = None,
    purpose: str | None = None,
) -> Wishes:
    """Wishes as a person writes them, checked as far as that goes without the object.

    Args:
        where: a part's name, or x, y, z [m].
        avoid: a part's name, or x, y, z [m] and a radius [m], which may be left out.
        approach: ``above``, ``front``, ``side``, or x, y, z.
        pose: a name.
        fingers: names of digits, or one text with commas.
        purpose: ``use``, ``hand-over`` or ``carry``.

    Raises:
        UnknownNameError: no such side, digit or purpose.
        InputError: something that cannot be, or contradicts itself.
    """
    if isinstance(approach, str) and approach not in SIDES:
        raise UnknownNameError("side to come from", approach, (*SIDES, "or X,Y,Z"))
    if purpose is not None and purpose not in PURPOSES:
        raise UnknownNameError("purpose", str(purpose), PURPOSES)
    found = Wishes(
        where if isinstance(where, str) or where is None else _point(where, "where"),
        avoid if isinstance(avoid, str) or avoid is None else _ball(avoid),
        approach if isinstance(approach, str) or approach is None else _way(approach),
        pose,
        None if fingers is None else _digits(fingers),
        next((p for p in get_args(Purpose) if p == purpose), None),
    )
    if isinstance(found.where, str) and found.where == found.avoid:
        raise InputError(f"where and avoid are both {found.where!r}: give one of them.")
    if isinstance(found.where, tuple) and isinstance(found.avoid, tuple):
        *middle, radius = found.avoid
        if np.linalg.norm(np.subtract(found.where, middle)) <= radius:
            raise InputError(
                f"where lies within the {1e3 * radius:.0f} mm to avoid: move one of them, or give "
                "a smaller radius."
            )
    return found


def _numbers(given: Sequence[float], counts: tuple[int, ...]) -> tuple[float, ...] | None:
    """As many finite numbers as one of the counts; None if it is something else."""
    try:
        found = tuple(float(value) for value in given)
    except (TypeError, ValueError):
        return None
    return found if len(found) in counts and np.isfinite(found).all() else None


def _point(given: Sequence[float], name: str) -> Point:
    found = _numbers(given, (3,))
    if found is None:
        raise InputError(f"{name} is {given!r}; give the name of a part, or x, y, z [m].")
    return found[0], found[1], found[2]


def _ball(given: Sequence[float]) -> Ball:
    found = _numbers(given, (3, 4))
    if found is None:
        raise InputError(
            f"avoid is {given!r}; give the name of a part, or x, y, z and a radius [m]."
        )
    radius = found[3] if len(found) == 4 else AVOIDED
    if not 0 < radius <= WIDEST_AVOIDED:
        raise InputError(
            f"the radius to avoid is {radius:g} m; give more than 0 and {WIDEST_AVOIDED:g} at most."
        )
    return found[0], found[1], found[2], radius


def _way(given: Sequence[float]) -> Point:
    found = _numbers(given, (3,))
    if found is None or not np.linalg.norm(found) > 0:
        sides = ", ".join(SIDES)
        raise InputError(f"approach is {given!r}; give {sides}, or a direction x, y, z.")
    return found[0], found[1], found[2]


def _digits(given: str | Sequence[str]) -> tuple[str, ...]:
    names = [name.strip() for name in given.split(",")] if isinstance(given, str) else list(given)
    for name in names:
        if name not in DIGITS:
            raise UnknownNameError("finger", str(name), DIGITS)
    if len(set(names)) < FEWEST:
        raise InputError(f"fingers are {', '.join(names)}; it takes two to hold something.")
    return tuple(digit for digit in DIGITS if digit in names)
