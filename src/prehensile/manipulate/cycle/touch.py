"""What the hand feels of the thing in one step, row by row: quality, forces, backs, depth."""

from typing import NamedTuple

import numpy as np

from prehensile.fast_path import kernels
from prehensile.hand.hand import Hand
from prehensile.hand.segments import GROUPS
from prehensile.kinematics.linkage.hand_table import HandTable
from prehensile.lie import so3
from prehensile.manipulate.tasks.task import Touched
from prehensile.quality.measure.grasp_quality import grasp_quality
from prehensile.world.observation import Observation

SIDES = 4
"""m of the friction cones (3.3.2)"""
FINGERS = 5
BACK = 0.5
"""cosine between a force and a segment's back beyond which it is the back that touches; ours"""


class Touch(NamedTuple):
    """Of N rows."""

    quality: np.ndarray
    """(N,) Q: smallest singular value of the contact wrenches, nought where they do not close"""
    force: np.ndarray
    """(N, 5) [N] F_j: sums of the magnitudes of each finger's contact forces"""
    back: np.ndarray
    """(N, 5) bool h_j: whether a finger touches with its back"""
    depth: np.ndarray
    """(N,) [m] of the deepest contact; nought without any"""


class Feeler:
    """Reads observations of a batch.

    Args:
        hand: whose segments.
        touched: the thing, and how its grasps are measured.
    """

    def __init__(self, hand: Hand, touched: Touched):
        self._hand, self._touched, self._table = hand, touched, HandTable.of(hand)

    def feel(self, seen: Observation, rows: np.ndarray) -> Touch:
        """In the last step.

        Args:
            seen: of N worlds.
            rows: (N,) bool: for which the quality is worked out; it is nought for others.
        """
        contacts = seen.segment_contacts()
        thing = contacts.things.index(self._touched.thing)
        found = contacts.found[:, :, thing]
        n = len(found)
        touch = Touch(
            np.zeros(n), np.zeros((n, FINGERS)), np.zeros((n, FINGERS), bool), np.zeros(n)
        )
        world, segment = np.nonzero(found)
        if not len(world):
            return touch
        force = contacts.force[world, segment, thing]
        pressing = contacts.normal_force[world, segment, thing] > 0
        self._sum(touch, contacts.segments, world, segment, np.linalg.norm(force, axis=-1))
        np.maximum.at(touch.depth, world, contacts.depth[world, segment, thing].max(axis=1))
        self._backs(touch, seen, contacts.segments, world, segment, force.sum(axis=1))
        self._grade(
            touch, seen, rows, world, pressing,
            contacts.pos[world, segment, thing], contacts.normal[world, segment, thing],
        )  # fmt: skip
        return touch

    def _sum(self, touch, segments, world, segment, size) -> None:
        group = np.array([GROUPS.index(self._hand.segments[s].group) for s in segments])[segment]
        fingers = group < FINGERS
        np.add.at(touch.force, (world[fingers], group[fingers]), size.sum(axis=1)[fingers])

    def _backs(self, touch, seen, segments, world, segment, force) -> None:
        """A segment whose force on the thing points out of its back touches with it."""
        parts = [self._hand.segments[name] for name in segments]
        finger = np.array([GROUPS.index(part.group) for part in parts])[segment]
        here = finger < FINGERS
        world, segment, finger, force = world[here], segment[here], finger[here], force[here]
        row = np.array([list(self._hand.segments).index(part.name) for part in parts])[segment]
        local = np.array([part.back for part in parts], float)[segment]
        back = kernels("kinematics.linkage").directions(self._table, seen.q[world], row, local)
        felt = np.einsum("nji,nj->ni", so3.from_quat(seen.forearm[world, 3:]), force)
        along = np.einsum("ni,ni->n", back, felt)
        behind = along > BACK * np.linalg.norm(force, axis=1)
        touch.back[world[behind], finger[behind]] = True

    def _grade(self, touch, seen, rows, world, pressing, pos, normal) -> None:
        keep = rows[world][:, None] & pressing
        which, slot = np.nonzero(keep)
        if not len(which):
            return
        owner = world[which]  # sorted: rows of nonzero come in order
        graded, first, count = np.unique(owner, return_index=True, return_counts=True)
        place = np.arange(len(owner)) - np.repeat(first, count)
        row = np.repeat(np.arange(len(graded)), count)
        shape = len(graded), int(count.max())
        at, into = np.zeros((*shape, 3)), np.zeros((*shape, 3))
        live = np.zeros(shape, bool)
        at[row, place], into[row, place] = pos[which, slot], normal[which, slot]
        live[row, place] = True
        pose = seen.objects[self._touched.thing][graded]
        R = so3.from_quat(pose[:, 3:])
        at = np.einsum("nji,nkj->nki", R, at - pose[:, None, :3])
        into = np.einsum("nji,nkj->nki", R, into)
        touch.quality[graded] = grasp_quality(
            at, into, self._touched.friction, self._touched.origin, self._touched.length,
            mask=live, sides=SIDES,
        ).value  # fmt: skip
