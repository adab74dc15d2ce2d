"""Where to grasp: corpus poses laid against an object's surface, ranked.

A candidate puts the virtual object that a corpus pose was made for where the real one is, turned
about its axis, and slides the palm up to the surface. The score asks whether the shape and size
fit, how many digits will meet the surface when they close, and whether they will oppose each
other. Physics decides afterwards; this only chooses what is worth trying.
"""

import numpy as np

from prehensile.control.place.candidate import Candidate
from prehensile.control.place.graspable import (
    ridge,
    sections,
)
from prehensile.control.place.hook import HookPlacement
from prehensile.control.place.placement import Placement
from prehensile.control.place.places import places
from prehensile.control.place.sought import WITHIN, Sought
from prehensile.control.place.stand import On
from prehensile.control.place.surroundings import surroundings
from prehensile.control.place.wishes import NO_WISHES, Wishes
from prehensile.hand.corpus import corpus, corpus_pose
from prehensile.hand.hand import Hand
from prehensile.world.objects.object import Object


def grasp_candidates(
    hand: Hand,
    obj: Object,
    T_world_object: np.ndarray,
    rng: np.random.Generator,
    most: int = 12,
    on: On = "table",
    wishes: Wishes = NO_WISHES,
) -> list[Candidate]:
    """The best candidates, best first, no more than a third of them with the same pose.

    Where someone wants something, those that would do so, or the best if none would.
    """
    sought, world = Sought(obj, wishes), wishes.comes_from(hand.side)
    scene = surroundings(obj, T_world_object, rng, on)
    points, up = scene.points, scene.up
    told = wishes.where is not None
    slices = places(obj, scene, sought).sections if told else sections(obj, points)
    found: list[Candidate] = []
    if obj.mount is not None and obj.mount.joint == "fixed":
        hook = corpus_pose("fixed_hook")
        assert hook.object is not None
        return HookPlacement(hand, hook, hook.object, scene).candidates([ridge(obj, points, up)])[
            :most
        ]
    for entry in corpus().values():
        suits = entry.thumb == "abducted" if wishes.pose is None else entry.name == wishes.pose
        if entry.object is not None and suits:
            found += Placement(hand, entry, entry.object, scene).candidates(slices)
    found.sort(key=lambda c: -c.score)
    asked = [c for c in found if sought.likely(c.touched)]
    if world is not None:
        R = T_world_object[:3, :3]
        asked = [c for c in asked if _comes_from(c, R) @ world >= WITHIN]
    if wishes.pose is not None:
        return (asked or found)[:most]
    return _varied(asked or found, most)


def _comes_from(candidate: Candidate, R_world_object: np.ndarray) -> np.ndarray:
    """(3,) unit, world: from where its hand comes."""
    way = R_world_object @ candidate.T_object_palm[:3, :3] @ candidate.approach
    return way / np.linalg.norm(way)


def _varied(found: list[Candidate], most: int) -> list[Candidate]:
    """The first ``most`` that differ: few of one pose, none nearly the same."""
    chosen: list[Candidate] = []
    for c in found:
        same = [o for o in chosen if o.pose == c.pose]
        near = any(np.linalg.norm(o.T_object_palm - c.T_object_palm) < 0.3 for o in same)
        if len(same) < max(most // 3, 1) and not near:
            chosen.append(c)
        if len(chosen) == most:
            break
    return chosen
