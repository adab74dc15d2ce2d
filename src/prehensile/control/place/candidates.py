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
from prehensile.control.place.stand import On
from prehensile.control.place.surroundings import surroundings
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
) -> list[Candidate]:
    """The best candidates, best first, no more than a third of them with the same pose."""
    scene = surroundings(obj, T_world_object, rng, on)
    points, up = scene.points, scene.up
    slices = sections(obj, points)
    found: list[Candidate] = []
    if obj.mount is not None and obj.mount.joint == "fixed":
        hook = corpus_pose("fixed_hook")
        assert hook.object is not None
        return HookPlacement(hand, hook, hook.object, scene).candidates([ridge(obj, points, up)])[
            :most
        ]
    for entry in corpus().values():
        if entry.object is not None and entry.thumb == "abducted":
            found += Placement(hand, entry, entry.object, scene).candidates(slices)
    found.sort(key=lambda c: -c.score)
    return _varied(found, most)


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
