"""`SegmentContacts`: contacts of one hand as arrays of a fixed size, by segment and by thing.

A batch reads them from MuJoCo's contact sensors; `sorted_contacts` makes the same of one world's
contact record.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.hand.segments import GROUPS, Segment
from prehensile.world.contacts import Contacts
from prehensile.world.scene import FLOOR, HandInScene, Scene

SLOTS = 8
"""Contacts kept for a segment and a thing, the strongest first. Grasps of the catalogue have one to
three there; six is the most that was seen, on the mug with its 37 convex parts. Each slot more
costs memory and copying for every pair: sixteen make a step 6 % slower."""


class SegmentContacts(NamedTuple):
    """Contacts of one hand: (..., segments, things, slots, ...), strongest first; of a batch the
    first axis is the worlds. Empty slots are zero.
    """

    found: np.ndarray
    """(..., segments, things) how many contacts there are; more than ``slots`` means that the
    weakest are missing here and in sums"""
    pos: np.ndarray
    """(..., segments, things, slots, 3) [m], world"""
    normal: np.ndarray
    """(..., segments, things, slots, 3) unit, from the segment to the thing, world"""
    force: np.ndarray
    """(..., segments, things, slots, 3) [N] that the segment exerts on the thing, world"""
    depth: np.ndarray
    """(..., segments, things, slots) [m] positive where they overlap"""
    normal_force: np.ndarray
    """(..., segments, things, slots) [N], not negative"""
    segments: tuple[str, ...] = ()
    """names of the rows"""
    things: tuple[str, ...] = ()
    """names of the columns: the floor, objects, other hands"""


def solid_segments(placed: HandInScene) -> list[Segment]:
    """What of a hand can touch something, group by group."""
    solid = [s for s in placed.hand.segments.values() if s.shapes]
    return sorted(solid, key=lambda s: GROUPS.index(s.group))


def thing_names(scene: Scene, placed: HandInScene) -> tuple[str, ...]:
    """What a hand may touch, itself left out: the floor, objects, other hands as a whole."""
    others = (h.name for h in scene.hands if h is not placed)
    return (*((FLOOR,) if scene.floor else ()), *(o.name for o in scene.objects), *others)


def sorted_contacts(
    record: Contacts,
    names: Sequence[str],
    hand: str,
    segments: tuple[str, ...],
    things: tuple[str, ...],
    slots: int = SLOTS,
) -> SegmentContacts:
    """A contact record, sorted by the segments of one hand and what they touch.

    Args:
        record: of one world.
        names: its table of names.
        hand: whose contacts; what it does to itself is left out.
        segments: names of the rows.
        things: names of the columns.
        slots: how many contacts of a pair are kept.
    """
    row = {f"{hand}/{segment}": k for k, segment in enumerate(segments)}
    column = {thing: k for k, thing in enumerate(things)}
    shape = len(segments), len(things)
    found = np.zeros(shape, dtype=int)
    pos, normal, force = (np.zeros((*shape, slots, 3)) for _ in range(3))
    depth, normal_force = (np.zeros((*shape, slots)) for _ in range(2))
    for k in np.argsort(-np.linalg.norm(record.force, axis=1), kind="stable"):
        a, b, sign = names[int(record.a[k])], names[int(record.b[k])], 1.0
        if a not in row:  # between two hands the first named is a
            a, b, sign = b, a, -1.0
        touched = b.partition("/")[0]
        if a not in row or touched not in column:
            continue
        pair = row[a], column[touched]
        slot, found[pair] = found[pair], found[pair] + 1
        if slot < slots:
            at = (*pair, slot)
            pos[at], normal[at] = record.pos[k], sign * record.normal[k]
            force[at], depth[at] = sign * record.force[k], record.depth[k]
            normal_force[at] = record.normal_force[k]
    return SegmentContacts(
        found, pos, normal, force, depth, normal_force, segments=segments, things=things
    )
