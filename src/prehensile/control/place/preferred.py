"""Which part of an object people take, and why: a prior over places, for what it is taken for.

What the hand is to do with a thing decides how it is taken, not its shape alone. The purposes and
what they prefer are ours, from looking at how people take things; of the literature on the subject
(Napier 1956, Cutkosky 1989, Feix et al. 2016) nothing is quoted here, since none of it was read for
this file. Three purposes:

- *use*: by the handle. A handle is a part that stands out or lies between wider ones, is longer
  than it is thick, and has a girth that fingers close round: 14 to 40 mm across serves best, and a
  palm wants 9 cm of it. What works, cuts, burns or holds the tea is at the other end: the hand
  stays away from the heavy end of what it holds, from edges as thin as blades, and from hollows. A
  part that is bent back to the body, or to itself, is a handle for sure if two fingers fit
  through: the loop of a cup, the bow of a basket, the ring of scissors; a spout as long is
  straight. It is taken at its bow, away from its roots. A stick is taken near its free end; one
  that lies on the table, where no finger comes under it, nearer to its heavy end the heavier it
  is: there gravity turns it less.
- *hand-over*: the other way round. The handle is left free for whoever takes it.
- *carry*: near the centre of mass, where gravity turns the thing least.

Unless told otherwise, a thing with a handle is taken for use and any other is carried.

All of it are points of a candidate's score, no more: the physics decides what can be held.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Literal

import numpy as np

from prehensile.control.place.graspable import Hollow, Section, slices_at
from prehensile.control.place.handle import (
    HALF_PALM,
    ROOM,
    SURELY,
    WHOLE,
    best_handle,
    distance,
    farthest_of,
)
from prehensile.control.place.limbs import Limb
from prehensile.control.place.medial import Medial
from prehensile.control.place.rim import DIPPED, is_spanned
from prehensile.control.place.surroundings import Surroundings

Purpose = Literal["use", "hand-over", "carry"]
PURPOSES = ("use", "hand-over", "carry")
"""What a thing may be taken for."""
NEAR_HANDLE = 1.5
"""What it is worth to lay a hand at a perfect handle for use: so that it is tried at all"""
ON_HANDLE = 4.0
"""What it is worth that all digits press on it, and what it costs to hand over by it"""
ENOUGH, SURE, LIKELY = 0.8, 0.9, 0.5
"""Share of the force on a handle, from which a thing is taken by it; from which a rehearsal
promises it: points some millimetres apart do not tell a handle's roots from the wall beside them;
and of the places that will be touched, from which it may become so: digits that close round a
handle press there most"""
FREE = 0.3
"""Share of the force that may lie on a handle that is left free: at its root, beside the head"""
AT_ROOT, AT_ROOTS = 0.75, 0.5
"""Share of a handle's worth that is left at its root, and at those of a loop; nothing at a stick's
heavy end"""
FAR = 0.04
"""[m] of a section's middle from the centre of mass that costs one point of what is carried"""
ITS_OWN, AT_EDGE = 0.008, 0.003
"""[m] of a part, within which points are its own: its ends are; and by which something else may be
nearer: points of a surface lie so far apart"""
BLADE = 0.0012
"""[m] half the thickness of edges that nobody closes a hand round, where there is something else"""
CUTS = 1.5
"""What it costs to press on such edges alone"""


class Preferred:
    """What places of one object are worth.

    Args:
        scene: the object, sampled.
        medial: how thick it is at the scene's points.
        limbs: its slender parts.
        purpose: what it is taken for; what suits it if None.
        weight: [N] of it.
    """

    def __init__(
        self,
        scene: Surroundings,
        medial: Medial,
        limbs: Sequence[Limb],
        purpose: Purpose | None = None,
        weight: float = 0.0,
    ):
        self._scene = scene
        self.weight = weight
        """[N] of it; 0 if nobody knows"""
        self.handle = best_handle(scene, limbs, weight)
        """the best one; None where there is none"""
        self.sections = () if self.handle is None else _across(scene, self.handle.limb)
        """across the best one: all along it, and across the whole of it"""
        found = self.handle is not None
        self.purpose: Purpose = purpose or ("use" if found else "carry")
        """what it is taken for"""
        self._on_handle = np.zeros(len(scene.points))
        if self.handle is not None:
            members = scene.points[self.handle.limb.members]
            self._on_handle[distance(scene.points, members) < ITS_OWN] = self.handle.worth
            whole = len(self.handle.limb.members) > WHOLE * len(scene.points)
            least = 0.0 if whole else AT_ROOTS if self.handle.loop else AT_ROOT
            self._on_handle *= least + (1 - least) * self._towards_free(scene.points)
        self.hollow = Hollow(self._body(), scene.up, 0.0 if is_spanned(scene) else DIPPED)
        """room between the object and its hull; what is between handle and body is outside"""
        thin = medial.radius < BLADE
        self._cuts = thin.astype(float) if thin.mean() < 0.5 else np.zeros(len(thin))

    @property
    def rather_by_handle(self) -> bool:
        """Whether it is taken for use, and has what is surely a handle for it."""
        return self.handle is not None and self.purpose == "use" and self.handle.worth >= SURELY

    def worth(self, s: Section) -> float:
        """Points of a section, before anything is laid there."""
        away = float(np.linalg.norm(s.centre - self._scene.com)) / FAR
        if self.purpose != "use" or self.handle is None:
            on_it = self.purpose == "hand-over" and self._is_on_handle(s)
            return -away - ON_HANDLE * on_it
        if not self._is_on_handle(s):
            return -away
        along = float(s.centre @ self.handle.towards)
        misses = max(0.0, HALF_PALM - (self.handle.free - along)) / HALF_PALM
        misses = 0.0 if self.handle.loop else misses
        position = float(self._towards_free(s.centre[None])[0])
        return NEAR_HANDLE * self.handle.worth * (0.4 + 0.6 * position) - 0.5 * misses

    def touched(self, where: np.ndarray) -> float:
        """Points of pressing on some of the scene's points, (C,) which."""
        cuts = CUTS * float(self._cuts[where].mean())
        if self.handle is None or self.purpose == "carry":
            return -cuts
        on_it = float(self._on_handle[where].mean())
        return ON_HANDLE * (on_it if self.purpose == "use" else -on_it) - cuts

    def worth_of_pressing(self, points: np.ndarray, force: np.ndarray) -> float:
        """Points of what presses on the handle for use, or on it to hand it over.

        Args:
            points: (N, 3) [m] anywhere on the object
            force: (N,) [N]
        """
        if self.handle is None or self.purpose == "carry":
            return 0.0
        share = self.share(points, force)
        return ON_HANDLE * self.handle.worth * (share if self.purpose == "use" else -share)

    def left_free(self, points: np.ndarray, force: np.ndarray) -> bool:
        """Whether what presses at points (N, 3) [m] with forces (N,) leaves the handle free."""
        return self.share(points, force) <= FREE

    def will_do(self, points: np.ndarray, force: np.ndarray | None = None) -> bool:
        """Whether pressing at (N, 3) [m] serves the purpose, with forces (N,), or as far as places
        tell before anything was played: on the handle for use, elsewhere for a hand-over.
        """
        if not self.rather_by_handle and self.purpose != "hand-over":
            return True
        share = self.share(points, np.ones(len(points)) if force is None else force)
        if self.purpose == "hand-over":
            return share <= FREE
        return share >= (LIKELY if force is None else SURE)

    def misses(self, points: np.ndarray, force: np.ndarray) -> float:
        """How far pressing at (N, 3) [m] with forces (N,) is from serving the purpose: 0 where it
        does, else 1 and more: 2 where half of the force lies on the handle.
        """
        if self.will_do(points, force):
            return 0.0
        if self.purpose == "hand-over":
            return np.inf
        return 1.0 + (SURE - self.share(points, force)) / (SURE - LIKELY)

    def share(self, points: np.ndarray, force: np.ndarray) -> float:
        """Of forces (N,) at points (N, 3) [m], what lies on the handle."""
        if self.handle is None or not force.sum() > 0:
            return 0.0
        own, others = self._apart
        away = distance(points, own)
        on_it = (away < ITS_OWN) & (away < distance(points, others) + AT_EDGE)
        return float(force[on_it].sum() / force.sum())

    @cached_property
    def _apart(self) -> tuple[np.ndarray, np.ndarray]:
        """(N, 3) and (M, 3) [m] Points of the handle, and all others."""
        assert self.handle is not None
        points, members = self._scene.points, self.handle.limb.members
        others = np.delete(points, members, axis=0)
        return points[members], others if len(others) else np.full((1, 3), np.inf)

    def _body(self) -> np.ndarray:
        """(N, 3) [m] All points but those of a handle, where enough are left."""
        points = self._scene.points
        rest = points[self._on_handle <= 0]
        return rest if np.ptp(rest, axis=0).min(initial=np.inf) > ROOM / 4 else points

    def _is_on_handle(self, s: Section) -> bool:
        assert self.handle is not None
        return any(s.centre is other.centre for other in self.sections)

    def _towards_free(self, points: np.ndarray) -> np.ndarray:
        """(N,) 0 at the heavy end of the handle, 1 where the hand likes to be; and beyond, unless
        it is heavy: there less, the farther from there.
        """
        assert self.handle is not None
        h = self.handle
        along = points @ h.towards
        nearer = np.clip((along - h.near) / max(h.liked - h.near, 1e-3), 0, 1)
        if h.liked >= farthest_of(h.near, h.free):
            return nearer
        return nearer - np.maximum(along - h.liked, 0) / max(h.free - h.near, 1e-3)


def _across(scene: Surroundings, limb: Limb) -> tuple[Section, ...]:
    """Sections of a limb: all along it, and where its own axes cross its middle."""
    part = scene.points[limb.members]
    middle = part.mean(axis=0)
    axes = np.linalg.svd(part - middle, full_matrices=False)[2]
    return *limb.sections, *slices_at(part, list(axes), middle)
