"""Wishes for one object: which of its surface is meant, and whether contacts meet them."""

from typing import NamedTuple

import numpy as np

from prehensile.control.place.wishes import Ball, Wishes
from prehensile.errors import InputError
from prehensile.mesh.sample import random_points
from prehensile.world.objects.object import Object

NEAR = 0.025
"""[m] from the point that is wanted, of a pressing contact, at most"""
MOSTLY = 0.8
"""Share of the force that lies on the part that is wanted, at least"""
WITHIN = np.cos(np.radians(30))
"""Cosine of the angle to the direction that is wanted, at least"""
PRESSES = 0.05
"""[N] of a contact that counts"""
COVER = 6000
"""Points that say which part a place belongs to"""
CLOSELY = 0.015
"""[m] The same before anything was played: what is tried moves a little"""


class Met(NamedTuple):
    """Whether one wish is met, and what was found instead."""

    ok: bool
    off: float
    """[mm] or share or [degrees]: of what the wish is measured by"""
    said: str
    """what was found, in words"""


class Sought:
    """What wishes mean on one object.

    Args:
        obj: what is taken.
        wishes: what is wanted.

    Raises:
        UnknownNameError, InputError: a part that it has not, or a point far from it.
    """

    def __init__(self, obj: Object, wishes: Wishes):
        self.wishes = wishes
        self._parts: dict[str, _Part] = {}
        for wish in (wishes.where, wishes.avoid):
            if isinstance(wish, str):
                self._parts[wish] = _Part(obj, wish)
        self.point: np.ndarray | None = None
        """(3,) [m] of the surface that is wanted, object frame; None if a part is, or nothing"""
        if isinstance(wishes.where, tuple):
            self.point = _on_surface(obj, np.array(wishes.where), "where")
        if isinstance(wishes.avoid, tuple):
            _on_surface(obj, np.array(wishes.avoid[:3]), "avoid")
        if wishes.avoid is not None:
            _something_left(obj, wishes.avoid)

    @property
    def middle(self) -> np.ndarray:
        """(3,) [m] of what is wanted, object frame; the origin if nothing is."""
        if self.point is not None:
            return self.point
        where = self.wishes.where
        return self._parts[where].middle if isinstance(where, str) else np.zeros(3)

    def missed(self, points: np.ndarray) -> np.ndarray:
        """(N,) [m] of points (N, 3), object frame, from where they are wanted; 0 there."""
        where = self.wishes.where
        if self.point is not None:
            return np.linalg.norm(points - self.point, axis=-1)
        if isinstance(where, str):
            return self._parts[where].distance(points)
        return np.zeros(len(points))

    def trespassed(self, points: np.ndarray) -> np.ndarray:
        """(N,) [m] that points (N, 3), object frame, lie within what is to be avoided; 0 outside
        of it.
        """
        avoid = self.wishes.avoid
        if isinstance(avoid, tuple):
            away = np.linalg.norm(points - np.array(avoid[:3]), axis=-1)
            return np.maximum(avoid[3] - away, 0.0)
        if isinstance(avoid, str):
            return np.where(self._parts[avoid].holds(points), CLOSELY, 0.0)
        return np.zeros(len(points))

    def met_by(self, points: np.ndarray, force: np.ndarray) -> dict[str, Met]:
        """How contacts meet the wishes about places, by the wish's name.

        Args:
            points: (N, 3) [m] object frame
            force: (N,) [N] along their normals
        """
        felt = force > PRESSES
        at, force = points[felt], force[felt]
        found: dict[str, Met] = {}
        where = self.wishes.where
        if self.point is not None:
            found["where"] = self._nearest(at)
        elif isinstance(where, str):
            inside = force[self._parts[where].holds(at)].sum() if len(at) else 0.0
            share = float(inside / max(force.sum(), 1e-9))
            found["where"] = Met(share >= MOSTLY, share, f"{share:.0%} of the force on {where!r}")
        if self.wishes.avoid is not None:
            inside = force[self.trespassed(at) > 0].sum() if len(at) else 0.0
            found["avoid"] = Met(inside <= 0, float(inside), f"pressed there with {inside:.1f} N")
        return found

    def _nearest(self, at: np.ndarray) -> Met:
        """Whether one of contacts (N, 3) [m] is near the point that is wanted."""
        if not len(at):
            return Met(False, np.inf, "nothing presses")
        away = 1e3 * self.missed(at)
        k = int(away.argmin())
        x, y, z = at[k]
        said = f"nothing held it within {1e3 * NEAR:.0f} mm; nearest: {away[k]:.0f} mm off, at "
        return Met(away[k] <= 1e3 * NEAR, float(away[k]), f"{said}{x:.3f},{y:.3f},{z:.3f}")

    def worth(self, points: np.ndarray) -> float:
        """Points of a score for touching (N, 3) [m], before physics tells the forces."""
        worth = 0.0
        if self.point is not None:
            worth -= float(np.clip(self.missed(points).min() - CLOSELY, 0.0, 0.1)) / 0.01
        elif isinstance(self.wishes.where, str):
            worth += 4.0 * float((self.missed(points) <= 0).mean())
        return worth - 6.0 * float((self.trespassed(points) > 0).mean())

    def likely(self, points: np.ndarray) -> bool:
        """Whether touching (N, 3) [m] would meet the wishes."""
        even = np.ones(len(points))
        return all(met.ok for met in self.met_by(points, even).values())


class _Part:
    """One named part, as points on it and on everything else."""

    def __init__(self, obj: Object, name: str):
        from scipy.spatial import KDTree  # here: it takes a while to load

        faces = obj.region(name)
        rest = np.setdiff1d(np.arange(len(obj.faces)), faces)
        rng = np.random.default_rng(0)
        mine, _ = random_points(obj.vertices, obj.faces[faces], COVER, rng)
        self._mine = KDTree(mine)
        self.middle = mine.mean(axis=0)
        """(3,) [m] of its surface"""
        others = random_points(obj.vertices, obj.faces[rest], COVER, rng)[0] if len(rest) else None
        self._rest = None if others is None else KDTree(others)

    def distance(self, points: np.ndarray) -> np.ndarray:
        """(N,) [m] of points (N, 3) from it; 0 on it."""
        return np.where(self.holds(points), 0.0, self._mine.query(points)[0])

    def holds(self, points: np.ndarray) -> np.ndarray:
        """(N,) bool: which of points (N, 3) are on it rather than elsewhere."""
        if self._rest is None or not len(points):
            return np.ones(len(points), dtype=bool)
        return self._mine.query(points)[0] <= self._rest.query(points)[0]


def _on_surface(obj: Object, point: np.ndarray, name: str) -> np.ndarray:
    """(3,) The nearest place of the surface to a point (3,) [m].

    Raises:
        InputError: it is farther away than the object is long.
    """
    cover, _ = random_points(obj.vertices, obj.faces, COVER, np.random.default_rng(0))
    cover = np.concatenate([cover, obj.vertices])
    away = np.linalg.norm(cover - point, axis=1)
    nearest, size = int(away.argmin()), float(obj.extents.max())
    if away[nearest] > size:
        x, y, z = point
        low, high = obj.bounds
        box = " × ".join(f"{a:.3g}…{b:.3g}" for a, b in zip(low, high, strict=True))
        raise InputError(
            f"{name} is {x:g}, {y:g}, {z:g} m, {away[nearest]:.2g} m from {obj.name!r}, which "
            f"fills {box} m: give a point near it, in its own frame."
        )
    return cover[nearest]


def _something_left(obj: Object, avoid: str | Ball) -> None:
    """Refuse to avoid all of an object.

    Raises:
        InputError: nothing of its surface is left to be taken by.
    """
    if isinstance(avoid, str):
        if len(obj.region(avoid)) == len(obj.faces):
            raise InputError(f"avoid is {avoid!r}, which is all of {obj.name!r}: leave it out.")
        return
    *middle, radius = avoid
    farthest = float(np.linalg.norm(obj.vertices - np.array(middle), axis=1).max())
    if farthest <= radius:
        raise InputError(
            f"avoid leaves nothing of {obj.name!r}: all of it lies within {1e3 * radius:.0f} mm of "
            f"that point, its farthest place {1e3 * farthest:.0f} mm away: give a smaller radius."
        )
